/// The keys under which a type encodes and decodes itself, according to its declarations.
///
/// Nothing of the type runs for it but `rawValue` of keys that have texts for raw values, which the compiler writes.
/// The name of any other key is that of its case: a hand-written `stringValue` is not called.
enum DeclaredKeys {
    /// The keys of a type with an enum `CodingKeys` in it; `nil` for others.
    ///
    /// The compiler makes the enum if the type does not declare it. Without one a type codes itself in its own way.
    static func of(_ type: any Any.Type) -> [DeclaredKey]? { keys("CodingKeys", in: type) }

    /// The keys of the payload of a case; `nil` if the type does not have the enum that the compiler makes for each
    /// case.
    static func of(_ type: any Any.Type, payloadOf name: String) -> [DeclaredKey]? {
        guard let first = name.utf8.first else { return nil }
        let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
        return keys((isLower ? name.prefix(1).uppercased() + name.dropFirst() : name) + "CodingKeys", in: type)
    }

    private static func keys(_ name: String, in type: any Any.Type) -> [DeclaredKey]? {
        guard let parent = MetadataLayout.descriptor(of: type),
            let descriptor = KeyEnums.descriptor(named: name, in: parent),
            let keys = MetadataLayout.enumType(descriptor, in: type), keys is any CodingKey.Type,
            let cases = MetadataLayout.fields(of: keys), cases.allSatisfy({ $0.type == nil })
        else { return nil }
        guard let raw = keys as? any RawRepresentable.Type else {
            return cases.map { DeclaredKey(caseName: $0.name, name: $0.name) }
        }
        return names(raw, cases)
    }

    private static func names<T: RawRepresentable>(_ type: T.Type, _ cases: [DeclaredField]) -> [DeclaredKey]? {
        // What is called `intValue` then has nothing to do with the names.
        if T.RawValue.self == Int.self { return cases.map { DeclaredKey(caseName: $0.name, name: $0.name) } }
        guard let texts = KeyCases.values(type)?.map({ $0.rawValue as? String }), texts.count == cases.count else {
            return nil
        }
        var keys: [DeclaredKey] = []
        for (key, text) in zip(cases, texts) {
            guard let text else { return nil }
            keys.append(DeclaredKey(caseName: key.name, name: text))
        }
        return keys
    }
}
