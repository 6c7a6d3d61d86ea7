internal import OrderedCollections
internal import Synchronization

/// What a reader keeps from one text to the next: its buffers, and the keys that it has seen.
///
/// `@unchecked Sendable`: `take` hands each instance to one reader alone, until that gives it back.
final class JSONMemory: @unchecked Sendable {
    /// The keys of the objects that end with a member.
    enum Layout {
        case distinct(Value.Shape)
        /// Some key is there twice: where the value of each written member belongs.
        case repeated(OrderedSet<String>, places: [Int])
    }

    /// A key that is equal only to one of the same bytes: each object shows its keys as they were written.
    private struct Key: Hashable {
        let text: String

        static func == (a: Key, b: Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
        // By bytes as well: all the spellings of one text would have one hash.
        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    // One reader has it alone, and no two of its calls overlap: exclusivity needs no check at run time.
    @exclusivity(unchecked) private(set) var tokens: UnsafeMutablePointer<JSONToken>
    @exclusivity(unchecked) private(set) var tokenCapacity = 64
    /// The arrays and objects that are open at once.
    let open: UnsafeMutablePointer<JSONReader.Open>
    static let mostOpen = 512
    /// Strings that were written with escapes.
    @exclusivity(unchecked) var resolved: [UInt8] = []
    /// All members, of which the first one means none.
    @exclusivity(unchecked) private(set) var members: UnsafeMutablePointer<JSONMember>
    @exclusivity(unchecked) private var memberCount = 1
    @exclusivity(unchecked) private var memberCapacity = 16
    /// The bytes of the keys, each with a quote at its end.
    @exclusivity(unchecked) private(set) var spellings: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var spelt = 0
    @exclusivity(unchecked) private var spellingCapacity = 256
    @exclusivity(unchecked) private var keys: [String] = []
    @exclusivity(unchecked) private var numbers: [Key: UInt32] = [:]
    /// The members that are not the first ever seen after their parent, by both.
    @exclusivity(unchecked) private var others: [UInt64: UInt32] = [:]
    @exclusivity(unchecked) private var layouts: [Layout?] = [nil]

    /// An object with more members is not remembered as a whole: it is a dictionary, most likely.
    private static let mostMembers = 64
    private static let mostRemembered = 65_536
    /// What is kept for the next text at most.
    private static let mostKept = 1_024

    private static let spare = Mutex<JSONMemory?>(nil)

    init() {
        tokens = .allocate(capacity: tokenCapacity)
        open = .allocate(capacity: Self.mostOpen)
        members = .allocate(capacity: memberCapacity)
        members.initialize(to: JSONMember())
        spellings = .allocate(capacity: spellingCapacity)
    }

    deinit {
        tokens.deallocate()
        open.deallocate()
        members.deallocate()
        spellings.deallocate()
    }

    /// The memory that another reader gave back, or a new one.
    static func take() -> JSONMemory {
        spare.withLock { spare in
            let memory = spare
            spare = nil
            return memory
        } ?? JSONMemory()
    }

    /// Keeps the memory for another reader, unless it has grown large.
    func giveBack() {
        guard tokenCapacity <= Self.mostKept, memberCount <= Self.mostKept, resolved.capacity <= Self.mostKept * 16,
            spellingCapacity <= Self.mostKept * 64
        else { return }
        Self.spare.withLock { $0 = self }
    }

    /// Makes room for the tokens of a text of usual density, so that the tape is seldom copied.
    func makeRoom(forBytes count: Int) {
        guard count / 8 > tokenCapacity else { return }
        tokens.deallocate()
        tokenCapacity = count / 8
        tokens = .allocate(capacity: tokenCapacity)
    }

    /// Makes room for twice as many tokens.
    func growTokens(keeping count: Int) { Self.grow(&tokens, &tokenCapacity, keeping: count) }

    // MARK: Members

    /// The member with a key after another one.
    ///
    /// - Returns: `nil` if it is not known and not worth to be remembered.
    func member(after parent: UInt32, key text: String) -> UInt32? {
        let key = Key(text: text)
        let first = members[Int(parent)].first
        let known = numbers[key]
        if let known {
            if first != 0, members[Int(first)].key == known { return first }
            if first != 0, let other = others[UInt64(parent) << 32 | UInt64(known)] { return other }
        }
        guard members[Int(parent)].depth < Self.mostMembers, memberCount < Self.mostRemembered else { return nil }
        let number = known ?? UInt32(keys.count)
        if known == nil {
            numbers[key] = number
            keys.append(text)
        }
        let new = add(text, number, after: parent)
        if first == 0 { members[Int(parent)].first = new } else { others[UInt64(parent) << 32 | UInt64(number)] = new }
        return new
    }

    private func add(_ text: String, _ key: UInt32, after parent: UInt32) -> UInt32 {
        let bytes = text.utf8
        let length = bytes.count + 1
        while spelt + max(length, 8) > spellingCapacity {
            Self.grow(&spellings, &spellingCapacity, keeping: spelt)
        }
        let spelling = spellings + spelt
        for (index, byte) in bytes.enumerated() { spelling[index] = byte }
        spelling[bytes.count] = UInt8(ascii: "\"")
        for index in length..<max(length, 8) { spelling[index] = 0 }
        let isPlain = length < 1 << 24 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        var member = JSONMember()
        member.word = UnsafeRawPointer(spelling).loadUnaligned(as: UInt64.self)
        member.mask = UInt64(littleEndian: length >= 8 ? .max : 1 << UInt64(length * 8) - 1)
        member.offset = spelt
        member.length = isPlain ? UInt32(length) : .max
        member.key = key
        member.parent = parent
        member.depth = members[Int(parent)].depth + 1
        spelt += max(length, 8)
        if memberCount == memberCapacity { Self.grow(&members, &memberCapacity, keeping: memberCount) }
        (members + memberCount).initialize(to: member)
        memberCount += 1
        layouts.append(nil)
        return UInt32(memberCount - 1)
    }

    private static func grow<T: BitwiseCopyable>(
        _ buffer: inout UnsafeMutablePointer<T>, _ capacity: inout Int, keeping count: Int
    ) {
        let grown = UnsafeMutablePointer<T>.allocate(capacity: capacity * 2)
        grown.moveInitialize(from: buffer, count: count)
        buffer.deallocate()
        buffer = grown
        capacity *= 2
    }

    /// The text of a member's key.
    func key(of member: UInt32) -> String { keys[Int(members[Int(member)].key)] }

    /// The keys up to a member, in the order in which they were written.
    func keys(upTo last: UInt32) -> [String] {
        var names: [String] = []
        var member = last
        while member != 0 {
            names.append(key(of: member))
            member = members[Int(member)].parent
        }
        return names.reversed()
    }

    /// The keys of the objects that end with a member.
    func layout(of last: UInt32) -> Layout {
        if let known = layouts[Int(last)] { return known }
        let written = keys(upTo: last)
        var distinct = OrderedSet<String>()
        distinct.reserveCapacity(written.count)
        let places = written.map { distinct.append($0).index }
        let layout =
            distinct.count == written.count
            ? Layout.distinct(Value.Shape(distinct)) : .repeated(distinct, places: places)
        layouts[Int(last)] = layout
        return layout
    }
}
