/// What a reader and a writer of JSON take that do the least: the limit that others are compared with.
enum PlainJSON {
    /// Reads well-formed text without escapes and fractions into 16 bytes a value; checks nothing.
    ///
    /// - Returns: The number of values.
    static func read(_ text: [UInt8]) -> Int {
        text.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            let tape = UnsafeMutablePointer<(Int, Int)>.allocate(capacity: bytes.count / 2 + 1)
            defer { tape.deallocate() }
            var (place, count) = (0, 0)
            while place < bytes.count {
                let byte = start.load(fromByteOffset: place, as: UInt8.self)
                switch byte {
                case UInt8(ascii: "\""):
                    let first = place + 1
                    place = closingQuote(start, first, bytes.count)
                    tape[count] = (first, place - first)
                    count &+= 1
                    place &+= 1
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    var number = 0
                    while place < bytes.count {
                        let digit = start.load(fromByteOffset: place, as: UInt8.self) &- 48
                        guard digit < 10 else { break }
                        number = number &* 10 &+ Int(digit)
                        place &+= 1
                    }
                    tape[count] = (number, -1)
                    count &+= 1
                case UInt8(ascii: ","), UInt8(ascii: ":"): place &+= 1
                case UInt8(ascii: "t"), UInt8(ascii: "n"):
                    tape[count] = (Int(byte), -2)
                    count &+= 1
                    place &+= 4
                case UInt8(ascii: "f"):
                    tape[count] = (Int(byte), -2)
                    count &+= 1
                    place &+= 5
                default:
                    tape[count] = (Int(byte), -3)
                    count &+= 1
                    place &+= 1
                }
            }
            return count
        }
    }

    private static func closingQuote(_ start: UnsafeRawPointer, _ first: Int, _ end: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var place = first
        while place &+ 8 <= end {
            let quote = start.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ (ones &* 0x22)
            let marks = (quote &- ones) & ~quote & (ones &* 0x80)
            if marks != 0 { return place &+ marks.trailingZeroBitCount &>> 3 }
            place &+= 8
        }
        while start.load(fromByteOffset: place, as: UInt8.self) != 0x22 { place &+= 1 }
        return place
    }

    /// Writes a state straight from its properties; escapes nothing.
    ///
    /// - Parameter place: Where there is room for all of it.
    /// - Returns: The number of bytes.
    static func write(_ state: ShopState, at place: UnsafeMutablePointer<UInt8>) -> Int {
        var pen = Pen(place: place)
        pen.put("{\"count\":")
        pen.put(state.count)
        pen.put(",\"title\":")
        pen.put(text: state.title)
        pen.put(",\"items\":[")
        for (index, item) in state.items.enumerated() {
            pen.put(index == 0 ? "{\"id\":" : ",{\"id\":")
            pen.put(item.id)
            pen.put(",\"title\":")
            pen.put(text: item.title)
            pen.put(item.done ? ",\"done\":true" : ",\"done\":false")
            pen.put(",\"tags\":[")
            for (index, tag) in item.tags.enumerated() {
                if index > 0 { pen.put(",") }
                pen.put(text: tag)
            }
            pen.put("]}")
        }
        pen.put("]}")
        return pen.place - place
    }

    private struct Pen {
        var place: UnsafeMutablePointer<UInt8>

        @inline(__always)
        mutating func put(_ text: StaticString) {
            place.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
            place += text.utf8CodeUnitCount
        }

        @inline(__always)
        mutating func put(text: String) {
            put("\"")
            let place = place
            let count = text.utf8.withContiguousStorageIfAvailable { bytes in
                if let start = bytes.baseAddress { place.update(from: start, count: bytes.count) }
                return bytes.count
            }
            self.place += count ?? 0
            put("\"")
        }

        mutating func put(_ number: Int) {
            if number >= 10 { put(number / 10) }
            place.pointee = 48 + UInt8(truncatingIfNeeded: number % 10)
            place += 1
        }
    }
}
