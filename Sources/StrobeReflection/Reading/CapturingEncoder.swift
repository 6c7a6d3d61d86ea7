internal import StrobeTree

/// An encoder that keeps what a value hands to its containers instead of descending into it.
///
/// A class because `Encoder` hands itself to containers, which write back here; it never leaves the thread that encodes.
final class CapturingEncoder: Encoder {
    enum Content {
        case nothing
        case single(Child)
        case keyed([Member])
        case unkeyed([Child])
    }

    private(set) var content = Content.nothing
    /// Whether `nestedContainer(keyedBy:)` made this, as synthesised enums do for the payload of a case.
    let isNestedContainer: Bool
    /// Whether this is the labelled payload of a case.
    private(set) var isPayload = false
    private var problem: String?
    private var requests = 0

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(isNestedContainer: Bool = false) {
        self.isNestedContainer = isNestedContainer
    }

    /// The recording of a payload.
    convenience init(payload: [Member]) {
        self.init()
        content = .keyed(payload)
        isPayload = true
    }

    /// Records one level of a value.
    convenience init(of value: some Encodable) {
        self.init()
        do {
            try value.encode(to: self)
        } catch {
            fail(describe(error))
        }
    }

    /// Why the recording cannot be used.
    var failure: String? { problem }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        openKeyed()
        return KeyedEncodingContainer(KeyedRecorder<Key>(recorder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        openUnkeyed()
        return UnkeyedRecorder(recorder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        request()
        return SingleRecorder(recorder: self)
    }

    func openKeyed() {
        request()
        switch content {
        case .nothing:
            var members: [Member] = []
            members.reserveCapacity(8)
            content = .keyed(members)
        case .keyed: break
        default: fail(Self.twoKinds)
        }
    }

    func openUnkeyed() {
        request()
        switch content {
        case .nothing: content = .unkeyed([])
        case .unkeyed: break
        default: fail(Self.twoKinds)
        }
    }

    var count: Int {
        if case .unkeyed(let children) = content { children.count } else { 0 }
    }

    func add(_ child: Child) throws {
        try check()
        guard case .unkeyed(var children) = content else { return }
        content = .nothing
        children.append(child)
        content = .unkeyed(children)
    }

    func add(_ member: Member) throws {
        try check()
        guard case .keyed(var members) = content else { return }
        content = .nothing
        members.append(member)
        content = .keyed(members)
    }

    func set(_ child: Child) throws {
        guard case .nothing = content else {
            fail(Self.twoValues)
            return try check()
        }
        content = .single(child)
    }

    /// An `encode(to:)` that hands this encoder on to itself without end is stopped here.
    private func request() {
        requests += 1
        if requests > 1_000 { fail(Self.endless) }
    }

    private func check() throws {
        if let problem { throw Problem(message: problem) }
    }

    private func fail(_ message: String) {
        if problem == nil { problem = message }
    }

    /// What is wrong with a type's coding in words of our own, which repeat no value.
    private static let ownProblems: Set = [twoKinds, twoValues, endless, Expansion.endless]
    private static let twoKinds = "its encode(to:) requests containers of two kinds"
    private static let twoValues = "its encode(to:) encodes more than one value into a single value container"
    private static let endless = "its encode(to:) does not end"

    /// A message as it is reported if something in the value may be hidden: errors of the program may repeat that.
    static func unquoted(_ message: String) -> String {
        ownProblems.contains(message) ? message : "its encode(to:) threw an error that may repeat a hidden value"
    }

    private func describe(_ error: any Error) -> String {
        switch error {
        case let problem as Problem: problem.message
        case EncodingError.invalidValue(_, let context): context.debugDescription
        default: String(describing: error)
        }
    }

    private struct Problem: Error {
        var message: String
    }
}

private struct KeyedRecorder<Key: CodingKey>: NilEncodingContainer {
    let recorder: CapturingEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { try leaf(.null, Any?.self, key) }
    func encode(_ value: Bool, forKey key: Key) throws { try leaf(.bool(value), Bool.self, key) }
    func encode(_ value: String, forKey key: Key) throws { try leaf(.string(value), String.self, key) }
    func encode(_ value: Double, forKey key: Key) throws { try leaf(Leaf.form(value), Double.self, key) }
    func encode(_ value: Int, forKey key: Key) throws { try leaf(.int(Int64(value)), Int.self, key) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try recorder.add(Member(key: key.stringValue, child: Child(value)))
    }

    // The protocol has its own versions of these two, which throw.
    func encode(_ value: Int128, forKey key: Key) throws { try leaf(Leaf.wide(value), Int128.self, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try leaf(Leaf.wide(value), UInt128.self, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let nested = nest(key, isNestedContainer: true)
        return nested.container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nest(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { nest("super") }
    func superEncoder(forKey key: Key) -> any Encoder { nest(key) }

    private func leaf(_ value: Value, _ type: any Any.Type, _ key: Key) throws {
        try recorder.add(Member(key: key.stringValue, child: .leaf(value, type)))
    }

    func optional<T: Encodable>(_ value: T?, _ key: Key) throws {
        let child: Child
        if let value {
            if let leaf = Leaf.value(of: value) {
                child = .leaf(leaf, T?.self)
            } else {
                // The optional itself is passed on: it alone knows how to keep `.some(nil)` apart from `nil`.
                child = .encodable(Optional(value))
            }
        } else {
            // A `Value` may be null by itself, so a missing one is left out.
            if T.self == Value.self { return }
            child = .leaf(.null, T?.self)
        }
        try recorder.add(Member(key: key.stringValue, child: child))
    }

    private func nest(_ key: Key, isNestedContainer: Bool = false) -> CapturingEncoder {
        nest(key.stringValue, isNestedContainer: isNestedContainer)
    }

    private func nest(_ key: String, isNestedContainer: Bool = false) -> CapturingEncoder {
        let nested = CapturingEncoder(isNestedContainer: isNestedContainer)
        // A recording that has failed already stays failed; there is no way to throw from here.
        try? recorder.add(Member(key: key, child: .nested(nested)))
        return nested
    }
}

private struct UnkeyedRecorder: UnkeyedEncodingContainer {
    let recorder: CapturingEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { recorder.count }

    func encodeNil() throws { try recorder.add(.leaf(.null, Any?.self)) }
    func encode<T: Encodable>(_ value: T) throws { try recorder.add(Child(value)) }
    func encode(_ value: Int128) throws { try recorder.add(Child(value)) }
    func encode(_ value: UInt128) throws { try recorder.add(Child(value)) }
    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nest().container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nest().unkeyedContainer() }
    func superEncoder() -> any Encoder { nest() }

    private func nest() -> CapturingEncoder {
        let nested = CapturingEncoder()
        try? recorder.add(.nested(nested))
        return nested
    }
}

private struct SingleRecorder: SingleValueEncodingContainer {
    let recorder: CapturingEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { try recorder.set(.leaf(.null, Any?.self)) }
    func encode<T: Encodable>(_ value: T) throws { try recorder.set(Child(value)) }
    func encode(_ value: Int128) throws { try recorder.set(Child(value)) }
    func encode(_ value: UInt128) throws { try recorder.set(Child(value)) }
}

/// A container that writes members that are `nil`, too: the standard library's own `encodeIfPresent` leaves them out.
protocol NilEncodingContainer: KeyedEncodingContainerProtocol {
    /// Writes a member that may be `nil`.
    func optional<T: Encodable>(_ value: T?, _ key: Key) throws
}

extension NilEncodingContainer {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try optional(value, key) }
}
