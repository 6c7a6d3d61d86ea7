extension VirtualScreen {
    /// Shows what a program has written.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch parser.feed(byte) {
            case .character(let scalar): put(scalar)
            case .control(let code): control(code)
            case .escape(let code): escape(code)
            case .sequence(let parameters, let final): sequence(parameters, final)
            case nil: break
            }
        }
    }

    private mutating func control(_ code: UInt8) {
        switch code {
        case 0x07: bells += 1
        case 0x08: move(columns: -1)
        case 0x09: cursorColumn = min(columns - 1, (cursorColumn / 8 + 1) * 8)
        case 0x0A...0x0C: lineFeed()
        case 0x0D:
            cursorColumn = 0
            isWrapPending = false
        default: break
        }
    }

    private mutating func escape(_ code: UInt8) {
        switch Character(Unicode.Scalar(code)) {
        case "M": move(rows: -1)
        case "=", ">", "7", "8": break
        default: unknownSequences.append("ESC \(Unicode.Scalar(code))")
        }
    }

    private mutating func move(rows rowCount: Int = 0, columns columnCount: Int = 0) {
        isWrapPending = false
        cursorRow = max(0, min(rows - 1, cursorRow + rowCount))
        cursorColumn = max(0, min(columns - 1, cursorColumn + columnCount))
    }

    private mutating func sequence(_ parameters: String, _ final: UInt8) {
        // Private modes: bracketed paste, the cursor's visibility.
        if parameters.hasPrefix("?") || parameters.hasPrefix(">") { return }
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = numbers.first ?? 0
        let count = max(1, first)
        switch Character(Unicode.Scalar(final)) {
        case "m": break
        case "A": move(rows: -count)
        case "B": move(rows: count)
        case "C": move(columns: count)
        case "D": move(columns: -count)
        case "G": move(columns: count - 1 - cursorColumn)
        case "d": move(rows: count - 1 - cursorRow)
        case "H", "f":
            let column = numbers.count > 1 ? max(1, numbers[1]) : 1
            move(rows: count - 1 - cursorRow, columns: column - 1 - cursorColumn)
        case "K": eraseInRow(first)
        case "J": eraseInScreen(first)
        case "P": delete(count)
        case "@": insert(count)
        case "X": erase(cursorColumn..<min(columns, cursorColumn + count))
        case "h" where first == 4: isInserting = true
        case "l" where first == 4: isInserting = false
        case "t", "n", "c", "r": break
        default: unknownSequences.append("CSI \(parameters)\(Unicode.Scalar(final))")
        }
    }

    private mutating func erase(_ range: Range<Int>) {
        isWrapPending = false
        for column in range { cells[cursorRow][column] = Self.blank }
    }

    private mutating func eraseInRow(_ mode: Int) {
        erase((mode == 0 ? cursorColumn : 0)..<(mode == 1 ? cursorColumn + 1 : columns))
        if mode != 1 { endLine(inRow: cursorRow) }
    }

    private mutating func eraseInScreen(_ mode: Int) {
        eraseInRow(mode)
        let others = mode == 0 ? cursorRow + 1..<rows : mode == 1 ? 0..<cursorRow : 0..<rows
        for index in others {
            cells[index] = emptyRow
            endLine(inRow: index)
        }
    }

    private mutating func delete(_ count: Int) {
        isWrapPending = false
        let count = min(count, columns - cursorColumn)
        cells[cursorRow].removeSubrange(cursorColumn..<cursorColumn + count)
        cells[cursorRow] += Array(repeating: Self.blank, count: count)
    }

    private mutating func insert(_ count: Int) {
        isWrapPending = false
        let count = min(count, columns - cursorColumn)
        cells[cursorRow].insert(contentsOf: Array(repeating: Self.blank, count: count), at: cursorColumn)
        cells[cursorRow].removeLast(count)
    }
}
