package import StrobeTree

/// Finds the names of cases in JSON: `"loading"`, `{"loaded": ...}`, a raw value.
package enum CaseText {
    /// The case of a value; `nil` if it is none of the given cases.
    package static func name(_ value: Value, in cases: [Schema.Case]) -> String? {
        if let raw = cases.first(where: { $0.raw != nil && $0.raw == value }) { return raw.name }
        switch value {
        case .string(let name): return cases.contains { $0.name == name && $0.raw == nil } ? name : nil
        case .object(let object) where object.count == 1:
            let name = object[object.startIndex].key
            return cases.contains { $0.name == name } ? name : nil
        default: return nil
        }
    }

    /// The name of an action in a graph: its case, or the first word of its label.
    package static func name(action value: Value?, schema: Schema?, label: String) -> String {
        if let value, case .choice(_, let cases)? = schema, let name = name(value, in: cases) { return name }
        let word = label.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return word.isEmpty ? String(label.prefix(24)) : String(word.prefix(48))
    }
}
