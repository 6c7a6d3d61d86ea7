internal import OrderedCollections

/// Reads one JSON text from memory that the caller keeps alive.
///
/// Finished elements wait on one stack until their array or object closes, so that nothing grows but that stack. The
/// objects of an array mostly have the same keys in the same order: at every place where an object may be the reader
/// keeps a guess, the keys last seen there, and compares bytes before it makes strings.
struct JSONReader: ~Copyable {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// The offset of the next byte.
    var position = 0
    /// Room for a string whose escapes are resolved.
    var scratch: [UInt8] = []

    private let maxDepth: Int
    private let maxNodes: Int
    private var nodes = 0
    private var depth = 0

    private var stack: UnsafeMutablePointer<Value>
    private var stackCount = 0
    private var stackCapacity = 64

    private var guesses: [Guess] = [Guess()]
    /// The keys of all guesses.
    private var guessedKeys: [GuessedKey] = []

    /// What an object at some place of the text is expected to look like.
    private struct Guess {
        var shape: Value.Shape?
        /// Where its keys begin in `guessedKeys`.
        var firstKey = 0
        var keyCount = 0
        /// The guess for the values of members that have no guess of their own; 0 until it is needed.
        var rest = 0
        /// How often it was wrong; a place where every object differs is left alone after a while.
        var misses = 0
    }

    private struct GuessedKey {
        /// Where in the text the key was last, quotes included.
        var offset: Int
        var length: Int
        /// The guess for the value.
        var child: Int
    }

    private static let maxMisses = 8
    private static let maxGuessedKeys = 64
    private static let maxGuesses = 65_536

    init(_ bytes: UnsafeRawPointer, count: Int, limits: JSONLimits) {
        start = bytes.assumingMemoryBound(to: UInt8.self)
        self.count = count
        maxDepth = min(max(limits.maxDepth, 1), 512)
        maxNodes = limits.maxNodes
        stack = .allocate(capacity: stackCapacity)
    }

    deinit {
        stack.deinitialize(count: stackCount)
        stack.deallocate()
    }

    static var emptyText: TreeError {
        TreeError(.malformedJSON, "The text is empty; expected a JSON value.", offset: 0, expected: "a JSON value")
    }

    /// The byte at the position, or 0 at the end of the text.
    var byte: UInt8 {
        @inline(__always) get { position < count ? start[position] : 0 }
    }

