internal import StrobeSystem
internal import Synchronization

/// Which bytes of a type belong to its stored properties, so that values can be compared without what lies between them.
///
/// The places of stored properties follow from their sizes and alignments. The outcome is believed only where each
/// property is found at its place, byte by byte, in a value: existentials, for one, hide their true size.
struct PaddingMask {
    /// One value.
    private let words: [UInt64]
    /// As many values in a row as a vector has words.
    private let tile: [SIMD8<UInt64>]

    private static let known = Mutex<[ObjectIdentifier: PaddingMask]>([:])

    private init(words: [UInt64]) {
        self.words = words
        let lanes = SIMD8<UInt64>.scalarCount
        tile = words.indices.map { part in
            var vector = SIMD8<UInt64>()
            for lane in 0..<lanes { vector[lane] = words[(part * lanes + lane) % words.count] }
            return vector
        }
    }

    /// The mask of a type, found with some of its values; `nil` if there is no padding or none can be determined.
    static func of<T>(_ values: UnsafeBufferPointer<T>) -> PaddingMask? {
        let id = ObjectIdentifier(T.self)
        if let mask = known.withLock({ $0[id] }) { return mask }
        let stride = MemoryLayout<T>.stride
        guard stride % 8 == 0, MemoryLayout<T>.alignment >= 8, stride <= 4096 else { return nil }
        for index in Set([0, values.count / 2, values.count - 1]) where values.indices.contains(index) {
            guard let mask = measured(values[index]) else { continue }
            known.withLock { $0[id] = mask }
            return mask
        }
        return nil
    }

    private static func measured<T>(_ value: T) -> PaddingMask? {
        var covered = [Bool](repeating: false, count: MemoryLayout<T>.stride)
        let isCertain = withUnsafeBytes(of: value) { cover(value, at: 0, in: $0, &covered) }
        guard isCertain, covered.contains(false) else { return nil }
        let words = stride(from: 0, to: covered.count, by: 8).map { start in
            // Bytes of a word are put where they are in memory, whatever the order of bytes is.
            var word: UInt64 = 0
            withUnsafeMutableBytes(of: &word) { bytes in
                for offset in 0..<8 { bytes[offset] = covered[start + offset] ? 0xFF : 0 }
            }
            return word
        }
        return PaddingMask(words: words)
    }

    /// Marks the bytes of a value at an offset; `false` if the bytes there are not its own.
    private static func cover<T>(
        _ value: T, at offset: Int, in bytes: UnsafeRawBufferPointer, _ covered: inout [Bool]
    ) -> Bool {
        let size = MemoryLayout<T>.size
        guard offset + size <= bytes.count else { return false }
        guard let parts = storedProperties(value) else {
            let isHere = withUnsafeBytes(of: value) { own in
                guard let a = own.baseAddress, let b = bytes.baseAddress else { return size == 0 }
                return memcmp(a, b + offset, size) == 0
            }
            guard isHere else { return false }
            for index in offset..<offset + size { covered[index] = true }
            return true
        }
        var end = offset
        for part in parts {
            func place<P>(_ part: P) -> Bool {
                let alignment = MemoryLayout<P>.alignment
                let start = (end + alignment - 1) / alignment * alignment
                end = start + MemoryLayout<P>.size
                return cover(part, at: start, in: bytes, &covered)
            }
            guard _openExistential(part, do: place) else { return false }
        }
        return end - offset == size
    }

    /// The values of the stored properties of a struct that reports them truly; `nil` for all other types.
    ///
    /// Types with a mirror of their own may hide some, and structs of C have parts that Swift does not show.
    private static func storedProperties<T>(_ value: T) -> [Any]? {
        if value is any CustomReflectable || String(reflecting: T.self).hasPrefix("__C.") { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct, !mirror.children.isEmpty,
            StoredProperties(of: value, mirror).areReadable
        else { return nil }
        return mirror.children.map(\.value)
    }

    /// Whether two values have equal bits apart from padding.
    @inline(__always)
    func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
        let x = a.assumingMemoryBound(to: UInt64.self)
        let y = b.assumingMemoryBound(to: UInt64.self)
        return words.withUnsafeBufferPointer { words in
            var difference: UInt64 = 0
            for index in words.indices { difference |= (x[index] ^ y[index]) & words[index] }
            return difference == 0
        }
    }

    /// The first of some values in two buffers that differ apart from padding; `nil` if none do.
    func firstDifference(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, in range: Range<Int>) -> Int? {
        let size = words.count * MemoryLayout<UInt64>.size
        let lanes = SIMD8<UInt64>.scalarCount
        var index = range.lowerBound
        tile.withUnsafeBufferPointer { tile in
            while index + lanes <= range.upperBound {
                var x = a + index * size
                var y = b + index * size
                var difference = SIMD8<UInt64>()
                for mask in tile {
                    difference |=
                        (x.loadUnaligned(as: SIMD8<UInt64>.self) ^ y.loadUnaligned(as: SIMD8<UInt64>.self)) & mask
                    x += MemoryLayout<SIMD8<UInt64>>.size
                    y += MemoryLayout<SIMD8<UInt64>>.size
                }
                if difference != SIMD8() { break }
                index += lanes
            }
        }
        while index < range.upperBound {
            if !areEqual(a + index * size, b + index * size) { return index }
            index += 1
        }
        return nil
    }
}
