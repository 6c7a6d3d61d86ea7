/// Reads one JSON text onto a tape, from memory that the caller keeps alive.
///
/// The tape is flat and lies in one buffer: a value is a token of 16 bytes, whatever it is, and nothing is allocated for
/// it. Strings stay where they are in the text. What of it is needed is made from there: a `Value`, or what a type
/// decodes.
struct JSONReader: ~Copyable {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// The offset of the next byte; `read()` has it in a register, and here while it calls other functions.
    var position = 0
    let memory: JSONMemory

    private(set) var tokens: UnsafeMutablePointer<JSONToken>
    private var tokenCount = 0
    private var members: UnsafeMutablePointer<JSONMember>

    private let maxDepth: Int
    private let maxNodes: Int
    /// How many tokens are keys, and so no values.
    private var keyCount = 0
    /// The number of tokens from which on there has to be another look: at the room for more, and at the limit.
    private var room: Int

    /// An array or object that is not closed yet.
    struct Open {
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
        if !memory.resolved.isEmpty { memory.resolved.removeAll(keepingCapacity: true) }
        memory.makeRoom(forBytes: count)
        tokens = memory.tokens
        members = memory.members
        maxDepth = min(max(limits.maxDepth, 1), JSONMemory.mostOpen)
        // A place on the tape is a number of 32 bits.
        maxNodes = max(0, min(limits.maxNodes, Int(UInt32.max) / 2))
        room = min(memory.tokenCapacity, maxNodes)
    }

    deinit {
        memory.giveBack()
    }

    static var emptyText: TreeError {
        TreeError(.malformedJSON, "The text is empty; expected a JSON value.", offset: 0, expected: "a JSON value")
    }

    /// The byte at the position, or 0 at the end of the text.
    var byte: UInt8 {
        @inline(__always) get { position < count ? start[position] : 0 }
    }

    // MARK: The text

