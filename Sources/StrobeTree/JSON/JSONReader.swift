/// Reads one JSON text onto a tape, from memory that the caller keeps alive.
///
/// The tape is flat and lies in one buffer: a value is a token of 16 bytes, whatever it is, and nothing is allocated for
/// it. Strings stay where they are in the text. What of it is needed is made from there: a `Value`, or what a type
/// decodes.
struct JSONReader: ~Copyable {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// The offset of the next byte.
    var position = 0
    let memory: JSONMemory

    private(set) var tokens: UnsafeMutablePointer<JSONToken>
    private var tokenCount = 0
    private var tokenCapacity: Int
    private var members: UnsafeMutablePointer<JSONMember>

    private let maxDepth: Int
    private let maxNodes: Int
    private var nodes = 0
    private var depth = 0
    private let open: UnsafeMutablePointer<Open>

    /// An array or object that is not closed yet.
    private struct Open {
        /// Its place on the tape.
        var token: UInt32
        /// The number of its values so far.
        var count: UInt32 = 1
        /// Its last member; of an array the member that it is in.
        var member: UInt32
        var kind: JSONToken.Kind
    }

    init(_ bytes: UnsafeRawPointer, count: Int, limits: JSONLimits) {
        start = bytes.assumingMemoryBound(to: UInt8.self)
        self.count = count
        memory = JSONMemory.take()
        memory.resolved.removeAll(keepingCapacity: true)
        memory.makeRoom(forBytes: count)
        tokens = memory.tokens
        tokenCapacity = memory.tokenCapacity
        members = memory.members
        maxDepth = min(max(limits.maxDepth, 1), 512)
        // A place on the tape is a number of 32 bits.
        maxNodes = min(limits.maxNodes, Int(UInt32.max) / 2)
        open = .allocate(capacity: min(maxDepth, count))
    }

    deinit {
        open.deallocate()
        memory.giveBack()
    }

    static var emptyText: TreeError {
        TreeError(.malformedJSON, "The text is empty; expected a JSON value.", offset: 0, expected: "a JSON value")
    }

    /// The byte at the position, or 0 at the end of the text.
    var byte: UInt8 {
        @inline(__always) get { position < count ? start[position] : 0 }
    }

    /// Reads the whole text.
    mutating func read() throws(TreeError) {
        skipSpace()
        if position == count { throw Self.emptyText }
        repeat {
            // A container that is not empty goes on with its first value.
            while try value() {}
        } while try next()
        if position < count { throw unexpected("the end of the text") }
    }

