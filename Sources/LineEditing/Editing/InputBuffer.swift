/// Bytes from the terminal on their way to characters.
struct InputBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { count == 0 }
    var count: Int { bytes.count - start }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    mutating func removeAll() {
        bytes = []
        start = 0
    }

    /// The bytes that are left, which are forgotten.
    mutating func takeBytes() -> [UInt8] {
        defer { removeAll() }
        return Array(bytes[start...])
    }

    /// The next whole character; nil when more bytes are needed.
    ///
    /// Bytes that are not UTF-8 are skipped.
    mutating func next() -> UInt32? {
        while start < bytes.count {
            let lead = bytes[start]
            let length =
                switch lead {
                case 0..<0x80: 1
                case 0xC2..<0xE0: 2
                case 0xE0..<0xF0: 3
                case 0xF0..<0xF5: 4
                default: 0
                }
            let available = bytes[start...].prefix(max(1, length))
            let broken = available.dropFirst().firstIndex { $0 & 0xC0 != 0x80 }
            if length == 0 || broken != nil {
                start = broken ?? start + 1
                continue
            }
            guard available.count == length else { return nil }
            start += length
            let text = String(decoding: available, as: UTF8.self)
            // Surrogates and overlong forms decode to more than one replacement character.
            if let scalar = text.unicodeScalars.first, text.utf8.count == length { return scalar.value }
        }
        return nil
    }
}
