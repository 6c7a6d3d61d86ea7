/// A screen as a grid of cells, each with a character and its style.
///
/// Nothing that is put into it controls a terminal: control characters become pictures.
public struct CellGrid: Sendable, Hashable {
    /// One column of one row.
    struct Cell: Sendable, Hashable {
        /// A character of one or two columns; empty in the second one.
        var text = " "
        var style: Style = []
    }

    /// The height.
    public let rows: Int
    /// The width.
    public let columns: Int
    /// Where the cursor is shown; `nil` if nowhere.
    public var cursor: (row: Int, column: Int)? {
        get { shownCursor.map { ($0 / max(columns, 1), $0 % max(columns, 1)) } }
        set { shownCursor = newValue.flatMap { contains($0.row, $0.column) ? $0.row * columns + $0.column : nil } }
    }
    private var shownCursor: Int?
    private(set) var cells: [Cell]

    /// Makes an empty grid.
    public init(rows: Int, columns: Int) {
        (self.rows, self.columns) = (max(rows, 0), max(columns, 0))
        cells = Array(repeating: Cell(), count: self.rows * self.columns)
    }

    /// The texts of the rows, without blanks at their ends.
    public var texts: [String] {
        (0..<rows).map { row in
            var text = cells[row * columns..<(row + 1) * columns].map(\.text).joined()[...]
            while text.last == " " { text.removeLast() }
            return String(text)
        }
    }

    /// The style of a cell; plain outside.
    public func style(row: Int, column: Int) -> Style {
        contains(row, column) ? cells[row * columns + column].style : []
    }

    func contains(_ row: Int, _ column: Int) -> Bool {
        (0..<rows).contains(row) && (0..<columns).contains(column)
    }

    /// Puts a text into a row, cut at the width.
    ///
    /// - Parameters:
    ///   - text: What to show.
    ///   - row: The row, from 0; outside, nothing is shown.
    ///   - column: The first column, from 0.
    ///   - width: How many columns it has; the rest of them become blank.
    ///   - style: The style of all of it, in addition to its own.
    public mutating func put(_ text: StyledText, row: Int, column: Int = 0, width: Int? = nil, style: Style = []) {
        guard contains(row, column) else { return }
        let end = min(column + (width ?? columns), columns)
        var next = column
        for segment in text.segments {
            let look = segment.style.union(style)
            for character in segment.text {
                let shown = Self.shown(character)
                let size = Columns.width(of: shown)
                guard size > 0 else { continue }
                guard next + size <= end else { return fill(row, next..<end, style) }
                put(shown, size, row, next, look)
                next += size
            }
        }
        fill(row, next..<end, style)
    }

    private mutating func put(_ text: String, _ size: Int, _ row: Int, _ column: Int, _ style: Style) {
        let place = row * columns + column
        cells[place] = Cell(text: text, style: style)
        if size == 2 { cells[place + 1] = Cell(text: "", style: style) }
    }

    private mutating func fill(_ row: Int, _ range: Range<Int>, _ style: Style) {
        for column in range { cells[row * columns + column] = Cell(style: style) }
    }

    /// The longest sequence of scalars that is shown as one character.
    private static let longestCharacter = 12

    private static func shown(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        // Most characters are one, and no control.
        guard scalars.count > 1 || scalars.first?.isControl == true else { return String(character) }
        guard !scalars.contains(where: \.isControl) else { return "\u{FFFD}" }
        return scalars.count > longestCharacter ? scalars.first.map(String.init) ?? "" : String(character)
    }
}
