internal import OrderedCollections

/// Writes values as JSON into a buffer that a sink empties whenever it is full.
struct JSONWriter: ~Copyable {
    private let style: JSON.Style
    private let buffer: UnsafeMutablePointer<UInt8>
    private var used = 0

    private static let capacity = 32 * 1024
    /// The most bytes that a number, a word or an escaped piece of 8 bytes takes.
    private static let margin = 64

    init(style: JSON.Style) {
        self.style = style
        buffer = .allocate(capacity: Self.capacity + Self.margin)
    }

    deinit {
        buffer.deallocate()
    }

    typealias Sink<Failure: Error> = (UnsafeRawBufferPointer) throws(Failure) -> Void

    mutating func flush<Failure: Error>(to sink: Sink<Failure>) throws(Failure) {
        guard used > 0 else { return }
        let piece = UnsafeRawBufferPointer(start: buffer, count: used)
        used = 0
        try sink(piece)
    }

    mutating func write<Failure: Error>(_ value: Value, depth: Int, to sink: Sink<Failure>) throws(Failure) {
        if used >= Self.capacity { try flush(to: sink) }
        switch value {
        case .null: word("null")
        case .bool(let bool): word(bool ? "true" : "false")
        case .int(let int):
            if int < 0 { append(UInt8(ascii: "-")) }
            digits(int.magnitude)
        case .uint(let uint): digits(uint)
        case .double(let double): number(double)
        case .string(let string): try self.string(string, to: sink)
        case .array(let elements):
            append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                if !isFirst { append(UInt8(ascii: ",")) }
                isFirst = false
                try newLine(depth: depth + 1, to: sink)
                try write(element, depth: depth + 1, to: sink)
            }
            if !isFirst { try newLine(depth: depth, to: sink) }
            try close(UInt8(ascii: "]"), to: sink)
        case .object(let object):
            try members(object, depth: depth, to: sink)
        }
    }

    private mutating func members<Failure: Error>(
        _ object: Value.Object, depth: Int, to sink: Sink<Failure>
    ) throws(Failure) {
        append(UInt8(ascii: "{"))
        // Both are taken out once: each access by way of the object is a check at run time.
        let keys = object.orderedKeys
        let values = object.values
        var isFirst = true
        if style.sortsKeys {
            let order = values.indices.sorted { keys[$0].utf8.lexicographicallyPrecedes(keys[$1].utf8) }
            for place in order {
                try member(keys[place], values[place], isFirst: &isFirst, depth: depth, to: sink)
            }
        } else {
            for place in values.indices {
                try member(keys[place], values[place], isFirst: &isFirst, depth: depth, to: sink)
            }
        }
        if !isFirst { try newLine(depth: depth, to: sink) }
        try close(UInt8(ascii: "}"), to: sink)
    }

    /// Closes an array or object, of which any number may close one after the other.
    @inline(__always)
    private mutating func close<Failure: Error>(_ byte: UInt8, to sink: Sink<Failure>) throws(Failure) {
        if used >= Self.capacity { try flush(to: sink) }
        append(byte)
    }

    @inline(__always)
    private mutating func member<Failure: Error>(
        _ key: String, _ value: Value, isFirst: inout Bool, depth: Int, to sink: Sink<Failure>
    ) throws(Failure) {
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        try newLine(depth: depth + 1, to: sink)
        try string(key, to: sink)
        append(UInt8(ascii: ":"))
        if style.indentation > 0 { append(UInt8(ascii: " ")) }
        try write(value, depth: depth + 1, to: sink)
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        buffer[used] = byte
        used &+= 1
    }

    private mutating func word(_ word: StaticString) {
        (buffer + used).update(from: word.utf8Start, count: word.utf8CodeUnitCount)
        used &+= word.utf8CodeUnitCount
    }

    @inline(__always)
    private mutating func newLine<Failure: Error>(depth: Int, to sink: Sink<Failure>) throws(Failure) {
        if style.indentation > 0 { try indent(by: depth * style.indentation, to: sink) }
    }

    private mutating func indent<Failure: Error>(by spaces: Int, to sink: Sink<Failure>) throws(Failure) {
        append(UInt8(ascii: "\n"))
        for _ in 0..<spaces {
            if used >= Self.capacity { try flush(to: sink) }
            append(UInt8(ascii: " "))
        }
    }

    // MARK: Numbers

    private mutating func digits(_ magnitude: UInt64) {
        var rest = magnitude
        var length = 1
        var bound: UInt64 = 10
        while length < 20, magnitude >= bound {
            length &+= 1
            if length == 20 { break }
            bound &*= 10
        }
        var end = used &+ length
        used = end
        repeat {
            let quotient = rest / 10
            end &-= 1
            buffer[end] = 48 &+ UInt8(truncatingIfNeeded: rest &- quotient &* 10)
            rest = quotient
        } while rest > 0
    }

    private mutating func number(_ double: Double) {
        if double.magnitude < 1e15, let whole = Int64(exactly: double) {
            if double.sign == .minus { append(UInt8(ascii: "-")) }
            digits(whole.magnitude)
            word(".0")
        } else if double.isFinite {
            for byte in double.description.utf8 { append(byte) }
        } else {
            word(double.isNaN ? "\"NaN\"" : double < 0 ? "\"-Infinity\"" : "\"Infinity\"")
        }
    }

    // MARK: Strings

    private mutating func string<Failure: Error>(_ string: String, to sink: Sink<Failure>) throws(Failure) {
        var string = string
        append(UInt8(ascii: "\""))
        var rest = 0
        // Strings are lent in pieces, so that the sink, which may throw, is called outside `withUTF8`.
        while true {
            rest = string.withUTF8 { escape($0, from: rest) }
            if rest == string.utf8.count { break }
            try flush(to: sink)
        }
        append(UInt8(ascii: "\""))
    }

    /// Copies bytes, escaping those that need it, until the buffer is full; returns where to continue.
    private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
        guard let start = bytes.baseAddress else { return bytes.count }
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = first
        var out = buffer + used
        let limit = buffer + Self.capacity
        while index < bytes.count, out < limit {
            if index &+ 8 <= bytes.count {
                let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
                let quote = word ^ (ones &* 0x22)
                let backslash = word ^ (ones &* 0x5C)
                let marks =
                    ((word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash)
                    & (ones &* 0x80)
                if marks == 0 {
                    UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
                    out += 8
                    index &+= 8
                    continue
                }
            }
            let byte = start[index]
            index &+= 1
            if byte >= 0x20, byte != 0x22, byte != 0x5C {
                out.pointee = byte
                out += 1
            } else {
                out = Self.escape(byte, at: out)
            }
        }
        used = out - buffer
        return index
    }

    private static func escape(_ byte: UInt8, at out: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        out[0] = UInt8(ascii: "\\")
        switch byte {
        case 0x22, 0x5C: out[1] = byte
        case 0x0A: out[1] = UInt8(ascii: "n")
        case 0x0D: out[1] = UInt8(ascii: "r")
        case 0x09: out[1] = UInt8(ascii: "t")
        case 0x08: out[1] = UInt8(ascii: "b")
        case 0x0C: out[1] = UInt8(ascii: "f")
        default:
            let low = byte & 15
            out[1] = UInt8(ascii: "u")
            out[2] = UInt8(ascii: "0")
            out[3] = UInt8(ascii: "0")
            out[4] = 48 + byte >> 4
            out[5] = low < 10 ? 48 + low : 87 + low
            return out + 6
        }
        return out + 2
    }
}
