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
