internal import OrderedCollections

/// The texts of the keys of the last objects that were written: most objects have the same keys as one before.
///
/// Each is written with its quotes, escapes and colon, after the first of an object with a comma before it.
struct JSONKeyTexts: ~Copyable {
    /// The most bytes that one is kept with.
    static let longest = 128
    private static let slotCount = 16
    private static let mostKeys = 64

    /// The texts one after the other, each in a place of `longest` bytes.
    private var texts: [UInt8] = []
    private var lengths: [UInt8] = []
    /// The keys by their address, and the number of the text of the first one.
    private var slots: [(shape: ObjectIdentifier?, first: Int)] = []
    /// Kept alive, so that no other keys can have the address.
    private var shapes: [Value.Shape] = []
    /// Those that were seen once: keys that are seen only once are not worth it.
    private var seen: [ObjectIdentifier?] = []

    /// The number of the text of an object's first key; `nil` if they are not kept.
    @inline(__always)
    mutating func first(of object: borrowing Value.Object) -> Int? {
        let id = ObjectIdentifier(object.keyShape)
        let bits = UInt(bitPattern: id)
        let place = Int(truncatingIfNeeded: (bits &>> 4 ^ bits &>> 9) & UInt(Self.slotCount &- 1))
        if place < slots.count, slots[place].shape == id { return slots[place].first }
        return keep(object.keyShape, id, place)
    }

    @inline(never)
    private mutating func keep(_ shape: Value.Shape, _ id: ObjectIdentifier, _ place: Int) -> Int? {
        if slots.isEmpty {
            slots = Array(repeating: (nil, 0), count: Self.slotCount)
            seen = Array(repeating: nil, count: Self.slotCount)
        }
        guard slots[place].shape == nil, seen[place] == id else {
            seen[place] = id
            return nil
        }
        let names = shape.keys.elements
        guard names.count <= Self.mostKeys else { return nil }
        let first = lengths.count
        for (index, name) in names.enumerated() {
            let text = Self.text(of: name, isFirst: index == 0)
            guard text.count <= Self.longest else {
                lengths.removeSubrange(first...)
                texts.removeSubrange(first * Self.longest..<texts.count)
                return nil
            }
            lengths.append(UInt8(text.count))
            texts += text
            texts += repeatElement(0, count: Self.longest - text.count)
        }
        slots[place] = (id, first)
        shapes.append(shape)
        return first
    }

    private static func text(of name: String, isFirst: Bool) -> [UInt8] {
        var name = name
        return name.withUTF8 { bytes in
            [UInt8](unsafeUninitializedCapacity: bytes.count * 6 + 16) { text, count in
                guard let start = text.baseAddress else { return }
                var place = start
                if !isFirst {
                    place.pointee = UInt8(ascii: ",")
                    place += 1
                }
                place.pointee = UInt8(ascii: "\"")
                place += 1
                if let first = bytes.baseAddress { place = JSONText.escape(first, bytes.count, at: place) }
                place[0] = UInt8(ascii: "\"")
                place[1] = UInt8(ascii: ":")
                count = place + 2 - start
            }
        }
    }

    /// Copies a text to where there is room for `longest` bytes.
    @inline(__always)
    borrowing func copy(_ number: Int, to place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let length = Int(lengths[number])
        texts.withUnsafeBytes { texts in
            guard let start = texts.baseAddress else { return }
            let text = start + number &* Self.longest
            let room = UnsafeMutableRawPointer(place)
            // Words of eight bytes, of which the last may reach beyond the text.
            var index = 0
            repeat {
                room.storeBytes(
                    of: text.loadUnaligned(fromByteOffset: index, as: UInt64.self), toByteOffset: index, as: UInt64.self
                )
                index &+= 8
            } while index < length
        }
        return place + length
    }
}
