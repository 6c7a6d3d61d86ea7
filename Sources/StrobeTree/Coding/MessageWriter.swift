/// The encoder of one value of a message.
///
/// A class because `Encoder` hands itself to containers, which write back here; it never leaves the thread that encodes.
final class MessageWriter: Encoder {
    /// What the whole message may still take.
    final class Budget {
        private let limits: TreeLimits
        @exclusivity(unchecked)
        private var nodes = 0
        @exclusivity(unchecked)
        private var bytes = 0

        init(_ limits: TreeLimits) {
            self.limits = limits
        }

        func spend(_ text: Int = 0, depth: Int) throws(TreeError) {
            nodes += 1
            bytes += text
            guard nodes <= limits.maxNodes, bytes <= limits.maxBytes, depth <= limits.maxDepth else {
                throw TreeError(.tooLarge, "The message has more than \(excess(depth)). Request a part of it.")
            }
        }

        private func excess(_ depth: Int) -> String {
            if depth > limits.maxDepth { return "\(limits.maxDepth) levels" }
            return bytes > limits.maxBytes ? "\(limits.maxBytes) bytes" : "\(limits.maxNodes) nodes"
        }
    }

    enum Part {
        case value(Value)
        case nested(MessageWriter)
    }

    private enum Content {
        case nothing
        case single(Value)
        case elements([Part])
        case members([(key: String, part: Part)])
    }

    private var content = Content.nothing
    private let budget: Budget
    private let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(budget: Budget, depth: Int) {
        self.budget = budget
        self.depth = depth
    }

    /// The form of a value that is a part of this one.
    func form(of value: some Encodable) throws -> Value {
        if let leaf = Leaf.value(of: value) {
            try spend(leaf)
            return leaf
        }
        let writer = nested()
        try budget.spend(depth: writer.depth)
        try value.encode(to: writer)
        // The order of a dictionary differs from run to run.
        return writer.form(sorted: value is any UnorderedMembers)
    }

    func spend(_ leaf: Value) throws(TreeError) {
        if case .string(let text) = leaf {
            try budget.spend(text.utf8.count, depth: depth)
        } else {
            try budget.spend(depth: depth)
        }
    }

    func nested() -> MessageWriter { MessageWriter(budget: budget, depth: depth + 1) }

    private func form(sorted: Bool = false) -> Value {
        func value(_ part: Part) -> Value {
            switch part {
            case .value(let value): value
            case .nested(let writer): writer.form()
            }
        }
        switch content {
        case .nothing: return .object([:])
        case .single(let value): return value
        case .elements(let parts): return .array(parts.map(value))
        case .members(let members):
            var object = Value.Object()
            object.reserveCapacity(members.count)
            for (key, part) in sorted ? members.sorted(by: { $0.key < $1.key }) : members { object[key] = value(part) }
            return .object(object)
        }
    }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .nothing = content {
            var members: [(key: String, part: Part)] = []
            members.reserveCapacity(8)
            content = .members(members)
        }
        return KeyedEncodingContainer(KeyedWriter<Key>(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .nothing = content { content = .elements([]) }
        return UnkeyedWriter(writer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(writer: self) }

    var count: Int {
        if case .elements(let parts) = content { parts.count } else { 0 }
    }

    func add(_ part: Part, _ key: String) throws(TreeError) {
        guard case .members(var members) = content else { throw twoKinds }
        content = .nothing
        members.append((key, part))
        content = .members(members)
        try budget.spend(key.utf8.count, depth: depth)
    }

    func add(_ part: Part) throws(TreeError) {
        guard case .elements(var parts) = content else { throw twoKinds }
        content = .nothing
        parts.append(part)
        content = .elements(parts)
    }

    func set(_ value: Value) throws(TreeError) {
        guard case .nothing = content else { throw twoKinds }
        content = .single(value)
    }

    private var twoKinds: TreeError { TreeError(.unencodable, "An encode(to:) requests containers of two kinds.") }
}

/// A type whose members have no order.
protocol UnorderedMembers {}
extension Dictionary: UnorderedMembers {}

private struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: MessageWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { try leaf(.null, key) }
    func encode(_ value: Bool, forKey key: Key) throws { try leaf(.bool(value), key) }
    func encode(_ value: String, forKey key: Key) throws { try leaf(.string(value), key) }
    func encode(_ value: Double, forKey key: Key) throws { try leaf(Leaf.form(value), key) }
    func encode(_ value: Int, forKey key: Key) throws { try leaf(.int(Int64(value)), key) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try writer.add(.value(writer.form(of: value)), key.stringValue)
    }

    // The protocol has its own versions of these two, which throw.
    func encode(_ value: Int128, forKey key: Key) throws { try leaf(Leaf.wide(value), key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try leaf(Leaf.wide(value), key) }

    private func leaf(_ value: Value, _ key: Key) throws {
        try writer.spend(value)
        try writer.add(.value(value), key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nest(key.stringValue).container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nest(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { nest("super") }
    func superEncoder(forKey key: Key) -> any Encoder { nest(key.stringValue) }

    private func nest(_ key: String) -> MessageWriter {
        let nested = writer.nested()
        // Over the limits the next value that is written throws.
        try? writer.add(.nested(nested), key)
        return nested
    }
}

private struct UnkeyedWriter: UnkeyedEncodingContainer {
    let writer: MessageWriter
    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.count }

    func encodeNil() throws { try leaf(.null) }
    func encode(_ value: Bool) throws { try leaf(.bool(value)) }
    func encode(_ value: String) throws { try leaf(.string(value)) }
    func encode(_ value: Int) throws { try leaf(.int(Int64(value))) }
    func encode<T: Encodable>(_ value: T) throws { try writer.add(.value(writer.form(of: value))) }

    func encode(_ value: Int128) throws { try leaf(Leaf.wide(value)) }
    func encode(_ value: UInt128) throws { try leaf(Leaf.wide(value)) }

    private func leaf(_ value: Value) throws {
        try writer.spend(value)
        try writer.add(.value(value))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nest().container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nest().unkeyedContainer() }
    func superEncoder() -> any Encoder { nest() }

    private func nest() -> MessageWriter {
        let nested = writer.nested()
        try? writer.add(.nested(nested))
        return nested
    }
}

private struct SingleWriter: SingleValueEncodingContainer {
    let writer: MessageWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { try writer.set(.null) }
    func encode(_ value: Int128) throws { try writer.set(writer.form(of: value)) }
    func encode(_ value: UInt128) throws { try writer.set(writer.form(of: value)) }
    func encode<T: Encodable>(_ value: T) throws { try writer.set(writer.form(of: value)) }
}
