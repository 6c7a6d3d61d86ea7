internal import StrobeTree

/// The cases of enums that have raw values.
enum RawCases {
    /// The forms of all cases; `nil` for types that are not such enums.
    static func forms(of type: any Any.Type) -> [Value]? {
        guard let type = type as? any RawRepresentable.Type else { return nil }
        return all(type)?.map(\.form)
    }

    /// The names and forms of all cases; `nil` if unknown.
    static func all<T: RawRepresentable>(_ type: T.Type) -> [(name: String, form: Value)]? {
        guard let values = values(type) else { return nil }
        var cases: [(name: String, form: Value)] = []
        for value in values {
            guard let form = Leaf.value(of: value.rawValue) else { return nil }
            cases.append((EnumName.of(value, form: form), form))
        }
        return cases
    }

    /// All values; `nil` if unknown.
    private static func values<T: RawRepresentable>(_ type: T.Type) -> [T]? {
        if let values = TypeMetadata.allCases(of: type) { return values }
        // The list of cases with payloads is hand-written.
        guard TypeMetadata.isEnum(type), TypeMetadata.fields(of: type)?.allSatisfy({ $0.type == nil }) ?? true,
            let values = (type as? any CaseIterable.Type).flatMap({ listed($0) as? [T] })
        else { return nil }
        return values.allSatisfy { Mirror(reflecting: $0).children.isEmpty } ? values : nil
    }

    private static func listed<T: CaseIterable>(_ type: T.Type) -> Any {
        Array(type.allCases)
    }
}

/// The names of enum cases without payload.
enum EnumName {
    /// The name of the current case; a type with a description of its own hides it, then the form is used.
    static func of(_ value: Any, form: Value) -> String {
        if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
            if case .string(let text) = form { return text }
        }
        return declared(value)
    }

    /// The name of the current case as it is declared, whatever the value says of itself.
    static func declared(_ value: Any) -> String {
        TypeMetadata.caseName(of: value) ?? String(describing: value)
    }
}
