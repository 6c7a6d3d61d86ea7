internal import Foundation

/// The search for the shape of one type and of all it is made of.
///
/// A class because probing decoders share it; it never leaves the thread that started it.
final class ProbeSession {
    /// No value could be made up for a part, so that what holds it cannot be decoded to its end.
    struct Incomplete: Error {}

    struct Finding<T> {
        var schema: Schema
        /// A value of the type, which lets the decoding of what holds it go on.
        var value: T?
    }

    private struct Known {
        var schema: Schema
        var value: Any?
        var size: Int
    }

    /// The types that are being looked at, outermost first.
    private var stack: [ObjectIdentifier] = []
    /// The outermost of them that was met again.
    private var outermost = Int.max
    private var known: [ObjectIdentifier: Known] = [:]
    private var values: [ObjectIdentifier: Any] = [:]
    private var budget = 50_000

    private static let maxDepth = 48

    func schema(_ type: any Decodable.Type) -> Schema {
        func open<T: Decodable>(_ type: T.Type) -> Schema { probe(type).schema }
        return open(type)
    }

    /// The shape of a type, and a value of it if one could be made up.
    func probe<T: Decodable>(_ type: T.Type) -> Finding<T> {
        budget -= 1
        let unknown = Finding<T>(schema: .unknown(type: TypeName.of(type)))
        if let leaf = Self.leaves[ObjectIdentifier(type)] {
            return Finding(schema: leaf.schema, value: leaf.value as? T)
        }
        if let form = type as? any ProbeForm.Type {
            guard stack.count < Self.maxDepth, budget > 0 else {
                return Finding(schema: unknown.schema, value: form.empty as? T)
            }
            // Optionals and collections make a level too: there are types that nest them without end.
            stack.append(ObjectIdentifier(type))
            defer { stack.removeLast() }
            return Finding(schema: form.probe(self), value: form.empty as? T)
        }
        if let raw = rawCases(type) { return raw }
        let id = ObjectIdentifier(type)
        if let place = stack.firstIndex(of: id) {
            outermost = min(outermost, place)
            return Finding(schema: .recursive(type: TypeName.of(type)), value: values[id] as? T)
        }
        if let found = known[id] {
            budget -= found.size
            return budget > 0 ? Finding(schema: found.schema, value: found.value as? T) : unknown
        }
        guard stack.count < Self.maxDepth, budget > 0 else { return unknown }
        let before = budget
        let outer = outermost
        outermost = .max
        stack.append(id)
        let finding = shape(type)
        stack.removeLast()
        values[id] = finding.value
        // A shape that refers to a type further out means something in its place alone.
        if outermost >= stack.count {
            known[id] = Known(schema: finding.schema, value: finding.value, size: before - budget)
        }
        outermost = min(outer, outermost)
        return finding
    }

    private func rawCases<T: Decodable>(_ type: T.Type) -> Finding<T>? {
        guard let raw = type as? any RawRepresentable.Type else { return nil }
        func open<R: RawRepresentable>(_ type: R.Type) -> (cases: [Schema.Case], value: Any)? {
            guard let cases = RawCases.all(type), let first = RawCases.values(type)?.first else { return nil }
            return (cases.map { Schema.Case(name: $0.name, raw: $0.form) }, first)
        }
        guard let (cases, value) = open(raw) else { return nil }
        return Finding(schema: .choice(type: TypeName.of(type), cases: cases), value: value as? T)
    }

    private func shape<T: Decodable>(_ type: T.Type) -> Finding<T> {
        let name = TypeName.of(type)
        let prober = Prober(session: self)
        var value: T?
        var failure: (any Error)?
        do {
            value = try T(from: prober)
        } catch {
            failure = error
        }
        if let question = prober.caseQuestion {
            guard let keys = question.keys(failure) else { return Finding(schema: .unknown(type: name), value: value) }
            return choice(type, keys)
        }
        guard failure == nil || failure is Incomplete else { return Finding(schema: .unknown(type: name)) }
        let schema = prober.schema(type: name, isComplete: failure == nil)
        return Finding(schema: schema ?? .unknown(type: name), value: value)
    }

