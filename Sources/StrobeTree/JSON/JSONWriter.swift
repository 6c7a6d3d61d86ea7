internal import OrderedCollections

/// Writes values as JSON into a buffer that a sink empties whenever it is full.
struct JSONWriter: ~Copyable {
    /// Takes a piece of the text; returns whether more is wanted.
    ///
    /// Not generic over what a sink throws: callers in other modules would get code that is not specialised.
    typealias Sink = (UnsafeRawBufferPointer) -> Bool

    private let style: JSON.Style
    private let buffer: UnsafeMutablePointer<UInt8>
    private var used = 0
    private var isStopped = false

    private static let capacity = 32 * 1024
    /// The bytes of a string that are escaped in one go, which keeps the pieces of the text near their size.
    private static let piece = 128
    /// The most bytes that such a piece takes, with what is around it.
    private static let margin = piece * 6 + 64

    init(style: JSON.Style) {
        self.style = style
        buffer = .allocate(capacity: Self.capacity + Self.margin)
    }

    deinit {
        buffer.deallocate()
    }

    mutating func flush(to sink: Sink) {
        guard used > 0, !isStopped else { return }
        isStopped = !sink(UnsafeRawBufferPointer(start: buffer, count: used))
        used = 0
    }

    /// Makes room for a piece of a string, a number or a word.
    @inline(__always)
    private mutating func makeRoom(_ sink: Sink) {
        if used >= Self.capacity { flush(to: sink) }
        if isStopped { used = 0 }
    }

    mutating func write(_ value: borrowing Value, depth: Int, to sink: Sink) {
        makeRoom(sink)
        switch value {
        case .null: word("null")
        case .bool(let bool): word(bool ? "true" : "false")
        case .int(let int):
            if int < 0 { append(UInt8(ascii: "-")) }
            digits(int.magnitude)
        case .uint(let uint): digits(uint)
        case .double(let double): number(double)
        case .string(let string): self.string(string, to: sink)
        case .array(let elements):
            append(UInt8(ascii: "["))
            for index in elements.indices where !isStopped {
                if index > 0 { append(UInt8(ascii: ",")) }
                newLine(depth: depth + 1, to: sink)
                write(elements[index], depth: depth + 1, to: sink)
            }
            if !elements.isEmpty { newLine(depth: depth, to: sink) }
            close(UInt8(ascii: "]"), to: sink)
        case .object(let object):
            members(object, depth: depth, to: sink)
        }
    }

    private mutating func members(_ object: borrowing Value.Object, depth: Int, to sink: Sink) {
        append(UInt8(ascii: "{"))
        // Both are taken out once: each access by way of the object is a check at run time.
        let keys = object.orderedKeys.elements
        let values = object.values
        if style.sortsKeys {
            let order = values.indices.sorted { keys[$0].utf8.lexicographicallyPrecedes(keys[$1].utf8) }
            for (index, place) in order.enumerated() where !isStopped {
                member(keys[place], values[place], isFirst: index == 0, depth: depth, to: sink)
            }
        } else {
            for place in values.indices where !isStopped {
                member(keys[place], values[place], isFirst: place == 0, depth: depth, to: sink)
            }
        }
        if !values.isEmpty { newLine(depth: depth, to: sink) }
        close(UInt8(ascii: "}"), to: sink)
    }

    /// Closes an array or object, of which any number may close one after the other.
    @inline(__always)
    private mutating func close(_ byte: UInt8, to sink: Sink) {
        makeRoom(sink)
        append(byte)
    }

    @inline(__always)
    private mutating func member(_ key: String, _ value: Value, isFirst: Bool, depth: Int, to sink: Sink) {
        if !isFirst { append(UInt8(ascii: ",")) }
        newLine(depth: depth + 1, to: sink)
        string(key, to: sink)
        append(UInt8(ascii: ":"))
        if style.indentation > 0 { append(UInt8(ascii: " ")) }
        write(value, depth: depth + 1, to: sink)
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
    private mutating func newLine(depth: Int, to sink: Sink) {
        if style.indentation > 0 { indent(by: depth * style.indentation, to: sink) }
    }

    private mutating func indent(by spaces: Int, to sink: Sink) {
        makeRoom(sink)
        append(UInt8(ascii: "\n"))
        for _ in 0..<spaces {
            makeRoom(sink)
            append(UInt8(ascii: " "))
        }
    }

    // MARK: Numbers

    private mutating func digits(_ magnitude: UInt64) {
        if magnitude < 10 { return append(48 &+ UInt8(truncatingIfNeeded: magnitude)) }
        var length = 2
        var bound: UInt64 = 100
        while length < 20, magnitude >= bound {
            length &+= 1
            bound = bound &* 10
        }
        var rest = magnitude
        var end = used &+ length
        used = end
        // Two digits a division, which is by far the slowest step.
        while rest >= 100 {
            let quotient = rest / 100
            let pair = UInt32(truncatingIfNeeded: rest &- quotient &* 100)
            let ten = (pair &* 103) &>> 10
            end &-= 2
            buffer[end] = 48 &+ UInt8(truncatingIfNeeded: ten)
            buffer[end &+ 1] = 48 &+ UInt8(truncatingIfNeeded: pair &- ten &* 10)
            rest = quotient
        }
        if rest >= 10 {
            end &-= 1
            buffer[end] = 48 &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        buffer[end &- 1] = 48 &+ UInt8(truncatingIfNeeded: rest)
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

    @inline(__always)
    private mutating func string(_ string: String, to sink: Sink) {
        append(UInt8(ascii: "\""))
        let isWritten: Void? = string.utf8.withContiguousStorageIfAvailable { escape($0, to: sink) }
        if isWritten == nil {
            var string = string
            string.withUTF8 { escape($0, to: sink) }
        }
        append(UInt8(ascii: "\""))
    }

    /// Copies bytes, escaping those that need it.
    private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>, to sink: Sink) {
        guard let start = bytes.baseAddress else { return }
        var first = 0
        while bytes.count &- first > Self.piece {
            used = JSONText.escape(start + first, Self.piece, at: buffer + used) - buffer
            makeRoom(sink)
            if isStopped { return }
            first &+= Self.piece
        }
        used = JSONText.escape(start + first, bytes.count &- first, at: buffer + used) - buffer
        makeRoom(sink)
    }
}
