import StrobeSystem
internal import StrobeTree

/// The facts that the index needs about a line, taken from its text without making values of it.
///
/// The whole line is checked to be JSON, so that damage is known when a file is opened and not only when one comes to it.
struct LineProbe: ~Copyable {
    /// Where a string is, without its quotes.
    struct Text {
        var range: Range<Int>
        var hasEscapes: Bool
    }

    private(set) var kind: Text?
    private(set) var store: Text?
    private(set) var seq: Int?
    private(set) var t: Int64?
    private(set) var fromSeq: Int?
    private(set) var toSeq: Int?
    /// Where the list of changes is, with its brackets.
    private(set) var changes: Range<Int>?
    private(set) var hasAction = false
    private(set) var hasError = false
    private(set) var origin: Text?
    /// Whether a name may be that of a change which cannot be compared.
    private(set) var mayBeIncomparable = false
    /// Whether a key or text of interest is written with escapes, so that the line has to be read as a whole.
    private(set) var hasEscapes = false

    let start: UnsafePointer<UInt8>
    let count: Int
    private let maxDepth: Int
    private var position = 0

    /// Why a line is no JSON object, or too deep.
    struct Fault: Error {
        fileprivate var reason: StaticString
        /// How many levels are read, where that is the reason.
        fileprivate var maxDepth: Int?
        var offset: Int

        var message: String { maxDepth.map { "nests deeper than \($0) levels" } ?? "\(reason)" }
    }

    /// Looks at a line.
    ///
    /// - Parameters:
    ///   - bytes: The line, which has to exist as long as the probe.
    ///   - maxDepth: How many arrays and objects may be open at once.
    init(_ start: UnsafePointer<UInt8>, count: Int, maxDepth: Int) throws(Fault) {
        self.start = start
        self.count = count
        self.maxDepth = maxDepth
        skipSpace()
        guard byte == UInt8(ascii: "{") else { throw fault("is not a JSON object") }
        position += 1
        try members()
        skipSpace()
        if position < count { throw fault("continues after its object") }
    }

    private var byte: UInt8 {
        @inline(__always) get { position < count ? start[position] : 0 }
    }

    private func fault(_ reason: StaticString) -> Fault { Fault(reason: reason, offset: position) }

    @inline(__always)
    private mutating func skipSpace() { Self.skipSpace(start, &position, count) }

    // MARK: The members of the line

    private mutating func members() throws(Fault) {
        skipSpace()
        if byte == UInt8(ascii: "}") {
            position += 1
            return
        }
        while true {
            let key = try key()
            try member(key)
            skipSpace()
            if byte == UInt8(ascii: ",") {
                position += 1
                skipSpace()
            } else if byte == UInt8(ascii: "}") {
                position += 1
                return
            } else {
                throw fault("has no comma or brace after a member")
            }
        }
    }

