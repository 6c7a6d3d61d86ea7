internal import StrobeSystem
internal import StrobeTree

/// What is known of types beyond what `Mirror` shows of values: the only way into this folder.
///
/// It comes from functions of the runtime that `Mirror` itself calls, and from the metadata that the compiler leaves in
/// the program, read by its layout. The layout is believed only if known types are found to be what they are;
/// otherwise, and with `STROBE_NO_METADATA=1` in the environment, what only it says is unknown: the cases of an enum
/// before there is a value, the keys that a type encodes itself with, what a generic type is made of, whether a class
/// is immutable.
package enum TypeMetadata {
    /// Whether the layout of the metadata is as it is read here, and reading it is not turned off.
    package static let isUsable =
        ProcessInfo.processInfo.environment["STROBE_NO_METADATA"] != "1" && MetadataSelfTest.passes()

    // MARK: All types

    /// Of which kind a type is.
    static func kind(of type: any Any.Type) -> TypeKind { RuntimeCalls.kind(of: type) }

    /// Whether a type is an enum, `Optional` aside.
    static func isEnum(_ type: any Any.Type) -> Bool { kind(of: type) == .enumeration }

    /// Whether a type is an `Optional`.
    static func isOptional(_ type: any Any.Type) -> Bool { kind(of: type) == .optional }

    /// The stored properties of a struct, the parts of a tuple, or the cases of an enum in the order of their tags;
    /// `nil` for other types, if unknown, and for those compiled without reflection.
    static func fields(of type: any Any.Type) -> [DeclaredField]? {
        switch kind(of: type) {
        case .structure where isUsable, .enumeration where isUsable: MetadataLayout.fields(of: type)
        case .structure: isReflected(type) ? RuntimeCalls.fields(of: type) : nil
        case .tuple: RuntimeCalls.fields(of: type)
        default: nil
        }
    }

    /// The same with how far into a value each begins, in bytes; `nil` for other types than structs and tuples.
    static func places(of type: any Any.Type) -> [(field: DeclaredField, offset: Int)]? {
        guard let offsets = RuntimeCalls.offsets(of: type), let fields = fields(of: type),
            fields.count == offsets.count
        else { return nil }
        return zip(fields, offsets).map { ($0, $1) }
    }

    /// The labels and types of the parts of a tuple; `nil` for other types.
    static func tuple(_ type: any Any.Type) -> [DeclaredField]? { kind(of: type) == .tuple ? fields(of: type) : nil }

    /// Whether it is known what a struct, enum or class is made of: it was compiled with reflection.
    static func isReflected(_ type: any Any.Type) -> Bool {
        if isUsable { return MetadataLayout.isReflected(type) }
        guard let fields = RuntimeCalls.fields(of: type), !fields.isEmpty else { return true }
        return fields.contains { $0.type != nil || $0.isUnowned }
    }

    // MARK: Generic types

    /// The types that a struct or an enum is generic over, those of the types around it included; `nil` for other
    /// types, where some are no types, and if unknown.
    static func genericArguments(of type: any Any.Type) -> [any Any.Type]? {
        if isUsable { return MetadataLayout.genericArguments(of: type) }
        return String(reflecting: type).contains("<") ? nil : []
    }

    /// The module that a struct or an enum is declared in; `nil` for other types.
    static func moduleName(of type: any Any.Type) -> String? {
        if isUsable { return MetadataLayout.moduleName(of: type) }
        guard [.structure, .enumeration, .optional].contains(kind(of: type)) else { return nil }
        return String(reflecting: type).split(separator: ".").first.map(String.init)
    }

    // MARK: Classes

    /// The properties that a class declares itself; `nil` for generic ones, for those compiled without reflection and
    /// if unknown.
    static func properties(ofClass type: any AnyObject.Type) -> [DeclaredField]? {
        isUsable ? MetadataLayout.properties(ofClass: type) : nil
    }

    /// The stored properties of a class and those above it; `nil` for all types but classes in whose objects nothing
    /// can change: all are constants, and none is of a type that guards a variable, as a lock or an actor does.
    static func constants(ofClass type: any Any.Type) -> [DeclaredField]? {
        guard isUsable, kind(of: type) == .object, !(type is any Actor.Type) else { return nil }
        return (type as? any AnyObject.Type).flatMap(MetadataLayout.constants)
    }

    // MARK: Enums

    /// Reads which case a value of an enum is; `nil` for other types, and if unknown.
    static func tag(of type: any Any.Type) -> EnumTag? {
        isUsable && (isEnum(type) || isOptional(type)) ? EnumTag(type) : nil
    }

    /// The same for an enum alone, and not for an optional.
    package static func enumTag(of type: any Any.Type) -> EnumTag? { isEnum(type) ? tag(of: type) : nil }

    /// The name of the current case of an enum, as it is declared; `nil` for other values.
    static func caseName<T>(of value: T) -> String? { RuntimeCalls.caseName(of: value) }

    /// The payload of the current case of an enum and the name of the case, where it is recorded; `nil` if there is none.
    ///
    /// - Parameter type: The type of the value itself, if that is behind a protocol.
    static func payload<T>(of value: T, _ type: any Any.Type) -> (name: UnsafePointer<CChar>?, value: Any)? {
        RuntimeCalls.payload(of: value, type)
    }

    /// All values of an enum whose cases have no payloads; `nil` for other types, and if unknown.
    static func allCases<T>(of type: T.Type) -> [T]? { isUsable ? KeyCases.values(type) : nil }

    // MARK: Coding keys

    /// The names of all cases of a coding key that is an enum; `nil` for other keys, and if unknown.
    static func names<Key: CodingKey>(of type: Key.Type) -> [String]? { isUsable ? KeyCases.names(type) : nil }

    /// The keys of a type with an enum `CodingKeys` in it; `nil` for others, and if unknown.
    ///
    /// The compiler makes the enum if the type does not declare it. Without one a type codes itself in its own way.
    static func codingKeys(of type: any Any.Type) -> [DeclaredKey]? {
        isUsable ? DeclaredKeys.of(type) : nil
    }

    /// The keys of the payload of a case; `nil` if the type does not have the enum that the compiler makes for each
    /// case, and if unknown.
    static func codingKeys(of type: any Any.Type, payloadOf name: String) -> [DeclaredKey]? {
        isUsable ? DeclaredKeys.of(type, payloadOf: name) : nil
    }
}