    mutating func read() throws(TreeError) -> Value {
        skipSpace()
        if position == count { throw Self.emptyText }
        try value(guess: 0)
        skipSpace()
        if position < count { throw unexpected("the end of the text") }
        stackCount -= 1
        return (stack + stackCount).move()
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
    private mutating func push(_ value: consuming Value) {
        if stackCount == stackCapacity { growStack() }
        (stack + stackCount).initialize(to: value)
        stackCount &+= 1
    }

    @inline(never)
    private mutating func growStack() {
        let grown = UnsafeMutablePointer<Value>.allocate(capacity: stackCapacity * 2)
        grown.moveInitialize(from: stack, count: stackCount)
        stack.deallocate()
        stack = grown
        stackCapacity *= 2
    }

    /// Moves the values above a mark off the stack.
    private mutating func popValues(above mark: Int) -> [Value] {
        let number = stackCount - mark
        stackCount = mark
        // An array without elements is shared by all threads, and to set its count would write to it.
        guard number > 0 else { return [] }
        let source = stack + mark
        return Array(unsafeUninitializedCapacity: number) { storage, initialized in
            storage.baseAddress?.moveInitialize(from: source, count: number)
            initialized = number
        }
    }

    /// Reads a value and pushes it.
    private mutating func value(guess: Int) throws(TreeError) {
        nodes &+= 1
        if nodes > maxNodes {
            throw TreeError(.tooLarge, "The text holds more than \(maxNodes) values.", offset: position)
        }
        switch byte {
        case UInt8(ascii: "{"): try object(guess: guess)
        case UInt8(ascii: "["): try array(guess: guess)
        case UInt8(ascii: "\""): push(.string(try string()))
        case UInt8(ascii: "t"):
            try word("true")
            push(.bool(true))
        case UInt8(ascii: "f"):
            try word("false")
            push(.bool(false))
        case UInt8(ascii: "n"):
            try word("null")
            push(.null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): push(try number())
        default: throw unexpected("a value")
        }
    }

    private mutating func word(_ word: StaticString) throws(TreeError) {
        let length = word.utf8CodeUnitCount
        for index in 0..<length {
            guard position &+ index < count, start[position &+ index] == word.utf8Start[index] else {
                position = min(position + index, count)
                throw unexpected("\"\(word)\"")
            }
        }
        position &+= length
    }

    private mutating func open() throws(TreeError) {
        depth &+= 1
        if depth > maxDepth {
            throw TreeError(
                .tooLarge, "The text nests deeper than \(maxDepth) levels at byte \(position).", offset: position)
        }
        position &+= 1
        skipSpace()
    }

    private mutating func array(guess: Int) throws(TreeError) {
        try open()
        let mark = stackCount
        if byte == UInt8(ascii: "]") {
            position &+= 1
        } else {
            while true {
                try value(guess: guess)
                skipSpace()
                if byte == UInt8(ascii: ",") {
                    position &+= 1
                    skipSpace()
                } else if byte == UInt8(ascii: "]") {
                    position &+= 1
                    break
                } else {
                    throw unexpected("\",\" or \"]\"")
                }
            }
        }
        depth &-= 1
        push(.array(popValues(above: mark)))
    }

    private mutating func object(guess: Int) throws(TreeError) {
        try open()
        let mark = stackCount
        if byte == UInt8(ascii: "}") {
            position &+= 1
            depth &-= 1
            push(.object(Value.Object()))
            return
        }
        let first = guesses[guess].firstKey
        let expected = guesses[guess].keyCount
        var matched = 0
        while matched < expected, matchKey(guessedKeys[first &+ matched]) {
            try colon()
            try value(guess: guessedKeys[first &+ matched].child)
            matched &+= 1
            skipSpace()
            if byte == UInt8(ascii: ",") {
                position &+= 1
                skipSpace()
                if byte == UInt8(ascii: "}") { throw unexpected("a key in quotes") }
                continue
            }
            guard byte == UInt8(ascii: "}") else { throw unexpected("\",\" or \"}\"") }
            guard matched == expected, let shape = guesses[guess].shape else { break }
            position &+= 1
            depth &-= 1
            push(.object(Value.Object(shape: shape, values: popValues(above: mark))))
            return
        }
        try otherObject(guess: guess, matched: matched, mark: mark)
    }

    /// Reads the rest of an object whose keys are not those that were guessed, and remembers them for the next one.
    private mutating func otherObject(guess: Int, matched: Int, mark: Int) throws(TreeError) {
        let learns = guesses[guess].misses < Self.maxMisses && guesses.count < Self.maxGuesses
        var keys = OrderedSet<String>()
        var learnt: [GuessedKey] = []
        if matched > 0, let shape = guesses[guess].shape {
            keys = OrderedSet(shape.keys.prefix(matched))
            if learns {
                let first = guesses[guess].firstKey
                learnt = Array(guessedKeys[first..<first + matched])
            }
        }
        var repeats = false
        while byte != UInt8(ascii: "}") {
            guard byte == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
            let offset = position
            let (inserted, place) = keys.append(try string())
            let child: Int
            if learns, keys.count <= Self.maxGuessedKeys {
                child = newGuess()
                learnt.append(GuessedKey(offset: offset, length: position - offset, child: child))
            } else {
                child = restGuess(of: guess)
            }
            try colon()
            try value(guess: child)
            if !inserted {
                repeats = true
                stackCount -= 1
                stack[mark + place] = (stack + stackCount).move()
            }
            skipSpace()
            if byte == UInt8(ascii: ",") {
                position &+= 1
                skipSpace()
                if byte == UInt8(ascii: "}") { throw unexpected("a key in quotes") }
            } else if byte != UInt8(ascii: "}") {
                throw unexpected("\",\" or \"}\"")
            }
        }
        position &+= 1
        depth &-= 1
        let shape = Value.Shape(keys)
        guesses[guess].misses += 1
        if learns, !repeats, learnt.count == keys.count {
            guesses[guess].shape = shape
            guesses[guess].firstKey = guessedKeys.count
            guesses[guess].keyCount = learnt.count
            guessedKeys += learnt
        }
        push(.object(Value.Object(shape: shape, values: popValues(above: mark))))
    }

    private mutating func newGuess() -> Int {
        guesses.append(Guess())
        return guesses.count - 1
    }

    /// The one guess for all those members that have none of their own.
    private mutating func restGuess(of guess: Int) -> Int {
        if guesses[guess].rest == 0 { guesses[guess].rest = newGuess() }
        return guesses[guess].rest
    }

    @inline(__always)
    private mutating func colon() throws(TreeError) {
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw unexpected("\":\"") }
        position &+= 1
        skipSpace()
    }

    /// Steps over a key if it is written with the same bytes as an earlier one.
    @inline(__always)
    private mutating func matchKey(_ key: GuessedKey) -> Bool {
        guard key.length <= count &- position else { return false }
        let here = UnsafeRawPointer(start + position)
        let there = UnsafeRawPointer(start + key.offset)
        var index = 0
        while index &+ 8 <= key.length {
            let a = here.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let b = there.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard a == b else { return false }
            index &+= 8
        }
        while index < key.length {
            guard start[position &+ index] == start[key.offset &+ index] else { return false }
            index &+= 1
        }
        position &+= key.length
        return true
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
