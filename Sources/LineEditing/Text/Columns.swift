/// Measures the width of text on a terminal.
package enum Columns {
    /// The number of columns.
    package static func width(of text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The longest prefix that fits into a number of columns.
    package static func prefix(of text: String, width limit: Int) -> Substring {
        var used = 0
        var end = text.startIndex
        while end < text.endIndex {
            used += width(of: text[end])
            if used > limit { break }
            end = text.index(after: end)
        }
        return text[..<end]
    }

    /// Two for the East Asian wide ranges (UAX #11) and emoji, zero for lone combining marks, otherwise one.
    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.value {
        case 0..<0x300: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default:
            if first.properties.isEmojiPresentation { return 2 }
            switch first.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return 1
            }
        }
    }
}
