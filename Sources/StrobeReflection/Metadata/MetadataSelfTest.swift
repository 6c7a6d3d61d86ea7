internal import StrobeSystem

/// Compares what the layout of metadata says of some types with what is known of them.
enum MetadataSelfTest {
    /// Whether all of it is right.
    static func passes() -> Bool {
        isMapped(Record<String>.self) && isMapped(Choice.self) && isMapped(Constant.self) && fieldsAreRight()
            && casesAreRight() && classesAreRight() && keysAreRight()
    }

    // MARK: Known types

    private struct Record<Element> {
        let number: Int = 0
        var list: [Element] = []
        weak var watched: Constant?
        unowned var owner: Constant
        var nothing: Void = ()
    }

    private enum Choice {
        case empty
        case number(Int)
        case pair(name: String, Bool)
        indirect case nested(Choice)
    }

    private class Constant {
        let number = 7
    }

    private final class Derived: Constant {
        let text = ""
    }

    private final class Variable: Constant {
        var text = ""
    }

    /// Its first property cannot be copied.
    private final class Guarded {
        let token = Token()
        let number = 0
    }

    private struct Token: ~Copyable {}

    private struct Coded: Codable {
        var first: Int
        var second: String

        enum CodingKeys: String, CodingKey {
            case first
            case second = "other"
        }
    }

    // MARK: Checks

    private static func fieldsAreRight() -> Bool {
        guard let fields = MetadataLayout.fields(of: Record<String>.self),
            fields.map(\.name) == ["number", "list", "watched", "owner", "nothing"],
            fields.map(\.isVariable) == [false, true, true, true, true],
            fields.map(\.isUnowned) == [false, false, true, true, false],
            fields.map(\.mayDangle) == [false, false, false, true, false],
            fields[0].type == Int.self, fields[1].type == [String].self, fields[4].type == Void.self,
            fields[3].referenced == Constant.self, MetadataLayout.isReflected(Record<String>.self)
        else { return false }
        let module = String(reflecting: Record<String>.self).prefix { $0 != "." }
        return MetadataLayout.genericArguments(of: Record<String>.self)?.map { ObjectIdentifier($0) }
            == [ObjectIdentifier(String.self)]
            && MetadataLayout.genericArguments(of: Coded.self)?.isEmpty == true
            && MetadataLayout.moduleName(of: Record<String>.self) == String(module)
    }

    private static func casesAreRight() -> Bool {
        guard let cases = MetadataLayout.fields(of: Choice.self), let tag = EnumTag(Choice.self),
            cases.map(\.name) == ["number", "pair", "nested", "empty"], cases[0].type == Int.self,
            cases[1].type == (name: String, Bool).self, cases[3].type == nil,
            cases.map(\.isIndirect) == [false, false, true, false], cases.map(\.hasType) == [true, true, true, false]
        else { return false }
        let values: [Choice] = [.number(42), .pair(name: "a", true), .nested(.empty), .empty]
        guard values.indices.allSatisfy({ index in withUnsafePointer(to: values[index]) { tag($0) } == index }) else {
            return false
        }
        var bits = Choice.number(42)
        return withUnsafeMutableBytes(of: &bits) { bits in
            guard let start = bits.baseAddress else { return false }
            tag.project(start)
            return start.load(as: Int.self) == 42
        }
    }

    private static func classesAreRight() -> Bool {
        MetadataLayout.constants(ofClass: Derived.self)?.map(\.name) == ["number", "text"]
            && MetadataLayout.properties(ofClass: Derived.self)?.map(\.name) == ["text"]
            && MetadataLayout.constants(ofClass: Variable.self) == nil
            && MetadataLayout.constants(ofClass: Guarded.self) == nil
    }

    private static func keysAreRight() -> Bool {
        DeclaredKeys.of(Coded.self)?.map(\.name) == ["first", "other"]
            && DeclaredKeys.of(Coded.self)?.map(\.caseName) == ["first", "second"]
            && KeyCases.values(Coded.CodingKeys.self) == [.first, .second]
    }

    // MARK: Memory

    /// Whether what the description of a type refers to is memory of this process: with another layout it may not be.
    private static func isMapped(_ type: any Any.Type) -> Bool {
        guard let descriptor = RuntimeCalls.descriptor(of: type), let name = MetadataLayout.target(descriptor + 8),
            let fields = MetadataLayout.target(descriptor + 16), isMapped(name), isMapped(fields)
        else { return false }
        let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        guard size == 12, (1...16).contains(count) else { return false }
        return (0..<count).allSatisfy { index in
            [4, 8].allSatisfy { part in
                MetadataLayout.target(fields + 16 + index * size + part).map(isMapped) ?? true
            }
        }
    }

    private static func isMapped(_ address: UnsafeRawPointer) -> Bool {
        let pageSize = UInt(getpagesize())
        let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: address) / pageSize * pageSize)
        #if canImport(Darwin)
            var state: CChar = 0
        #else
            var state: UInt8 = 0
        #endif
        return mincore(page, 1, &state) == 0
    }
}
