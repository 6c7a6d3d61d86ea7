import StrobeTree

/// The names of cases in their JSON form: `"loading"`, `{"loaded": ...}`, a raw value.
enum CaseText {
    /// The case that a value is; `nil` where it is none of them.
    static func name(_ value: Value, in cases: [Schema.Case]) -> String? {
        if let raw = cases.first(where: { $0.raw != nil && $0.raw == value }) { return raw.name }
        switch value {
        case .string(let name): return cases.contains { $0.name == name && $0.raw == nil } ? name : nil
        case .object(let object) where object.count == 1:
            let name = object[object.startIndex].key
            return cases.contains { $0.name == name } ? name : nil
        default: return nil
        }
    }

    /// What an action is called in a graph: its case, or the first word of its label.
    static func name(action value: Value?, schema: Schema?, label: String) -> String {
        if let value, case .choice(_, let cases)? = schema, let name = name(value, in: cases) { return name }
        let word = label.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return word.isEmpty ? String(label.prefix(24)) : String(word.prefix(48))
    }
}
