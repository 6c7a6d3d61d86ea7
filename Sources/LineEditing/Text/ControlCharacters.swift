extension Unicode.Scalar {
    /// Whether a terminal may obey this character instead of showing it, or show its neighbours in another order:
    /// controls, separators of lines, and the marks, embeddings, overrides and isolates of direction.
    package var isControl: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isBidiControl
        }
    }

    /// The picture of a control character.
    fileprivate var picture: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}

extension String {
    /// The text with control characters as pictures; line breaks (CR LF as one) and tabs stay.
    var withVisibleControls: String {
        guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) else { return self }
        var result = String.UnicodeScalarView()
        var scalars = unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            if scalar == "\r" && next == "\n" { continue }
            result.append(scalar.isControl && scalar != "\n" && scalar != "\t" ? scalar.picture : scalar)
        }
        return String(result)
    }

    /// The same on one line: line breaks and tabs become pictures and blanks.
    var onOneLine: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            result.append(scalar == "\t" ? " " : scalar.isControl ? scalar.picture : scalar)
        }
        return String(result)
    }

    /// The text as it could have been typed: line breaks, of whatever kind, stay, except those at its end.
    var asTyped: String {
        var lines = split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
        while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String($0).onOneLine }.joined(separator: "\n")
    }

    /// Whether there is a character in it that cannot be typed into a line.
    var hasControls: Bool {
        unicodeScalars.contains(where: \.isControl)
    }

    /// The text with every line break as CR LF, for a terminal in whatever state it may be.
    var withCarriageReturns: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "\n" { result.append("\r") }
            result.append(scalar)
        }
        return String(result)
    }
}
