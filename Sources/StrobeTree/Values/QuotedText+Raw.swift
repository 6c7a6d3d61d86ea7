extension QuotedText {
    /// Reads a string between `#"` and `"#`, with as many `#` at both ends.
    ///
    /// - Parameters:
    ///   - scalars: The text.
    ///   - position: Where its first `#` is; afterwards the place after the last one, or the place of the error.
    static func readRaw(_ scalars: [Unicode.Scalar], at position: inout Int) throws(Failure) -> String {
        func marks(at place: Int) -> Int { scalars[min(place, scalars.count)...].prefix { $0 == "#" }.count }
        let count = marks(at: position)
        position += count
        guard position < scalars.count, scalars[position] == "\"" else { throw Failure(expected: "a quote") }
        position += 1
        var text = String.UnicodeScalarView()
        while position < scalars.count {
            let scalar = scalars[position]
            switch scalar {
            case "\"" where marks(at: position + 1) >= count:
                position += 1 + count
                return String(text)
            case "\\" where marks(at: position + 1) >= count:
                position += 1 + count
                text.append(try escape(scalars, at: &position))
            case "\n", "\r": throw Failure(expected: "a closing quote on the same line")
            default:
                text.append(scalar)
                position += 1
            }
        }
        throw Failure(expected: "a closing quote and \(String(repeating: "#", count: count))")
    }
}
