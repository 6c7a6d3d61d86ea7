/// What Swift's runtime says of types: functions that the standard library exports, and that `Mirror` itself calls.
///
/// They are declared in `ReflectionMirror.swift` of its sources.
enum RuntimeCalls {
    /// Of which kind a type is.
    static func kind(of type: any Any.Type) -> TypeKind {
        switch metadataKind(type) {
        case 0, 0x305: .object
        case 0x200: .structure
        case 0x201: .enumeration
        case 0x202: .optional
        case 0x203, 0x204: .foreign
        case 0x301: .tuple
        case 0x302: .function
        case 0x303: .existential
        case 0x304, 0x306: .metatype
        case 0x307: .constrainedExistential
        default: .other
        }
    }

    /// How many parts values of a struct, tuple or class have, with those of the classes above it; `nil` for other
    /// types.
    static func count(of type: any Any.Type) -> Int? {
        [.structure, .tuple, .object].contains(kind(of: type)) ? recursiveCount(type) : nil
    }

    /// How far into a value each part begins, in bytes; `nil` for other types than structs and tuples.
    static func offsets(of type: any Any.Type) -> [Int]? {
        guard [.structure, .tuple].contains(kind(of: type)) else { return nil }
        return (0..<recursiveCount(type)).map { recursiveChildOffset(type, index: $0) }
    }

    /// The parts of values of a struct, tuple or class, with those of the classes above it; `nil` for other types.
    ///
    /// Weak references are not distinguished from those that may dangle.
    static func fields(of type: any Any.Type) -> [DeclaredField]? {
        guard let count = count(of: type) else { return nil }
        let fields = (0..<count).map { index in
            var child = ChildMetadata()
            let type = recursiveChildMetadata(type, index: index, fieldMetadata: &child)
            let name = child.name.map { String(cString: $0) } ?? ""
            child.free?(child.name)
            // Of a part that cannot be copied, or that is unknown, the runtime says that it is `()`.
            return DeclaredField(
                name: name, type: child.isStrong && type != Void.self ? type : nil, isVariable: child.isVariable,
                isUnowned: !child.isStrong, referenced: child.isStrong ? nil : type, mayDangle: !child.isStrong)
        }
        // In tuples a part without a label has its number for a name, after a dot.
        guard kind(of: type) != .tuple else {
            return fields.map { field in
                var field = field
                if field.name.hasPrefix(".") { field.name = "" }
                return field
            }
        }
        return fields
    }

    /// What the compiler recorded about a struct, enum or class of Swift; `nil` for other types.
    static func descriptor(of type: any Any.Type) -> UnsafeRawPointer? { typeContextDescriptor(type) }

    /// The name of the current case of an enum, as it is declared; `nil` for other values, and where it is not
    /// recorded.
    static func caseName<T>(of value: T) -> String? { enumCaseName(value).map { String(cString: $0) } }

    /// The payload of the current case of an enum and the name of the case, where it is recorded; `nil` if there is none.
    ///
    /// - Parameter type: The type of the value itself, if that is behind a protocol.
    static func payload<T>(of value: T, _ type: any Any.Type) -> (name: UnsafePointer<CChar>?, value: Any)? {
        guard childCount(value, type: type) == 1 else { return nil }
        var name: UnsafePointer<CChar>?
        var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
        let payload = child(of: value, type: type, index: 0, name: &name, free: &free)
        // Only names that the runtime composes are to be freed; those of cases are part of the program.
        guard let free else { return (name, payload) }
        free(name)
        return (nil, payload)
    }
}

private struct ChildMetadata {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: any Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func recursiveCount(_ type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func recursiveChildOffset(_ type: any Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func recursiveChildMetadata(
    _ type: any Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<ChildMetadata>
) -> any Any.Type

@_silgen_name("swift_reflectionMirror_count")
private func childCount<T>(_ value: T, type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_subscript")
private func child<T>(
    of value: T, type: any Any.Type, index: Int, name: UnsafeMutablePointer<UnsafePointer<CChar>?>,
    free: UnsafeMutablePointer<(@convention(c) (UnsafePointer<CChar>?) -> Void)?>
) -> Any

@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

@_silgen_name("swift_getTypeContextDescriptor")
private func typeContextDescriptor(_ type: any Any.Type) -> UnsafeRawPointer?
