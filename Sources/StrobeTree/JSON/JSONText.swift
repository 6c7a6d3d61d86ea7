/// What readers of JSON text have in common.
package enum JSONText {
    /// Steps to the next quote, backslash or control character, eight bytes at a time.
    ///
    /// - Parameters:
    ///   - start: The text.
    ///   - position: Where to begin, and then the place of such a byte, or the text's end.
    ///   - count: The number of the text's bytes.
    /// - Returns: Whether all bytes on the way are ASCII.
    @inlinable @inline(__always)
    package static func skipPlainBytes(_ start: UnsafePointer<UInt8>, _ position: inout Int, _ count: Int) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones &* 0x80
        var seen: UInt64 = 0
        while position &+ 8 <= count {
            let word = UInt64(littleEndian: UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self))
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            // The lowest marked byte is exact; a borrow can only mark bytes above it.
            let marks =
                ((word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & tops
            if marks != 0 {
                let bits = marks.trailingZeroBitCount & ~7
                position &+= bits &>> 3
                return (seen | word & ((1 &<< UInt64(bits)) &- 1)) & tops == 0
            }
            seen |= word
            position &+= 8
        }
        while position < count {
            let byte = start[position]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
            seen |= UInt64(byte)
            position &+= 1
        }
        return seen & tops == 0
    }
}

extension JSONText {
    /// Copies the bytes of a string, with escapes for those that need one.
    ///
    /// - Parameters:
    ///   - start: The bytes.
    ///   - count: How many there are.
    ///   - place: Where there is room for six times as many.
    /// - Returns: Where the copy ends; up to seven bytes after it may have been written as well.
    @inline(__always)
    static func escape(
        _ start: UnsafePointer<UInt8>, _ count: Int, at place: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let (from, to) = (UnsafeRawPointer(start), UnsafeMutableRawPointer(place))
        var index = 0
        while index &+ 8 <= count {
            let word = from.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if hasSpecial(word) { return escapeSlowly(start, count, at: place) }
            to.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        guard index < count else { return place + count }
        // The rest as one word: the last eight bytes once more, or all there are of fewer, in overlapping parts.
        if count >= 8 {
            let word = from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            if hasSpecial(word) { return escapeSlowly(start, count, at: place) }
            to.storeBytes(of: word, toByteOffset: count &- 8, as: UInt64.self)
        } else {
            let last = UInt64(count &- 1) &* 8
            let word: UInt64
            if count >= 4 {
                let high = UInt32(littleEndian: from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
                word =
                    UInt64(UInt32(littleEndian: from.loadUnaligned(as: UInt32.self)))
                    | UInt64(high) &<< (last &- 24)
            } else {
                word =
                    UInt64(start[0]) | UInt64(start[count &>> 1]) &<< UInt64((count &>> 1) &* 8)
                    | UInt64(start[count &- 1]) &<< last
            }
            // What is beyond the text are spaces, which are nothing special.
            if hasSpecial(word | 0x2020_2020_2020_2000 &<< last) { return escapeSlowly(start, count, at: place) }
            to.storeBytes(of: word.littleEndian, as: UInt64.self)
        }
        return place + count
    }

    /// Whether one of eight bytes is a control character, a quote or a backslash.
    @inline(__always)
    private static func hasSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        return
            ((word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash)
            & (ones &* 0x80) != 0
    }

    /// The same byte by byte.
    @inline(never)
    private static func escapeSlowly(
        _ start: UnsafePointer<UInt8>, _ count: Int, at place: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var out = place
        for index in 0..<count {
            let byte = start[index]
            if byte >= 0x20, byte != 0x22, byte != 0x5C {
                out.pointee = byte
                out += 1
            } else {
                out = escape(byte, at: out)
            }
        }
        return out
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
