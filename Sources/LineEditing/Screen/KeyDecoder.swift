/// Decodes what a terminal sends: characters, keys, the mouse (SGR and X10) and pasted text, over any number of reads.
struct KeyDecoder {
    /// A key or another event, and the bytes that it came as.
    struct Input: Hashable, Sendable {
        var event: ScreenEvent
        var bytes: [UInt8]
    }

    private enum Step {
        /// So many bytes are one event, or nothing that is known.
        case taken(Int, ScreenEvent?)
        case incomplete
    }

    /// A longer sequence is no key.
    private static let longestSequence = 64
    /// More of a pasted text is dropped.
    private static let longestPaste = 1 << 20
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    private var pasted: [UInt8]?

    /// Whether more bytes, or the time that passes without them, decide what the last ones are.
    var isPending: Bool { !bytes.isEmpty && pasted == nil }

    /// The bytes that are no event yet, which are forgotten.
    mutating func takeRest() -> [UInt8] {
        defer { (bytes, pasted) = ([], nil) }
        return bytes
    }

    /// The events in some more bytes.
    mutating func feed(_ more: some Sequence<UInt8>) -> [Input] {
        bytes += more
        return decode(isLast: false)
    }

    /// The events in the bytes kept so far, as no more came for a while: an ESC alone is the key.
    mutating func flush() -> [Input] { decode(isLast: true) }

    private mutating func decode(isLast: Bool) -> [Input] {
        var inputs: [Input] = []
        var start = 0
        while start < bytes.count {
            if pasted != nil {
                guard let event = paste(from: &start) else { break }
                inputs.append(Input(event: event, bytes: []))
                continue
            }
            guard case .taken(let count, let event) = step(bytes[start...], isLast: isLast) else { break }
            if bytes[start..<start + count].elementsEqual("\u{1B}[200~".utf8) {
                pasted = []
            } else if let event {
                inputs.append(Input(event: event, bytes: Array(bytes[start..<start + count])))
            }
            start += count
        }
        bytes.removeSubrange(..<start)
        return inputs
    }

    /// Collects pasted bytes; the whole text once its end is there.
    private mutating func paste(from start: inout Int) -> ScreenEvent? {
        let rest = bytes[start...]
        let end = rest.indices.first { rest[$0...].starts(with: Self.pasteEnd) }
        // The last bytes may be the beginning of the end.
        let stop = end ?? max(start, rest.endIndex - Self.pasteEnd.count + 1)
        let room = Self.longestPaste - (pasted?.count ?? 0)
        pasted?.append(contentsOf: rest[start..<stop].prefix(room))
        start = stop + (end == nil ? 0 : Self.pasteEnd.count)
        guard end != nil, let text = pasted else { return nil }
        pasted = nil
        let lines = String(decoding: text, as: UTF8.self)
        return .paste(String(lines.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 }))
    }

    private func step(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step {
        let first = bytes[bytes.startIndex]
        switch first {
        case 0x1B: return escape(bytes, isLast: isLast)
        case 0x09: return .taken(1, .key(.tab))
        case 0x0A, 0x0D: return .taken(1, .key(.enter))
        case 0x08, 0x7F: return .taken(1, .key(.backspace))
        case 1..<0x1B: return .taken(1, .key(.control(Character(Unicode.Scalar(first + 0x60)))))
        case 0x20..<0x7F: return .taken(1, .key(.character(Character(Unicode.Scalar(first)))))
        case 0xC2..<0xF5:
            let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let tail = bytes.dropFirst().prefix(length - 1)
            if let broken = tail.firstIndex(where: { $0 & 0xC0 != 0x80 }) {
                return .taken(broken - bytes.startIndex, nil)
            }
            guard tail.count == length - 1 else { return isLast ? .taken(bytes.count, nil) : .incomplete }
            let text = String(decoding: bytes.prefix(length), as: UTF8.self)
            guard let character = text.first, text.utf8.count == length,
                text.unicodeScalars.allSatisfy({ !$0.isControl })
            else { return .taken(length, nil) }
            return .taken(length, .key(.character(character)))
        default: return .taken(1, nil)
        }
    }

    private func escape(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step {
        guard let second = bytes.dropFirst().first else { return isLast ? .taken(1, .key(.escape)) : .incomplete }
        switch second {
        case UInt8(ascii: "O"):
            guard let final = bytes.dropFirst(2).first else { return isLast ? .taken(1, .key(.escape)) : .incomplete }
            return .taken(3, Self.arrow(final).map { .key($0) })
        case UInt8(ascii: "["): return sequence(bytes, isLast: isLast)
        // Esc and another key, typed fast.
        default: return .taken(1, .key(.escape))
        }
    }

    /// A control sequence (ECMA-48), or a report of the mouse.
    private func sequence(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step {
        let body = bytes.dropFirst(2).prefix(Self.longestSequence)
        if let next = body.first, next == UInt8(ascii: "M") || next == UInt8(ascii: "[") {
            // The mouse as in X10: three bytes more. The function keys of Linux: one.
            let length = next == UInt8(ascii: "M") ? 6 : 4
            guard bytes.count >= length else { return isLast ? .taken(bytes.count, nil) : .incomplete }
            let report = bytes.dropFirst(3).prefix(3).map { Int($0) - 32 }
            return .taken(length, length == 6 ? Self.mouse(report[0], report[1], report[2], isPress: true) : nil)
        }
        guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            let isBroken = body.count == Self.longestSequence || body.contains { !(0x20...0x3F).contains($0) }
            return isLast || isBroken ? .taken(2 + body.count, nil) : .incomplete
        }
        let text = String(decoding: body[..<end], as: UTF8.self)
        let numbers = text.drop { $0 == "<" }.split(separator: ";").compactMap { Int($0) }
        let count = end + 1 - bytes.startIndex
        switch (bytes[end], text.first) {
        case (UInt8(ascii: "M"), "<"), (UInt8(ascii: "m"), "<"):
            guard numbers.count == 3 else { return .taken(count, nil) }
            return .taken(
                count, Self.mouse(numbers[0], numbers[1], numbers[2], isPress: bytes[end] == UInt8(ascii: "M")))
        case (UInt8(ascii: "Z"), _): return .taken(count, .key(.backTab))
        case (UInt8(ascii: "~"), _):
            let keys: [Int: Key] = [
                1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
            ]
            return .taken(count, numbers.first.flatMap { keys[$0] }.map { .key($0) })
        default: return .taken(count, Self.arrow(bytes[end]).map { .key($0) })
        }
    }

    private static func arrow(_ final: UInt8) -> Key? {
        switch Character(Unicode.Scalar(final)) {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "M": .enter
        default: nil
        }
    }

    /// - Parameters:
    ///   - button: The button, with bits for Shift, Alt, Ctrl and motion.
    ///   - column: The column, from 1.
    ///   - row: The row, from 1.
    private static func mouse(_ button: Int, _ column: Int, _ row: Int, isPress: Bool) -> ScreenEvent? {
        guard isPress, column > 0, row > 0 else { return nil }
        switch button & ~0b1_1100 {
        case 0: return .click(row: row - 1, column: column - 1)
        case 64: return .wheel(-1, row: row - 1, column: column - 1)
        case 65: return .wheel(1, row: row - 1, column: column - 1)
        default: return nil
        }
    }
}
