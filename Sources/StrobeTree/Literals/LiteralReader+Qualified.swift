extension LiteralReader {
    /// Reads what takes more than one name: a case whose own name has dots, as that of a nested type, and a case of an enum
    /// that is the only payload of a case: `Outer.Update(id: 1)`, `Filter.all` for `.Filter(.all)`.
    ///
    /// - Parameters:
    ///   - names: The names that were read; the position is after the last one.
    ///   - start: Where the whole begins.
    /// - Returns: The form; `nil` if there is only one name.
    mutating func qualified(
        _ names: [String], among cases: [Schema.Case], _ schema: Schema?, from start: Int
    ) throws(TreeError) -> Value? {
        var names = names
        if names.count > 1, names[0] == schema?.baseName { names.removeFirst() }
        while scalar == ".", cases.contains(where: { $0.name.hasPrefix(names.joined(separator: ".") + ".") }) {
            position += 1
            names.append(identifier())
        }
        guard names.count > 1, let last = names.last else { return nil }
        let name = names.joined(separator: ".")
        if position == scalars.count {
            let longer = offers(schema, typed: (scalars[start] == "." ? "." : "") + name)
            if !longer.isEmpty { ending = longer }
        }
        if cases.contains(where: { $0.name == name || $0.name.hasPrefix(names[0] + ".") }) {
            return try choice(name, among: cases, schema, at: start)
        }
        let outer = names.dropLast().joined(separator: ".")
        guard let known = cases.first(where: { $0.name == outer }), known.payload.count == 1,
            known.payload[0].name == nil, case .choice(_, let inner)? = resolve(known.payload[0].schema)
        else { return nil }
        let single = try choice(
            last, among: inner, known.payload[0].schema, at: position - last.unicodeScalars.count)
        return Self.form(of: outer, single: single)
    }
}
