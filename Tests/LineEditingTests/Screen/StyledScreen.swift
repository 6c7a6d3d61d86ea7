import Testing

@testable import LineEditing

/// A terminal as far as grids are written to it: text with its SGR parameters, cursor moves, erasing.
struct StyledScreen: Equatable {
    struct Cell: Equatable {
        var text = " "
        var parameters = ""
    }

    let columns: Int
    private(set) var cells: [Cell]
    private(set) var cursor: (row: Int, column: Int)?
    private var place = (row: 0, column: 0)
    private var parameters = ""

    init(rows: Int, columns: Int) {
        self.columns = columns
        cells = Array(repeating: Cell(), count: rows * columns)
    }

    static func == (a: StyledScreen, b: StyledScreen) -> Bool {
        a.cells == b.cells && a.cursor?.row == b.cursor?.row && a.cursor?.column == b.cursor?.column
    }

    mutating func feed(_ output: String) {
        var rest = output[...]
        while !rest.isEmpty {
            if rest.unicodeScalars.first == "\u{1B}" {
                let end = rest.unicodeScalars.dropFirst(2).firstIndex { (0x40...0x7E).contains($0.value) }
                guard let end else {
                    Issue.record("an unfinished sequence: \(rest.debugDescription)")
                    return
                }
                obey(
                    String(rest.unicodeScalars[rest.unicodeScalars.index(rest.startIndex, offsetBy: 2)..<end]),
                    rest.unicodeScalars[end])
                rest = rest[rest.unicodeScalars.index(after: end)...]
            } else {
                let text = rest.prefix { $0.unicodeScalars.first != "\u{1B}" }
                for character in text { put(String(character)) }
                rest = rest[text.endIndex...]
            }
        }
    }

    private mutating func put(_ text: String) {
        let index = place.row * columns + place.column
        let width = Columns.width(of: text)
        // Half of a wide character that is overwritten disappears.
        if cells[index].text.isEmpty { cells[index - 1].text = " " }
        if place.column + width < columns, cells[index + width].text.isEmpty { cells[index + width].text = " " }
        cells[index] = Cell(text: text, parameters: parameters)
        if width == 2 { cells[index + 1] = Cell(text: "", parameters: parameters) }
        place.column += width
    }

    private mutating func obey(_ text: String, _ final: Unicode.Scalar) {
        let numbers = text.split(separator: ";").map { Int($0) ?? 0 }
        switch (final, text) {
        case ("h", "?2026"), ("l", "?2026"): break
        case ("h", "?25"): cursor = place
        case ("l", "?25"): cursor = nil
        case ("H", _): place = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
        case ("G", _): place.column = numbers[0] - 1
        case ("J", "2"): cells = Array(repeating: Cell(), count: cells.count)
        case ("K", ""):
            for column in place.column..<columns { cells[place.row * columns + column] = Cell() }
        case ("m", _): parameters = text.hasPrefix("0;") ? String(text.dropFirst(2)) : text == "" ? "" : text
        default: Issue.record("an unknown sequence: \(text)\(final)")
        }
    }
}
