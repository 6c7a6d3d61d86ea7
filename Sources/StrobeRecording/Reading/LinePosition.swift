/// Where a line is: in which file, from which byte on, and how long it is.
struct LinePosition: Hashable {
    /// 16 bits for the file, 48 for the offset.
    private let place: UInt64
    private let bytes: UInt32

    static let maxSources = 1 << 16
    private static let maxOffset = 1 << 48

    /// Makes a position; `nil` beyond what can be expressed: files of 256 TiB.
    init?(source: Int, offset: Int, length: Int) {
        guard offset < Self.maxOffset, let bytes = UInt32(exactly: length) else { return nil }
        place = UInt64(source) << 48 | UInt64(offset)
        self.bytes = bytes
    }

    var source: Int { Int(place >> 48) }
    var offset: Int { Int(place & (1 << 48 - 1)) }
    var length: Int { Int(bytes) }
}
