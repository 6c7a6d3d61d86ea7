/// Measures the width of text on a terminal.
///
/// What is one character to the eye takes the columns that Unicode gives it: two for an emoji, however many scalars it
/// is made of. Terminals disagree: tmux 3.3 takes four for 👍🏽 and one for ❤️, older ones six for 👩‍👩‍👧. The line editor
/// works on all of them, as it says where what follows is to be; columns of other text may be moved by such characters.
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

    /// The columns of a character.
    static func width(of character: Character) -> Int {
        isSequence(character) ? 2 : scalarWidths(of: character)
    }

    /// The columns of a character where terminals disagree on them: the most that one takes; `nil` where they agree.
    static func disputedWidth(of character: Character) -> Int? {
        isSequence(character) ? max(scalarWidths(of: character), 2) : nil
    }

    private static func scalarWidths(of character: Character) -> Int {
        character.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    /// Whether it is an emoji of several scalars, or a half of a flag.
    private static func isSequence(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        if 0x1F1E6...0x1F1FF ~= first.value { return true }
        return scalars.dropFirst().contains { scalar in
            switch scalar.value {
            case 0x200D, 0xFE0F, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
            default: false
            }
        }
    }

    /// Two for the East Asian wide ranges (UAX #11) and emoji, zero for combining marks, otherwise one.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x300: return 1
        case 0x1160...0x11FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default:
            if scalar.properties.isEmojiPresentation { return 2 }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return 1
            }
        }
    }
}
