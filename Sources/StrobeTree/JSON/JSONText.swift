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
    /// - Returns: Where the copy ends.
    @inline(__always)
    static func escape(
        _ start: UnsafePointer<UInt8>, _ count: Int, at place: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var (index, out) = (0, place)
        while index < count {
            if index &+ 8 <= count {
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
