/// Encodes messages as JSON text, without a `Value` in between; the text is the same.
///
/// A class because `Encoder` hands itself to containers, which write back here; it belongs to one thread, and can be used
/// again for the next message.
package final class MessageText: Encoder {
    /// What is not written in order, which `MessageEncoder` can do.
    private struct Unusual: Error {}

    private enum Kind { case nothing, leaf, array, object }

    /// What is known of a type.
    private final class Plan {
        let isLeaf: Bool
        /// Whether its members have no order.
        let isUnordered: Bool
        /// Whether it writes its members itself.
        let isListed: Bool

        init(_ type: any Any.Type) {
            isLeaf = Leaf.types.contains(ObjectIdentifier(type))
            isUnordered = type is any UnorderedMembers.Type
            isListed = type is any ListedMembers.Type
        }
    }

    // No access lasts while anything else is called that may come back here, so that none needs a check at run time.

    /// The text, to which the caller may add.
    @exclusivity(unchecked)
    package var line = JSONLine()
    private let limits: TreeLimits
    @exclusivity(unchecked)
    private var budget: MessageWriter.Budget
    @exclusivity(unchecked)
    private var plans = PlanTable<Plan>()
    @exclusivity(unchecked)
    private var kind = Kind.nothing
    @exclusivity(unchecked)
    private var count = 0
    @exclusivity(unchecked)
    private var depth = 0
    @exclusivity(unchecked)
    private var isUnusual = false

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Makes an encoder.
    ///
    /// - Parameter limits: The largest message that is written; the parts of a `Value` in it are not counted.
    package init(limits: TreeLimits = .default) {
        self.limits = limits
        budget = MessageWriter.Budget(limits)
    }

    /// Writes a message to `line`, which has nothing else then.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - start: Writes what comes before it; may be called twice.
    /// - Throws: As `MessageEncoder.encode(_:)`; what `line` has is of no use then.
    /// - Complexity: O(*n*) in the number of members.
    package func write(_ message: some Encodable, after start: (inout JSONLine) -> Void) throws(TreeError) {
        budget = MessageWriter.Budget(limits)
        (kind, count, depth, isUnusual, hasContent) = (.nothing, 0, 0, false, true)
        line.cut(to: 0)
        start(&line)
        do {
            try write(message)
            if !isUnusual { return }
        } catch {
            // What is wrong is found again below, unless it was only unusual.
        }
        let value = try MessageEncoder(limits: limits).encode(message)
        line.cut(to: 0)
        start(&line)
        line.append(value)
    }

    /// Whether the message that was written has any members.
    package private(set) var hasContent = false

    // MARK: Values

    fileprivate func write<T: Encodable>(_ value: T) throws {
        let plan = plans.entry(for: T.self) { Plan(T.self) }
        if plan.isLeaf, let leaf = Leaf.value(of: value) { return try write(leaf: leaf) }
        guard !plan.isUnordered else {
            return line.append(try noting { try MessageWriter(budget: budget, depth: depth).form(of: value) })
        }
        let outer = (kind, count)
        (kind, count) = (.nothing, 0)
        depth += 1
        try spend()
        if plan.isListed, let listed = value as? any ListedMembers {
            let start = line.count
            kind = .object
            count = 1
            line.append(text: "{")
            listed.writeMembers(to: &line)
            try spend(line.count - start)
        } else {
            try noting { try value.encode(to: self) }
        }
        switch kind {
        case .nothing: line.append(text: "{}")
        case .leaf: break
        case .array: line.append(text: "]")
        case .object: line.append(text: "}")
        }
        depth -= 1
        if depth == 0 { hasContent = kind == .leaf || count > 0 }
        (kind, count) = outer
    }

    fileprivate func write(leaf: Value) throws {
        if case .string(let text) = leaf { return try write(text) }
        try spend()
        line.append(leaf)
    }

    fileprivate func write(_ text: String) throws {
        try spend(text.utf8.count)
        line.append(text)
    }

    fileprivate func write(_ integer: Int64) throws {
        try spend()
        line.append(integer)
    }

    private func spend(_ bytes: Int = 0) throws {
        try noting { try budget.spend(bytes, depth: depth) }
    }

    /// An error may be caught by an `encode(to:)`, which goes on: what was written until then is of no use.
    @inline(__always)
    private func noting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            isUnusual = true
            throw error
        }
    }

    private var unusual: Unusual {
        isUnusual = true
        return Unusual()
    }

    /// Begins a member.
    ///
    /// - Parameter level: Where the container was made: nothing else may be being written.
    fileprivate func begin(_ key: String, at level: Int) throws {
        guard level == depth, kind == .object else { throw unusual }
        try spend(key.utf8.count)
        line.append(key: key, isFirst: count == 0)
        count += 1
    }

    /// Begins an element.
    fileprivate func beginElement(at level: Int) throws {
        guard level == depth, kind == .array else { throw unusual }
        if count > 0 { line.append(text: ",") }
        count += 1
    }

    /// Begins the only value.
    fileprivate func beginLeaf(at level: Int) throws {
        guard level == depth, kind == .nothing else { throw unusual }
        kind = .leaf
    }

    // MARK: Containers

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if kind == .nothing {
            kind = .object
            line.append(text: "{")
        }
        return KeyedEncodingContainer(KeyedText<Key>(text: self, level: depth))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if kind == .nothing {
            kind = .array
            line.append(text: "[")
        }
        return UnkeyedText(text: self, level: depth)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { SingleText(text: self, level: depth) }

    fileprivate var elementCount: Int { kind == .array ? count : 0 }

    /// An encoder beside this one.
    fileprivate var besides: any Encoder {
        isUnusual = true
        return MessageText()
    }

    /// The level of a container inside another, which may be written to at any time: the message is encoded otherwise.
    fileprivate func giveUp() -> Int {
        isUnusual = true
        return -1
    }
}

