internal import OrderedCollections

/// Writes values as JSON into a buffer that a sink empties whenever it is full.
///
/// Where the text goes on is handed from function to function, in a register: kept in the writer, each step would wait
/// until the one before is written.
struct JSONWriter: ~Copyable {
    /// Takes a piece of the text; returns whether more is wanted.
    ///
    /// Not generic over what a sink throws: callers in other modules would get code that is not specialised.
    typealias Sink = (UnsafeRawBufferPointer) -> Bool
    /// Where the text goes on in the buffer.
    typealias Place = UnsafeMutablePointer<UInt8>

    private let style: JSON.Style
    private let buffer: UnsafeMutablePointer<UInt8>
    private let end: UnsafeMutablePointer<UInt8>
    private var isStopped = false
    private var keys = JSONKeyTexts()

    private static let capacity = 32 * 1024
    /// The bytes of a string that are escaped in one go, which keeps the pieces of the text near their size.
    private static let piece = 128
    /// The most bytes that such a piece takes, with what is around it.
    private static let margin = piece * 6 + JSONKeyTexts.longest + 64

    init(style: JSON.Style) {
        self.style = style
        buffer = .allocate(capacity: Self.capacity + Self.margin)
        end = buffer + Self.capacity
    }

    deinit {
        buffer.deallocate()
    }

    /// Writes a value, and gives the sink all of it.
    mutating func write(_ value: borrowing Value, to sink: Sink) {
        let place = write(value, depth: 0, at: buffer, to: sink)
        if place > buffer { _ = flush(place, to: sink) }
    }

    // MARK: Lines that are written piece by piece

    /// Where a line begins.
    var start: Place { buffer }

    mutating func append(_ value: borrowing Value, at place: Place, to sink: Sink) -> Place {
        write(value, depth: 0, at: place, to: sink)
    }

    mutating func append(_ string: borrowing String, at place: Place, to sink: Sink) -> Place {
        self.string(string, at: room(place, sink), to: sink)
    }

    /// Whether a key, a number or a short text fits.
    @inline(__always)
    func hasRoom(at place: Place) -> Bool { place < end }

    func append(_ integer: Int64, at place: Place) -> Place {
        var place = place
        if integer < 0 { Self.append(UInt8(ascii: "-"), &place) }
        return Self.digits(integer.magnitude, at: place)
    }

    @inline(__always)
    func append(text: StaticString, at place: Place) -> Place { Self.word(text, at: place) }

    private mutating func flush(_ place: Place, to sink: Sink) -> Place {
        if !isStopped { isStopped = !sink(UnsafeRawBufferPointer(start: buffer, count: place - buffer)) }
        return buffer
    }

    /// Makes room for a key, a piece of a string, a number or a word.
    @inline(__always)
    private mutating func room(_ place: Place, _ sink: Sink) -> Place {
        place < end ? place : flush(place, to: sink)
    }

    private mutating func write(_ value: borrowing Value, depth: Int, at place: Place, to sink: Sink) -> Place {
        var place = room(place, sink)
        switch value {
        case .null: return Self.word("null", at: place)
        case .bool(let bool): return Self.word(bool ? "true" : "false", at: place)
        case .int(let int):
            if int < 0 { Self.append(UInt8(ascii: "-"), &place) }
            return Self.digits(int.magnitude, at: place)
        case .uint(let uint): return Self.digits(uint, at: place)
        case .double(let double): return Self.number(double, at: place)
        case .string(let string): return self.string(string, at: place, to: sink)
        case .array(let elements): return self.elements(elements, depth: depth, at: place, to: sink)
        case .object(let object):
            Self.append(UInt8(ascii: "{"), &place)
            guard !object.isEmpty else {
                Self.append(UInt8(ascii: "}"), &place)
                return place
            }
            place =
                style.indentation > 0 || style.sortsKeys
                ? laidOut(object, depth: depth, at: place, to: sink)
                : members(object, depth: depth, at: place, to: sink)
            place = room(place, sink)
            Self.append(UInt8(ascii: "}"), &place)
            return place
        }
    }

    private mutating func elements(
        _ elements: borrowing [Value], depth: Int, at place: Place, to sink: Sink
    ) -> Place {
        var place = place
        Self.append(UInt8(ascii: "["), &place)
        for index in elements.indices where !isStopped {
            if index > 0 { Self.append(UInt8(ascii: ","), &place) }
            if style.indentation > 0 { place = newLine(depth: depth + 1, at: place, to: sink) }
            place = write(elements[index], depth: depth + 1, at: place, to: sink)
        }
        if style.indentation > 0, !elements.isEmpty { place = newLine(depth: depth, at: place, to: sink) }
        // Any number of these may close one after the other.
        place = room(place, sink)
        Self.append(UInt8(ascii: "]"), &place)
        return place
    }

