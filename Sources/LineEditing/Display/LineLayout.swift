/// Where the characters of a prompt and a line are on a screen.
struct LineLayout {
    /// How a row goes over into the next.
    enum Ending: Equatable {
        /// It is the last one.
        case last
        /// The terminal wraps by itself, and knows that both rows are one line.
        case wrapped
        /// The next row is begun with a line break.
        case broken
    }

    struct Row: Equatable {
        /// What is written, its styles as SGR sequences.
        var text = ""
        var width = 0
        var isFull = false
        var ending = Ending.last
    }

    struct Position: Equatable {
        var row = 0
        var column = 0
    }

    private(set) var rows = [Row()]
    private(set) var cursor = Position()
    private let columns: Int
    private let usesColour: Bool
    private var style = Style()
    /// The cursor is where the next character goes.
    private var awaitsCursor = false
    /// The end of the row's last character was written to the terminal, which wraps no more by itself.
    private var isPlaced = false

    /// Lays out a line.
    ///
    /// - Parameters:
    ///   - prompt: What is before its first row.
    ///   - continuation: What is before the rows after its line breaks.
    ///   - line: The line.
    ///   - cursor: The cursor's place in it, in bytes.
    ///   - hint: What is shown faintly behind its end, as far as the row has room.
    ///   - columns: The width of the screen.
    init(
        prompt: StyledText, continuation: StyledText = "", line: StyledText, cursor: Int, hint: String = "",
        columns: Int, usesColour: Bool
    ) {
        self.columns = max(2, columns)
        self.usesColour = usesColour
        put(prompt)
        var offset = 0
        for segment in line.segments {
            var rest = segment.text[...]
            while let character = rest.first {
                if offset == cursor { awaitsCursor = true }
                let plain = Self.plainPrefix(of: rest, upTo: cursor > offset ? cursor - offset : rest.utf8.count)
                if !plain.isEmpty {
                    putPlain(plain, segment.style)
                    offset += plain.utf8.count
                    rest = rest[plain.endIndex...]
                    continue
                }
                rest.removeFirst()
                offset += character.utf8.count
                guard character.isNewline, character.unicodeScalars.contains("\n") else {
                    put(character, segment.style)
                    continue
                }
                fillMargin()
                takeCursor()
                endRow(.broken)
                put(continuation)
            }
        }
        fillMargin()
        if offset <= cursor { awaitsCursor = true }
        takeCursor()
        let room = Columns.prefix(of: hint, width: self.columns - width - 1)
        for character in room { put(character, .dim) }
        setStyle([])
    }

    private var width: Int {
        get { rows[rows.count - 1].width }
        set { rows[rows.count - 1].width = newValue }
    }

    private mutating func write(_ text: String) {
        rows[rows.count - 1].text += text
    }

    /// The beginning that is printable ASCII, of so many bytes at most, without a character that more may belong to.
    private static func plainPrefix(of text: Substring, upTo limit: Int) -> Substring {
        let bytes = text.utf8
        let end = bytes.firstIndex { $0 < 0x20 || $0 >= 0x7F } ?? bytes.endIndex
        var plain = text[..<(bytes.index(text.startIndex, offsetBy: limit, limitedBy: end) ?? end)]
        if plain.endIndex < text.endIndex, bytes[plain.endIndex] >= 0x80, !plain.isEmpty {
            plain = text[..<bytes.index(before: plain.endIndex)]
        }
        return plain
    }

    private mutating func putPlain(_ text: Substring, _ style: Style) {
        var rest = text.utf8
        while let first = rest.first {
            // The first one wraps, if there is no room.
            put(String(UnicodeScalar(first)), width: 1, style)
            rest = rest.dropFirst()
            let part = rest.prefix(max(columns - width, 0))
            write(String(Substring(part)))
            width += part.count
            rest = rest.dropFirst(part.count)
        }
    }

    private mutating func put(_ text: StyledText) {
        for segment in text.segments {
            for character in segment.text { put(character, segment.style) }
        }
    }

    private mutating func put(_ character: Character, _ style: Style) {
        if let scalar = character.unicodeScalars.first, character.unicodeScalars.contains(where: \.isControl) {
            guard scalar != "\t" else {
                repeat { put(" ", width: 1, style) } while width % 8 != 0 && width < columns
                return
            }
            for scalar in character.unicodeScalars {
                for shown in scalar.caret { put(String(shown), width: 1, style) }
            }
            return
        }
        let text = String(character)
        let width = Columns.width(of: character)
        guard let widest = Columns.disputedWidth(of: character) else { return put(text, width: width, style) }
        if self.width > 0, self.width + widest > columns { endRow(.broken) }
        takeCursor()
        setStyle(style)
        // Whatever the terminal takes, what follows is where it is expected, and what is too much is gone.
        self.width += width
        write("\u{1B}[K\(text)\u{1B}[\(min(self.width + 1, columns))G")
        isPlaced = true
    }

    private mutating func put(_ text: String, width: Int, _ style: Style) {
        // At the last column a wide character wraps by itself.
        if self.width + width > columns { endRow(isPlaced ? .broken : .wrapped) }
        if width > 0 { takeCursor() }
        setStyle(style)
        write(text)
        self.width += width
        if width > 0 { isPlaced = false }
    }

    private mutating func takeCursor() {
        guard awaitsCursor else { return }
        awaitsCursor = false
        cursor = Position(row: rows.count - 1, column: width)
    }

    /// A cursor behind the last column would be shown on it.
    private mutating func fillMargin() {
        if width >= columns { endRow(isPlaced ? .broken : .wrapped) }
    }

    private mutating func endRow(_ ending: Ending) {
        let style = style
        setStyle([])
        rows[rows.count - 1].isFull = width >= columns
        rows[rows.count - 1].ending = ending
        rows.append(Row())
        isPlaced = false
        setStyle(style)
    }

    private mutating func setStyle(_ new: Style) {
        guard usesColour, new != style else { return }
        if !style.isEmpty { write("\u{1B}[0m") }
        if !new.isEmpty { write("\u{1B}[\(new.parameters)m") }
        style = new
    }
}

extension Unicode.Scalar {
    /// What shows it: `^A` for a control character.
    fileprivate var caret: String {
        guard isControl else { return String(self) }
        guard isASCII, let letter = Unicode.Scalar(value ^ 0x40) else { return "\u{FFFD}" }
        return "^\(letter)"
    }
}