    @inline(__always)
    private mutating func skipSpace() {
        while position < count {
            let byte = start[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position &+= 1
        }
    }

    @inline(__always)
    mutating func push(_ token: JSONToken) {
        if tokenCount == tokenCapacity { growTape() }
        tokens[tokenCount] = token
        tokenCount &+= 1
    }

    @inline(never)
    private mutating func growTape() {
        memory.growTokens(keeping: tokenCount)
        tokens = memory.tokens
        tokenCapacity = memory.tokenCapacity
    }

    /// Reads a scalar, or opens a container.
    ///
    /// - Returns: Whether the first value of a container comes next.
    private mutating func value() throws(TreeError) -> Bool {
        nodes &+= 1
        if nodes > maxNodes {
            throw TreeError(.tooLarge, "The text holds more than \(maxNodes) values.", offset: position)
        }
        switch byte {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        default: throw unexpected("a value")
        }
        return false
    }

    @inline(__always)
    private mutating func word(_ word: StaticString, _ kind: JSONToken.Kind) throws(TreeError) {
        let length = word.utf8CodeUnitCount
        for index in 0..<length {
            guard position &+ index < count, start[position &+ index] == word.utf8Start[index] else {
                position = min(position + index, count)
                throw unexpected("\"\(word)\"")
            }
        }
        position &+= length
        push(JSONToken(kind))
    }

    // MARK: Containers

    @inline(__always)
    private mutating func enter() throws(TreeError) {
        if depth == maxDepth {
            throw TreeError(
                .tooLarge, "The text nests deeper than \(maxDepth) levels at byte \(position).", offset: position)
        }
        position &+= 1
        skipSpace()
    }

    private mutating func array() throws(TreeError) -> Bool {
        try enter()
        let token = UInt32(truncatingIfNeeded: tokenCount)
        push(JSONToken(.array, member: 0, count: 0, end: token &+ 1))
        if byte == UInt8(ascii: "]") {
            position &+= 1
            return false
        }
        (open + depth).initialize(to: Open(token: token, member: depth > 0 ? open[depth &- 1].member : 0, kind: .array))
        depth &+= 1
        return true
    }

    private mutating func object() throws(TreeError) -> Bool {
        try enter()
        let token = UInt32(truncatingIfNeeded: tokenCount)
        push(JSONToken(.object, member: 0, count: 0, end: token &+ 1))
        if byte == UInt8(ascii: "}") {
            position &+= 1
            return false
        }
        let outer = depth > 0 ? open[depth &- 1].member : 0
        (open + depth).initialize(to: Open(token: token, member: 0, kind: .object))
        depth &+= 1
        let guess = members[Int(outer)].inner
        if matches(guess) {
            open[depth &- 1].member = guess
        } else {
            try otherKey()
            members[Int(outer)].inner = open[depth &- 1].member
        }
        try colon()
        return true
    }

    /// Steps on from a value that has ended.
    ///
    /// - Returns: Whether there is another one.
    private mutating func next() throws(TreeError) -> Bool {
        while depth > 0 {
            skipSpace()
            let container = open + (depth &- 1)
            let isArray = container.pointee.kind == .array
            let byte = byte
            if byte == UInt8(ascii: ",") {
                position &+= 1
                skipSpace()
                container.pointee.count &+= 1
                if !isArray { try key() }
                return true
            }
            guard byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else {
                throw unexpected(isArray ? "\",\" or \"]\"" : "\",\" or \"}\"")
            }
            position &+= 1
            depth &-= 1
            tokens[Int(container.pointee.token)] = JSONToken(
                container.pointee.kind, member: container.pointee.member, count: container.pointee.count,
                end: UInt32(truncatingIfNeeded: tokenCount))
        }
        skipSpace()
        return false
    }

    // MARK: Keys

    /// Reads a key other than an object's first one.
    @inline(__always)
    private mutating func key() throws(TreeError) {
        let object = open + (depth &- 1)
        let guess = members[Int(object.pointee.member)].next
        if object.pointee.kind == .object, matches(guess) {
            object.pointee.member = guess
        } else {
            let parent = object.pointee.member
            try otherKey()
            members[Int(parent)].next = object.pointee.kind == .object ? object.pointee.member : 0
        }
        try colon()
    }

    /// Reads a key that is not the one that was expected.
    @inline(never)
    private mutating func otherKey() throws(TreeError) {
        guard byte == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
        let object = open + (depth &- 1)
        try string()
        guard object.pointee.kind == .object else { return }
        let member = memory.member(after: object.pointee.member, key: text(of: tokens[tokenCount &- 1]))
        members = memory.members
        if let member {
            tokenCount &-= 1
            object.pointee.member = member
        } else {
            object.pointee.kind = .dictionary
        }
    }

    /// Steps over a key if it is that of a member, written without escapes.
    @inline(__always)
    private mutating func matches(_ guess: UInt32) -> Bool {
        guard guess != 0, byte == UInt8(ascii: "\"") else { return false }
        let member = members + Int(guess)
        let length = Int(member.pointee.length)
        guard member.pointee.length != .max, length < count &- position else { return false }
        let here = UnsafeRawPointer(start + (position &+ 1))
        if count &- position > 8 {
            guard (here.loadUnaligned(as: UInt64.self) ^ member.pointee.word) & member.pointee.mask == 0 else {
                return false
            }
            if length > 8, !hasSameBytes(here, member, from: 8) { return false }
        } else if !hasSameBytes(here, member, from: 0) {
            return false
        }
        position &+= length &+ 1
        return true
    }

    private func hasSameBytes(_ here: UnsafeRawPointer, _ member: UnsafeMutablePointer<JSONMember>, from first: Int)
        -> Bool
    {
        let there = UnsafeRawPointer(memory.spellings + member.pointee.offset)
        let length = Int(member.pointee.length)
        var index = first
        while index &+ 8 <= length {
            guard
                here.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    == there.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            else { return false }
            index &+= 8
        }
        while index < length {
            guard
                here.load(fromByteOffset: index, as: UInt8.self) == there.load(fromByteOffset: index, as: UInt8.self)
            else { return false }
            index &+= 1
        }
        return true
    }

    @inline(__always)
    private mutating func colon() throws(TreeError) {
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw unexpected("\":\"") }
        position &+= 1
        skipSpace()
    }

    /// The error for the text at the position.
    func unexpected(_ expected: String) -> TreeError {
        let found: String
        if position >= count {
            found = "the end of the text"
        } else if (0x21...0x7E).contains(start[position]) {
            found = "\"\(Unicode.Scalar(start[position]))\""
        } else {
            let hex = String(start[position], radix: 16, uppercase: true)
            found = "the byte 0x\(hex)"
        }
        return TreeError(
            .malformedJSON, "Malformed JSON at byte \(position): expected \(expected), found \(found).",
            offset: position, expected: expected)
    }
}