    /// Writes the members of an object on one line, in their order.
    private mutating func members(
        _ object: borrowing Value.Object, depth: Int, at place: Place, to sink: Sink
    ) -> Place {
        var place = place
        // Taken out once: each access by way of the object is a check at run time.
        let values = object.values
        if let first = keys.first(of: object) {
            for index in values.indices where !isStopped {
                place = keys.copy(first &+ index, to: room(place, sink))
                place = write(values[index], depth: depth + 1, at: place, to: sink)
            }
            return place
        }
        let names = object.orderedKeys.elements
        for index in values.indices where !isStopped {
            if index > 0 { Self.append(UInt8(ascii: ","), &place) }
            place = string(names[index], at: place, to: sink)
            Self.append(UInt8(ascii: ":"), &place)
            place = write(values[index], depth: depth + 1, at: place, to: sink)
        }
        return place
    }

    /// Writes the members of an object line by line, or ordered by key.
    private mutating func laidOut(
        _ object: borrowing Value.Object, depth: Int, at place: Place, to sink: Sink
    ) -> Place {
        var place = place
        let names = object.orderedKeys.elements
        let values = object.values
        let order =
            style.sortsKeys
            ? values.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) } : Array(values.indices)
        for (index, member) in order.enumerated() where !isStopped {
            if index > 0 { Self.append(UInt8(ascii: ","), &place) }
            if style.indentation > 0 { place = newLine(depth: depth + 1, at: place, to: sink) }
            place = string(names[member], at: place, to: sink)
            Self.append(UInt8(ascii: ":"), &place)
            if style.indentation > 0 { Self.append(UInt8(ascii: " "), &place) }
            place = write(values[member], depth: depth + 1, at: place, to: sink)
        }
        return style.indentation > 0 ? newLine(depth: depth, at: place, to: sink) : place
    }

    @inline(__always)
    private static func append(_ byte: UInt8, _ place: inout Place) {
        place.pointee = byte
        place += 1
    }

    @inline(__always)
    private static func word(_ word: StaticString, at place: Place) -> Place {
        place.update(from: word.utf8Start, count: word.utf8CodeUnitCount)
        return place + word.utf8CodeUnitCount
    }

    private mutating func newLine(depth: Int, at place: Place, to sink: Sink) -> Place {
        var place = room(place, sink)
        Self.append(UInt8(ascii: "\n"), &place)
        for _ in 0..<depth * style.indentation {
            place = room(place, sink)
            Self.append(UInt8(ascii: " "), &place)
        }
        return place
    }

    // MARK: Numbers

    private static func digits(_ magnitude: UInt64, at place: Place) -> Place {
        if magnitude < 10 {
            place.pointee = 48 &+ UInt8(truncatingIfNeeded: magnitude)
            return place + 1
        }
        var length = 2
        var bound: UInt64 = 100
        while length < 20, magnitude >= bound {
            length &+= 1
            bound = bound &* 10
        }
        var rest = magnitude
        var end = length
        // Two digits a division, which is by far the slowest step.
        while rest >= 100 {
            let quotient = rest / 100
            let pair = UInt32(truncatingIfNeeded: rest &- quotient &* 100)
            let ten = (pair &* 103) &>> 10
            end &-= 2
            place[end] = 48 &+ UInt8(truncatingIfNeeded: ten)
            place[end &+ 1] = 48 &+ UInt8(truncatingIfNeeded: pair &- ten &* 10)
            rest = quotient
        }
        if rest >= 10 {
            end &-= 1
            place[end] = 48 &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        place[end &- 1] = 48 &+ UInt8(truncatingIfNeeded: rest)
        return place + length
    }

    /// Writes the shortest text that reads as the same number: Swift's own description of it, made as `SwiftDtoa.cpp` in
    /// its sources explains.
    private static func number(_ double: Double, at place: Place) -> Place {
        var place = place
        if double.magnitude < 1e15, let whole = Int64(exactly: double) {
            if double.sign == .minus { append(UInt8(ascii: "-"), &place) }
            return word(".0", at: digits(whole.magnitude, at: place))
        }
        if double.isFinite {
            for byte in double.description.utf8 { append(byte, &place) }
            return place
        }
        return word(double.isNaN ? "\"NaN\"" : double < 0 ? "\"-Infinity\"" : "\"Infinity\"", at: place)
    }

    // MARK: Strings

    @inline(__always)
    private mutating func string(_ string: borrowing String, at place: Place, to sink: Sink) -> Place {
        var place = place
        Self.append(UInt8(ascii: "\""), &place)
        if let end = string.utf8.withContiguousStorageIfAvailable({ escape($0, at: place, to: sink) }) {
            place = end
        } else {
            var string = copy string
            place = string.withUTF8 { escape($0, at: place, to: sink) }
        }
        Self.append(UInt8(ascii: "\""), &place)
        return place
    }

    /// Copies bytes, escaping those that need it.
    @inline(__always)
    private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>, at place: Place, to sink: Sink) -> Place {
        guard let start = bytes.baseAddress else { return place }
        return bytes.count <= Self.piece
            ? room(JSONText.escape(start, bytes.count, at: place), sink) : pieces(bytes, at: place, to: sink)
    }

    @inline(never)
    private mutating func pieces(_ bytes: UnsafeBufferPointer<UInt8>, at place: Place, to sink: Sink) -> Place {
        guard let start = bytes.baseAddress else { return place }
        var (place, first) = (place, 0)
        while first < bytes.count, !isStopped {
            let length = min(bytes.count &- first, Self.piece)
            place = room(JSONText.escape(start + first, length, at: place), sink)
            first &+= length
        }
        return place
    }
}