    /// Reads a key and its colon.
    private mutating func key() throws(Fault) -> Text {
        guard byte == UInt8(ascii: "\"") else { throw fault("has no key where one is required") }
        let key = try string()
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw fault("has no colon after a key") }
        position += 1
        skipSpace()
        return key
    }

    private mutating func member(_ key: Text) throws(Fault) {
        if key.hasEscapes {
            hasEscapes = true
        } else {
            switch key.range.count {
            case 1 where matches(key, "t"): return t = try integer()
            case 3 where matches(key, "seq"): return seq = try integer().map(Int.init)
            case 4 where matches(key, "kind"): return kind = try text()
            case 5 where matches(key, "store"): return store = try text()
            case 5 where matches(key, "error"): hasError = byte == UInt8(ascii: "\"")
            case 6 where matches(key, "action"): hasAction = true
            case 6 where matches(key, "origin"): return origin = try text()
            case 5 where matches(key, "toSeq"): return toSeq = try integer().map(Int.init)
            case 7 where matches(key, "fromSeq"): return fromSeq = try integer().map(Int.init)
            case 7 where matches(key, "changes"):
                let (first, isList) = (position, byte == UInt8(ascii: "["))
                try value()
                changes = isList ? first..<position : nil
                return
            default: break
            }
        }
        try value()
    }

    /// Whether that is the kind of the line.
    func isKind(_ word: StaticString) -> Bool { kind.map { matches($0, word) } ?? false }

    @inline(__always)
    func matches(_ text: Text, _ word: StaticString) -> Bool {
        text.range.count == word.utf8CodeUnitCount
            && memcmp(start + text.range.lowerBound, word.utf8Start, text.range.count) == 0
    }

    /// Reads a value that is to be a text; `nil` if it is none.
    private mutating func text() throws(Fault) -> Text? {
        guard byte == UInt8(ascii: "\"") else {
            try value()
            return nil
        }
        let text = try string()
        if text.hasEscapes { hasEscapes = true }
        return text
    }

    /// Reads a value that is to be an integer; `nil` if it is none, or none of 64 bits.
    private mutating func integer() throws(Fault) -> Int64? {
        let first = position
        try value()
        var place = first
        let isNegative = start[first] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        guard place < position else { return nil }
        var number: Int64 = 0
        while place < position {
            let digit = start[place]
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tens.subtractingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            if overflows || overflowsToo { return nil }
            number = sum
            place += 1
        }
        return isNegative ? number : number == .min ? nil : -number
    }

    // MARK: Values

    /// Steps over a value.
    ///
    /// One loop that keeps its position in a register; in the probe it would be stored and loaded again at each step.
    private mutating func value() throws(Fault) {
        let (start, count) = (start, count)
        var at = position
        // Which of the open arrays and objects are objects, in bits: 64 levels, and those around them.
        var (level, objects, outer) = (0, UInt64(0), [UInt64]())
        while true {
            let byte = at < count ? start[at] : 0
            switch byte {
            case UInt8(ascii: "\""):
                let first = at
                at &+= 1
                let isASCII = JSONText.skipPlainBytes(start, &at, count)
                if isASCII, at < count, start[at] == UInt8(ascii: "\"") {
                    at &+= 1
                } else {
                    position = first
                    _ = try string()
                    at = position
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if level &+ 2 > maxDepth {
                    position = at
                    throw Fault(reason: "", maxDepth: maxDepth, offset: position)
                }
                at &+= 1
                Self.skipSpace(start, &at, count)
                // The closing bracket is two after the opening one.
                if at < count, start[at] == byte &+ 2 {
                    at &+= 1
                    break
                }
                if level > 0, level & 63 == 0 { outer.append(objects) }
                level &+= 1
                let isObject = byte == UInt8(ascii: "{")
                objects = objects &<< 1 | (isObject ? 1 : 0)
                if isObject { try skipKey(&at, level) }
                continue
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                let first = at
                while at < count, start[at] &- 48 < 10 { at &+= 1 }
                let next = at < count ? start[at] : 0
                if at &- first >= 309 || next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
                    position = first
                    try number()
                    at = position
                }
            default:
                position = at
                switch byte {
                case UInt8(ascii: "t"): try word("true")
                case UInt8(ascii: "f"): try word("false")
                case UInt8(ascii: "n"): try word("null")
                default: try number()
                }
                at = position
            }
            // A value has ended, and so may have what it is in.
            while true {
                if level == 0 {
                    position = at
                    return
                }
                Self.skipSpace(start, &at, count)
                let byte = at < count ? start[at] : 0
                let isObject = objects & 1 == 1
                if byte == UInt8(ascii: ",") {
                    at &+= 1
                    Self.skipSpace(start, &at, count)
                    if isObject { try skipKey(&at, level) }
                    break
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    position = at
                    throw fault("lacks a comma or a closing bracket here")
                }
                at &+= 1
                level &-= 1
                objects &>>= 1
                if level > 0, level & 63 == 0, let known = outer.popLast() { objects = known }
            }
        }
    }

    /// Steps over a key and its colon.
    ///
    /// - Parameter level: How many arrays and objects of a member of the line are open.
    @inline(__always)
    private mutating func skipKey(_ at: inout Int, _ level: Int) throws(Fault) {
        if at < count, start[at] == UInt8(ascii: "\"") {
            let first = at &+ 1
            var end = first
            let isASCII = JSONText.skipPlainBytes(start, &end, count)
            if isASCII, end &+ 1 < count, start[end] == UInt8(ascii: "\""), start[end &+ 1] == UInt8(ascii: ":") {
                if level == 2, end &- first == 12 { noteIncomparable(Text(range: first..<end, hasEscapes: false)) }
                at = end &+ 2
                return Self.skipSpace(start, &at, count)
            }
        }
        position = at
        let key = try key()
        if level == 2 { noteIncomparable(key) }
        at = position
    }

    private mutating func noteIncomparable(_ key: Text) {
        if key.hasEscapes || matches(key, "incomparable") { mayBeIncomparable = true }
    }

    @inline(__always)
    private static func skipSpace(_ start: UnsafePointer<UInt8>, _ at: inout Int, _ count: Int) {
        while at < count {
            let byte = start[at]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0D || byte == 0x09 || byte == 0x0A else { return }
            at &+= 1
        }
    }

    private mutating func word(_ word: StaticString) throws(Fault) {
        let length = word.utf8CodeUnitCount
        guard position + length <= count, memcmp(start + position, word.utf8Start, length) == 0 else {
            throw fault("has an unknown word")
        }
        position += length
    }

    private mutating func number() throws(Fault) {
        let first = position
        if byte == UInt8(ascii: "-") { position += 1 }
        let whole = position
        if byte == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        // How many places the number has before its point, once the exponent has moved that.
        var places = position - whole
        if byte == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            let isNegative = byte == UInt8(ascii: "-")
            if isNegative || byte == UInt8(ascii: "+") { position += 1 }
            let exponent = position
            try digits()
            // Zeros may come before it; then it is examined more closely without need.
            if !isNegative { places += position - exponent > 3 ? 1_000 : integer(exponent..<position) }
        }
        // The largest double has 309 places.
        if places >= 309, !isDouble(first..<position) {
            position = first
            throw fault("has a number beyond the range of a double")
        }
    }

    private mutating func digits() throws(Fault) {
        let first = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position &+= 1 }
        if position == first { throw fault("has no value where one is required") }
    }

    /// The number that a few digits are.
    private func integer(_ digits: Range<Int>) -> Int {
        digits.reduce(0) { $0 * 10 + Int(start[$1] - UInt8(ascii: "0")) }
    }

    private func isDouble(_ range: Range<Int>) -> Bool {
        let text = UnsafeBufferPointer(start: start + range.lowerBound, count: range.count)
        return Double(String(decoding: text, as: UTF8.self))?.isFinite ?? false
    }

    // MARK: Strings

    private mutating func string() throws(Fault) -> Text {
        position += 1
        let first = position
        var hasEscapes = false
        var isASCII = true
        while true {
            isASCII = JSONText.skipPlainBytes(start, &position, count) && isASCII
            guard position < count else { throw fault("ends inside a string") }
            let byte = start[position]
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\") else { throw fault("has a control character in a string") }
            hasEscapes = true
            try escape()
        }
        let range = first..<position
        position += 1
        if !isASCII {
            let bytes = UnsafeBufferPointer(start: start + first, count: range.count)
            guard String(validating: bytes, as: UTF8.self) != nil else { throw fault("is not valid UTF-8") }
        }
        return Text(range: range, hasEscapes: hasEscapes)
    }

    private mutating func escape() throws(Fault) {
        position += 1
        switch byte {
        case UInt8(ascii: "u"):
            let first = try codeUnit()
            guard 0xD800..<0xE000 ~= first else { return }
            // Above U+FFFF two of them make a character, and half of it is none.
            guard first < 0xDC00, byte == UInt8(ascii: "\\"), position + 1 < count,
                start[position + 1] == UInt8(ascii: "u")
            else { throw fault("has an unpaired surrogate in a string") }
            position += 1
            guard 0xDC00..<0xE000 ~= (try codeUnit()) else { throw fault("has an unpaired surrogate in a string") }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default: throw fault("has an invalid escape in a string")
        }
    }

    /// Reads the four digits after a `u`.
    private mutating func codeUnit() throws(Fault) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            position += 1
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("has an invalid escape in a string")
            }
            code = code << 4 | UInt32(digit)
        }
        position += 1
        return code
    }
}
