/// What was measured so far.
struct HeapTotal {
    /// How many parts are examined before arrays are judged by samples.
    private static var stepLimit: Int { 1 << 18 }
    /// How many elements are examined of an array for which there is no time.
    private static var samples: Int { 64 }
    /// How deep values are looked into.
    static var depthLimit: Int { 256 }

    var bytes = 0
    var depth = 0
    private var seen = AddressSet()
    private var steps = 0

    /// Counts memory, the first time it is met.
    ///
    /// - Parameters:
    ///   - address: Where it is.
    ///   - size: How many bytes it has.
    /// - Returns: Whether it was met for the first time.
    mutating func meet(_ address: UInt, size: @autoclosure () -> Int) -> Bool {
        guard seen.insert(address) else {
            steps += 1
            return false
        }
        count(size())
        return true
    }

    /// Counts memory that nothing else is known to share.
    mutating func count(_ size: Int) {
        steps += 1
        guard size > 0 else { return }
        // A word before each block, sixteen bytes at a time; large ones are pages of their own.
        bytes += size < 128 << 10 ? max(32, (size + 8 + 15) & ~15) : (size + 16 + 4_095) & ~4_095
    }

    /// Looks at a part by its mirror, which takes a microsecond, while there is time.
    mutating func descend(_ body: (inout HeapTotal) -> Void) {
        guard depth < Self.depthLimit, steps < Self.stepLimit else { return }
        (depth, steps) = (depth + 1, steps + 1)
        body(&self)
        depth -= 1
    }

    /// Meets everything that a body measures, without counting it.
    mutating func passOver(_ body: (inout HeapTotal) -> Void) {
        let before = bytes
        body(&self)
        bytes = before
    }

    /// Every how many elements one is examined, in an array of some length.
    mutating func stride(forCount count: Int) -> Int {
        let left = max(Self.samples, Self.stepLimit - steps)
        steps += min(count, left)
        return count <= left ? 1 : (count + left - 1) / left
    }
}

/// Addresses that were met; open addressing, since this is most of the work of measuring.
private struct AddressSet {
    private var slots: [UInt] = []
    private var count = 0

    /// - Returns: Whether it was not there.
    mutating func insert(_ address: UInt) -> Bool {
        if 2 * (count + 1) > slots.count { grow() }
        guard Self.place(address, in: &slots) else { return false }
        count += 1
        return true
    }

    private mutating func grow() {
        var larger = [UInt](repeating: 0, count: max(64, 2 * slots.count))
        for address in slots where address != 0 { _ = Self.place(address, in: &larger) }
        slots = larger
    }

    private static func place(_ address: UInt, in slots: inout [UInt]) -> Bool {
        let mask = UInt(slots.count - 1)
        var index = Int((address &* 0x9E37_79B9_7F4A_7C15) >> 20 & mask)
        while slots[index] != 0 {
            if slots[index] == address { return false }
            index = (index + 1) & Int(mask)
        }
        slots[index] = address
        return true
    }
}
