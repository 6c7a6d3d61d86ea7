/// How a line editor behaves.
public struct EditorOptions: Sendable {
    /// Which keys edit the line.
    public enum EditingMode: String, Sendable {
        /// Emacs keys.
        case emacs
        /// Vi keys.
        case vi
    }

    /// The name that `~/.editrc` may use before a colon to address this program alone.
    public var program = "strobe"
    /// The keys, unless `~/.editrc` chooses others.
    public var mode = EditingMode.emacs
    /// Whether `~/.editrc` is read.
    public var readsEditrc = true
    /// Whether styles become colours and attributes on a terminal (on a dumb one they never do).
    public var usesColour = true
    /// Where the lines given to `LineEditor.remember(_:)` are kept between runs; absent: nowhere.
    public var historyPath: String?
    /// How many lines are kept, 1 or more.
    public var historySize = 1000
    /// The longest line in bytes of UTF-8; a longer one is skipped.
    public var maxLineBytes = 1 << 20
    /// How long Tab waits for `complete`.
    public var completionTimeout = Duration.milliseconds(300)

    /// Finds the possible texts at the cursor; absent result: nothing is known.
    ///
    /// It runs in a task of its own, which is cancelled when it takes longer than `completionTimeout`; the user keeps
    /// the line as it is then.
    public var complete: @Sendable (_ line: String, _ cursor: String.Index) async -> Completion? = { _, _ in nil }
    /// Whether a line can be taken as it is; if not, Enter begins another row of it.
    ///
    /// Must answer at once.
    public var isComplete: @Sendable (_ line: String) -> Bool = { _ in true }
    /// Text shown faintly after the end of the line, taken over by the right arrow key.
    ///
    /// Must answer at once.
    public var hint: (@Sendable (_ line: String) -> String?)?
    /// The line with styles, the text unchanged (a result with another text is not used).
    ///
    /// Must answer at once.
    public var highlight: (@Sendable (_ line: String) -> StyledText)?

    /// Whether the newest line of the history that begins as the one being typed is shown as a hint.
    ///
    /// Hints need faint text: without colours there are none.
    public var suggestsFromHistory = true
    /// The last argument of an earlier line, for the key that inserts it; absent result: it has none.
    public var lastArgument: @Sendable (_ line: String) -> String? = { line in
        line.split(whereSeparator: \.isWhitespace).dropFirst().last.map(String.init)
    }

    /// Makes the default options: Emacs keys, colours, no history file, no completion.
    public init() {}
}