    /// Reads the whole text.
    ///
    /// One loop, which has where it is in registers: in the reader each step would wait until the one before is written.
    mutating func read() throws(TreeError) {
        let (start, count) = (start, count)
        let open = memory.open
        var (at, used, depth) = (0, 0, 0)
        var (tokens, members) = (tokens, members)
        // Around the text there is nothing: as in an array, no key comes next.
        var inner = Open(token: 0, member: 0, kind: .array)
        Self.skipSpace(start, &at, count)
        if at == count { throw Self.emptyText }
        repeat {
            if inner.kind != .array {
                let isFirst = inner.count == 1
                let parent = isFirst ? open[depth &- 1].member : inner.member
                let guess = isFirst ? members[Int(parent)].inner : members[Int(parent)].next
                if inner.kind == .object, matches(guess, members, &at) {
                    inner.member = guess
                } else {
                    (position, tokenCount) = (at, used)
                    try otherKey(of: &inner)
                    (at, used) = (position, tokenCount)
                    (tokens, members) = (self.tokens, self.members)
                    let found = inner.kind == .object ? inner.member : 0
                    if isFirst { members[Int(parent)].inner = found } else { members[Int(parent)].next = found }
                }
                Self.skipSpace(start, &at, count)
                guard at < count, start[at] == UInt8(ascii: ":") else { throw unexpected("\":\"", at: at) }
                at &+= 1
                Self.skipSpace(start, &at, count)
            }
            if used >= room {
                (position, tokenCount) = (at, used)
                try makeRoom()
                tokens = self.tokens
            }
            guard at < count else { throw unexpected("a value", at: at) }
            let byte = start[at]
            switch byte {
            case UInt8(ascii: "\""):
                let first = at &+ 1
                at = first
                let isASCII = JSONText.skipPlainBytes(start, &at, count)
                let length = at &- first
                if at < count, start[at] == UInt8(ascii: "\""), length < 1 << 31 {
                    at &+= 1
                    if !isASCII { try checkUTF8(UnsafeBufferPointer(start: start + first, count: length), at: first) }
                    tokens[used] = JSONToken(
                        .string, detail: UInt32(truncatingIfNeeded: length), payload: UInt64(first))
                    used &+= 1
                } else {
                    (position, tokenCount) = (first &- 1, used)
                    try string()
                    (at, used) = (position, tokenCount)
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == maxDepth {
                    throw TreeError(
                        .tooLarge, "The text nests deeper than \(maxDepth) levels at byte \(at).", offset: at)
                }
                at &+= 1
                Self.skipSpace(start, &at, count)
                let place = UInt32(truncatingIfNeeded: used)
                let kind = byte == UInt8(ascii: "[") ? JSONToken.Kind.array : .object
                tokens[used] = JSONToken(kind, member: 0, count: 0, end: place &+ 1)
                used &+= 1
                // The closing bracket is two after the opening one.
                guard at < count, start[at] == byte &+ 2 else {
                    (open + depth).initialize(to: inner)
                    depth &+= 1
                    inner = Open(token: place, member: kind == .array ? inner.member : 0, kind: kind)
                    continue
                }
                at &+= 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let first = at
                if byte == UInt8(ascii: "-") { at &+= 1 }
                let leading = at
                var magnitude: UInt64 = 0
                while at < count, start[at] &- 48 < 10 {
                    magnitude = magnitude &* 10 &+ UInt64(start[at] &- 48)
                    at &+= 1
                }
                let digits = at &- leading
                let next = at < count ? start[at] : 0
                let isPlain =
                    (1...18).contains(digits) && (digits == 1 || start[leading] != UInt8(ascii: "0"))
                    && next != UInt8(ascii: ".") && next | 0x20 != UInt8(ascii: "e")
                if isPlain {
                    let number = Int64(bitPattern: magnitude)
                    tokens[used] = JSONToken(
                        .int, payload: UInt64(bitPattern: leading == first ? number : 0 &- number))
                    used &+= 1
                } else {
                    (position, tokenCount) = (first, used)
                    try number()
                    (at, used) = (position, tokenCount)
                }
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                // Four bytes tell; of `false` those after the first.
                let word = at &+ (byte == UInt8(ascii: "f") ? 1 : 0)
                let bytes =
                    word &+ 4 <= count
                    ? UInt32(littleEndian: UnsafeRawPointer(start + word).loadUnaligned(as: UInt32.self)) : 0
                switch (byte, bytes) {
                case (UInt8(ascii: "t"), 0x6575_7274): tokens[used] = JSONToken(.yes)
                case (UInt8(ascii: "f"), 0x6573_6C61): tokens[used] = JSONToken(.no)
                case (UInt8(ascii: "n"), 0x6C6C_756E): tokens[used] = JSONToken(.null)
                default: throw wrongWord(byte, at: at)
                }
                used &+= 1
                at = word &+ 4
            default: throw unexpected("a value", at: at)
            }
            // A value has ended, and so may have what it is in.
            while true {
                Self.skipSpace(start, &at, count)
                guard depth > 0 else { break }
                let isArray = inner.kind == .array
                let byte = at < count ? start[at] : 0
                if byte == UInt8(ascii: ",") {
                    at &+= 1
                    Self.skipSpace(start, &at, count)
                    inner.count &+= 1
                    break
                }
                guard byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else {
                    throw unexpected(isArray ? "\",\" or \"]\"" : "\",\" or \"}\"", at: at)
                }
                at &+= 1
                tokens[Int(inner.token)] = JSONToken(
                    inner.kind, member: inner.member, count: inner.count, end: UInt32(truncatingIfNeeded: used))
                depth &-= 1
                inner = open[depth]
            }
        } while depth > 0
        if at < count { throw unexpected("the end of the text", at: at) }
    }

    @inline(__always)
    private static func skipSpace(_ start: UnsafePointer<UInt8>, _ at: inout Int, _ count: Int) {
        while at < count {
            let byte = start[at]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            at &+= 1
        }
    }

    /// Adds a token, for which there is room.
    mutating func push(_ token: JSONToken) {
        tokens[tokenCount] = token
        tokenCount &+= 1
    }

    /// Makes room for a value, if there may be another one.
    @inline(never)
    private mutating func makeRoom() throws(TreeError) {
        if tokenCount &- keyCount >= maxNodes {
            throw TreeError(.tooLarge, "The text holds more than \(maxNodes) values.", offset: position)
        }
        if tokenCount >= memory.tokenCapacity {
            memory.growTokens(keeping: tokenCount)
            tokens = memory.tokens
        }
        updateRoom()
    }

    private mutating func updateRoom() { room = min(memory.tokenCapacity, maxNodes &+ keyCount) }

    private func wrongWord(_ first: UInt8, at place: Int) -> TreeError {
        let word: StaticString = first == UInt8(ascii: "t") ? "true" : first == UInt8(ascii: "f") ? "false" : "null"
        var index = 0
        while place + index < count, index < word.utf8CodeUnitCount, start[place + index] == word.utf8Start[index] {
            index += 1
        }
        return unexpected("\"\(word)\"", at: place + index)
    }

    // MARK: Keys

    /// Reads a key that is not the one that was expected.
    @inline(never)
    private mutating func otherKey(of object: inout Open) throws(TreeError) {
        guard byte == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
        if tokenCount >= memory.tokenCapacity {
            memory.growTokens(keeping: tokenCount)
            tokens = memory.tokens
        }
        try string()
        keyCount &+= 1
        defer { updateRoom() }
        guard object.kind == .object else { return }
        let member = memory.member(after: object.member, key: text(of: tokens[tokenCount &- 1]))
        members = memory.members
        if let member {
            tokenCount &-= 1
            keyCount &-= 1
            object.member = member
        } else {
            object.kind = .dictionary
        }
    }

    /// Steps over a key if it is that of a member, written without escapes.
    @inline(__always)
    private func matches(_ guess: UInt32, _ members: UnsafeMutablePointer<JSONMember>, _ at: inout Int) -> Bool {
        guard guess != 0, at < count, start[at] == UInt8(ascii: "\"") else { return false }
        let member = members + Int(guess)
        let length = Int(member.pointee.length)
        let here = UnsafeRawPointer(start + (at &+ 1))
        if count &- at > 8 {
            guard (here.loadUnaligned(as: UInt64.self) ^ member.pointee.word) & member.pointee.mask == 0 else {
                return false
            }
            if length > 8 {
                guard member.pointee.length != .max, length < count &- at, hasSameBytes(here, member, from: 8) else {
                    return false
                }
            }
        } else {
            guard member.pointee.length != .max, length < count &- at, hasSameBytes(here, member, from: 0) else {
                return false
            }
        }
        at &+= length &+ 1
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

    /// The error for the text at the position.
    func unexpected(_ expected: String) -> TreeError { unexpected(expected, at: position) }

    private func unexpected(_ expected: String, at position: Int) -> TreeError {
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
