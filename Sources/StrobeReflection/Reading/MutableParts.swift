internal import Synchronization
internal import StrobeTree

/// The search for parts that can change though the value that holds them does not.
enum MutableParts {
    /// What the declarations of a type say.
    struct Known: Sendable {
        /// The first such part.
        var part: MutablePart?
        /// Whether there may be more behind a protocol or `Any`.
        var dependsOnValue = false
    }

    private static let known = Mutex<[ObjectIdentifier: Known]>([:])
    private static let maxDepth = 64

    static func known(_ type: any Any.Type) -> Known {
        let id = ObjectIdentifier(type)
        if let found = known.withLock({ $0[id] }) { return found }
        var search = TypeSearch()
        let part = search.first(type, "")
        let found = Known(part: part, dependsOnValue: search.dependsOnValue)
        known.withLock { $0[id] = found }
        return found
    }

    /// The first such part of a value, of which the path is known.
    static func first<T>(_ value: T, _ path: String, depth: Int) -> MutablePart? {
        // Of what is behind a protocol the type that is in it.
        let type = Swift.type(of: value as Any)
        let known = known(type)
        if let part = known.part {
            return MutablePart(path: path + part.path, typeName: part.typeName, kind: part.kind)
        }
        guard known.dependsOnValue else { return nil }
        guard depth < maxDepth else { return MutablePart(path: path, typeName: TypeName.of(type), kind: .unknown) }
        if TypeMetadata.isEnum(type) { return first(inPayloadOf: value, type, path, depth: depth) }
        // The values here have no unowned reference: the type would have shown it.
        let mirror = Mirror(reflecting: value)
        for child in mirror.children {
            switch mirror.displayStyle {
            case .optional:
                if let part = first(child.value, path, depth: depth + 1) { return part }
            case .dictionary:
                for half in Mirror(reflecting: child.value).children {
                    if let part = first(half.value, path + "[]", depth: depth + 1) { return part }
                }
            case .collection, .set:
                if let part = first(child.value, path + "[]", depth: depth + 1) { return part }
            default:
                let step = child.label.map { $0.hasPrefix(".") ? $0 : "." + $0 } ?? "[]"
                if let part = first(child.value, path + step, depth: depth + 1) { return part }
            }
        }
        return nil
    }

    /// Without a mirror, which takes longer than most programs need for an action.
    private static func first<T>(
        inPayloadOf value: T, _ type: any Any.Type, _ path: String, depth: Int
    ) -> MutablePart? {
        guard let payload = TypeMetadata.payload(of: value, type) else {
            guard TypeMetadata.caseName(of: value) == nil else { return nil }
            return MutablePart(path: path, typeName: TypeName.of(type), kind: .unknown)
        }
        guard let name = payload.name else {
            return MutablePart(path: path, typeName: TypeName.of(type), kind: .unknown)
        }
        guard let part = first(payload.value, "", depth: depth + 1) else { return nil }
        return MutablePart(
            path: "\(path).\(String(cString: name))\(part.path)", typeName: part.typeName, kind: part.kind)
    }
}

/// One walk through the declarations of a type.
private struct TypeSearch {
    /// Modules whose structs are values, whatever they keep them in.
    private static let valueModules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "OrderedCollections",
        "DequeModule", "HeapModule", "HashTreeCollections", "BitCollections", "_RopeModule", "IdentifiedCollections",
    ]
    /// Structs of these modules that represent running work.
    private static let tasks = [
        "Swift.Task<", "Swift.AsyncStream<", "Swift.AsyncThrowingStream<", "Swift.CheckedContinuation<",
        "Swift.UnsafeContinuation<", "Swift.UnsafeCurrentTask",
    ]
    private static let maxDepth = 64

    private(set) var dependsOnValue = false
    private var visited: Set<ObjectIdentifier> = []
    private var depth = 0

    mutating func first(_ type: any Any.Type, _ path: String) -> MutablePart? {
        guard visited.insert(ObjectIdentifier(type)).inserted else { return nil }
        guard depth < Self.maxDepth else { return unknown(type, path) }
        depth += 1
        defer { depth -= 1 }
        if isPlain(type) || type is any ValueSemantic.Type { return nil }
        if type == AnyHashable.self {
            dependsOnValue = true
            return nil
        }
        if let optional = type as? any OptionalForm.Type { return first(optional.wrappedType, path) }
        if let list = type as? any InlineForm.Type { return first(list.elementType, path + "[]") }
        switch TypeMetadata.kind(of: type) {
        case .structure: return structure(type, path)
        case .enumeration, .tuple: return parts(TypeMetadata.fields(of: type), of: type, path)
        case .object: return object(type, path)
        case .function: return MutablePart(path: path, typeName: TypeName.of(type), kind: .closure)
        case .existential, .constrainedExistential:
            dependsOnValue = true
            return nil
        case .metatype: return nil
        case .optional, .foreign, .other: return unknown(type, path)
        }
    }

    /// Whether values of a type refer to nothing.
    private func isPlain(_ type: any Any.Type) -> Bool {
        func open<T>(_ type: T.Type) -> Bool { _isPOD(type) && TypeMetadata.kind(of: type) != .function }
        return _openExistential(type, do: open)
    }

    private mutating func structure(_ type: any Any.Type, _ path: String) -> MutablePart? {
        guard TypeMetadata.moduleName(of: type).map(Self.valueModules.contains) == true else {
            return parts(TypeMetadata.fields(of: type), of: type, path)
        }
        let name = String(reflecting: type)
        if Self.tasks.contains(where: name.hasPrefix) {
            return MutablePart(path: path, typeName: TypeName.of(type), kind: .object)
        }
        guard let arguments = TypeMetadata.genericArguments(of: type) else { return undeclared(type, path) }
        let isCollection = type is any Sequence.Type
        for argument in arguments {
            if let part = first(argument, isCollection ? path + "[]" : path) { return part }
        }
        return nil
    }

    private mutating func parts(
        _ fields: [DeclaredField]?, of type: any Any.Type, _ path: String
    ) -> MutablePart? {
        guard let fields else { return undeclared(type, path) }
        for (index, field) in fields.enumerated() {
            let place = path + "." + (field.name.isEmpty ? String(index) : field.name)
            if field.isUnowned {
                // Of what a weak or unowned reference refers to nothing is known but that it is an object.
                return MutablePart(
                    path: place, typeName: field.referenced.map(TypeName.of) ?? "AnyObject", kind: .object)
            }
            guard let next = field.type else {
                // A case without a payload has no type.
                if TypeMetadata.isEnum(type), !field.hasType { continue }
                return unknown(type, place)
            }
            if let part = first(next, place) { return part }
        }
        return nil
    }

    private mutating func object(_ type: any Any.Type, _ path: String) -> MutablePart? {
        guard let fields = TypeMetadata.constants(ofClass: type) else {
            let isKnown = TypeMetadata.isUsable || type is any Actor.Type
            return MutablePart(path: path, typeName: TypeName.of(type), kind: isKnown ? .object : .unknown)
        }
        return parts(fields, of: type, path)
    }

    /// What is to be said of a type whose declaration is unknown: its values show what they are made of, if anything does.
    private mutating func undeclared(_ type: any Any.Type, _ path: String) -> MutablePart? {
        guard !TypeMetadata.isUsable, TypeMetadata.isReflected(type) else { return unknown(type, path) }
        dependsOnValue = true
        return nil
    }

    private func unknown(_ type: any Any.Type, _ path: String) -> MutablePart {
        MutablePart(path: path, typeName: TypeName.of(type), kind: .unknown)
    }
}
