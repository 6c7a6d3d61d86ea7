extension LiteralReader {
    /// Reads `.seconds(1.5)` and the like; `nil` if none of them follows.
    mutating func duration() throws(TreeError) -> Value? {
        let start = position
        if identifier() != DurationText.typeName { position = start }
        guard scalar == "." else {
            position = start
            return nil
        }
        position += 1
        let unit = identifier()
        if unit == "zero" { return [0, 0] }
        guard take("(") else { throw unexpected("a duration such as .seconds(1.5)", at: start) }
        skipSpace()
        var number = ""
        while let scalar, scalar != ")", !scalar.properties.isWhitespace {
            if scalar != "_" { number.unicodeScalars.append(scalar) }
            position += 1
        }
        guard let form = DurationText.form(of: number, unit: unit) else {
            throw unexpected("a duration such as .seconds(1.5)", at: start)
        }
        guard take(")") else { throw unexpected("\")\"") }
        return form
    }
}
