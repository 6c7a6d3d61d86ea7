extension TreeError {
    /// The line of a text that the error is about, and below it a caret under the place.
    ///
    /// Long lines are shown in part, wide characters count as two columns and tabs as themselves.
    ///
    /// - Parameter text: The text that was read.
    /// - Returns: Two lines without a line feed at the end; empty if the error has no offset.
    public func caret(in text: String) -> String {
        guard let offset else { return "" }
        let place = text.utf8.index(text.startIndex, offsetBy: min(max(offset, 0), text.utf8.count))
        let before = text[..<place].split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        let after = text[place...].split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
        let shownBefore = before.count > 60 ? "…" + before.suffix(59) : String(before)
        let shownAfter = after.count > 40 ? after.prefix(39) + "…" : String(after)
        let margin = shownBefore.map { character in
            character == "\t" ? "\t" : String(repeating: " ", count: Self.columns(of: character))
        }
        return shownBefore + shownAfter + "\n" + margin.joined() + "^"
    }

    /// The columns that a character takes on a terminal, by the wide blocks of Unicode's East Asian Width (UAX 11).
    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