private struct KeyedText<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let text: MessageText
    let level: Int
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
        try begin(key)
        try text.write(leaf: .null)
    }
    func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key)
        try text.write(leaf: .bool(value))
    }
    func encode(_ value: String, forKey key: Key) throws {
        try begin(key)
        try text.write(value)
    }
    func encode(_ value: Int, forKey key: Key) throws {
        try begin(key)
        try text.write(Int64(value))
    }
    func encode(_ value: Int64, forKey key: Key) throws {
        try begin(key)
        try text.write(value)
    }
    func encode(_ value: UInt64, forKey key: Key) throws {
        try begin(key)
        try text.write(leaf: Leaf.form(value))
    }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try begin(key)
        try text.write(value)
    }
    // What most members are, without looking up what the protocol's own versions need to know of types.
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
    // The protocol has its own versions of these two, which throw.
    func encode(_ value: Int128, forKey key: Key) throws {
        try begin(key)
        try text.write(leaf: Leaf.wide(value))
    }
    func encode(_ value: UInt128, forKey key: Key) throws {
        try begin(key)
        try text.write(leaf: Leaf.wide(value))
    }

    private func begin(_ key: Key) throws { try text.begin(key.stringValue, at: level) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedText<Nested>(text: text, level: text.giveUp()))
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedText(text: text, level: text.giveUp())
    }
    func superEncoder() -> any Encoder { text.besides }
    func superEncoder(forKey key: Key) -> any Encoder { text.besides }
}

private struct UnkeyedText: UnkeyedEncodingContainer {
    let text: MessageText
    let level: Int
    var codingPath: [any CodingKey] { [] }
    var count: Int { text.elementCount }

    func encodeNil() throws {
        try text.beginElement(at: level)
        try text.write(leaf: .null)
    }
    func encode<T: Encodable>(_ value: T) throws {
        try text.beginElement(at: level)
        try text.write(value)
    }
    func encode(_ value: Int128) throws {
        try text.beginElement(at: level)
        try text.write(leaf: Leaf.wide(value))
    }
    func encode(_ value: UInt128) throws {
        try text.beginElement(at: level)
        try text.write(leaf: Leaf.wide(value))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedText<Nested>(text: text, level: text.giveUp()))
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedText(text: text, level: text.giveUp()) }
    func superEncoder() -> any Encoder { text.besides }
}

private struct SingleText: SingleValueEncodingContainer {
    let text: MessageText
    let level: Int
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {
        try text.beginLeaf(at: level)
        try text.write(leaf: .null)
    }
    func encode<T: Encodable>(_ value: T) throws {
        try text.beginLeaf(at: level)
        try text.write(value)
    }
    func encode(_ value: Int128) throws {
        try text.beginLeaf(at: level)
        try text.write(leaf: Leaf.wide(value))
    }
    func encode(_ value: UInt128) throws {
        try text.beginLeaf(at: level)
        try text.write(leaf: Leaf.wide(value))
    }
}
