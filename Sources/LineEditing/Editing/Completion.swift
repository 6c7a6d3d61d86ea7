/// The possible texts at the cursor.
public struct Completion: Sendable, Hashable {
    /// One possibility.
    public struct Candidate: Sendable, Hashable, ExpressibleByStringLiteral {
        /// What is inserted.
        ///
        /// Candidates with control characters in them are left out.
        public var text: String
        /// What the list of possibilities shows; absent: the text.
        public var display: String?
        /// A description, such as its type; the list shows it faintly after the candidate.
        public var detail: String
        /// What is inserted after the text when it is the only possibility.
        public var suffix: String

        /// Makes a candidate; nothing follows it unless a suffix (a blank, say) is given.
        public init(_ text: String, display: String? = nil, detail: String = "", suffix: String = "") {
            self.text = text
            self.display = display
            self.detail = detail
            self.suffix = suffix
        }

        /// Makes a candidate that is shown as it is inserted, with nothing after it.
        public init(stringLiteral text: String) {
            self.init(text)
        }
    }

    /// How many characters before the cursor a candidate replaces.
    public var replacing: Int
    /// The possibilities, in the order in which they are listed.
    public var candidates: [Candidate]
    /// What is below the list of possibilities.
    public var note: String?

    /// Makes a completion that replaces the given number of characters (0 or more) before the cursor.
    public init(replacing: Int, candidates: [Candidate], note: String? = nil) {
        self.replacing = replacing
        self.candidates = candidates
        self.note = note
    }
}