    /// An enum, decoded once for each case.
    private func choice<T: Decodable>(_ type: T.Type, _ keys: [String]) -> Finding<T> {
        let id = ObjectIdentifier(type)
        var cases: [Schema.Case?] = Array(repeating: nil, count: keys.count)
        var value: T?
        // A case that holds its own enum can be decoded to the end once another case has given a value.
        for attempt in 0..<2 {
            var incomplete = false
            for (index, key) in keys.enumerated() where cases[index] == nil {
                let prober = Prober(session: self, forcedCase: key)
                let made = try? T(from: prober)
                if value == nil, let made {
                    value = made
                    values[id] = made
                }
                if made != nil || attempt == 1 {
                    cases[index] = Schema.Case(name: key, payload: prober.payload(isComplete: made != nil))
                } else {
                    incomplete = true
                }
            }
            if !incomplete { break }
        }
        // A struct may ask for all keys too; its cases would be made up.
        if let value, !TypeFacts.isEnum(value) {
            return Finding(schema: .unknown(type: TypeName.of(type)), value: value)
        }
        return Finding(schema: .choice(type: TypeName.of(type), cases: cases.compactMap { $0 }), value: value)
    }

    private struct LeafType {
        var schema: Schema
        var value: Any
    }

    private static var leaves: [ObjectIdentifier: LeafType] { LeafTypes.all }

    private enum LeafTypes {
        // Values of these types are immutable and shared by nobody who could change them.
        nonisolated(unsafe) static let all: [ObjectIdentifier: LeafType] = {
            var all: [ObjectIdentifier: LeafType] = [:]
            func add<T>(_ scalar: Schema.Scalar, _ value: T) {
                all[ObjectIdentifier(T.self)] = LeafType(schema: .scalar(scalar), value: value)
            }
            add(.bool, false)
            add(.string, "")
            add(.double, 0.0)
            add(.double, Float(0))
            add(.int, 0)
            add(.int, Int8(0))
            add(.int, Int16(0))
            add(.int, Int32(0))
            add(.int, Int64(0))
            add(.int, Int128(0))
            add(.uint, UInt(0))
            add(.uint, UInt8(0))
            add(.uint, UInt16(0))
            add(.uint, UInt32(0))
            add(.uint, UInt64(0))
            add(.uint, UInt128(0))
            add(.date, Date(timeIntervalSinceReferenceDate: 0))
            add(.data, Data())
            add(.url, URL(fileURLWithPath: "/"))
            add(.uuid, UUID())
            add(.decimal, Decimal(0))
            all[ObjectIdentifier(Value.self)] = LeafType(schema: .unknown(type: "Value"), value: Value.null)
            return all
        }()
    }
}

/// A standard type whose shape follows from its parameters.
protocol ProbeForm {
    /// A value without elements.
    static var empty: Any { get }
    static func probe(_ session: ProbeSession) -> Schema
}

extension Optional: ProbeForm where Wrapped: Decodable {
    static var empty: Any { Self.none as Any }
    static func probe(_ session: ProbeSession) -> Schema { .optional(session.probe(Wrapped.self).schema) }
}

extension Array: ProbeForm where Element: Decodable {
    static var empty: Any { Self() }
    static func probe(_ session: ProbeSession) -> Schema { .array(session.probe(Element.self).schema) }
}

extension ContiguousArray: ProbeForm where Element: Decodable {
    static var empty: Any { Self() }
    static func probe(_ session: ProbeSession) -> Schema { .array(session.probe(Element.self).schema) }
}

extension ArraySlice: ProbeForm where Element: Decodable {
    static var empty: Any { Self() }
    static func probe(_ session: ProbeSession) -> Schema { .array(session.probe(Element.self).schema) }
}

extension Set: ProbeForm where Element: Decodable {
    static var empty: Any { Self() }
    static func probe(_ session: ProbeSession) -> Schema { .set(session.probe(Element.self).schema) }
}

extension Dictionary: ProbeForm where Key: Decodable, Value: Decodable {
    static var empty: Any { Self() }
    static func probe(_ session: ProbeSession) -> Schema {
        .dictionary(key: session.probe(Key.self).schema, value: session.probe(Value.self).schema)
    }
}
