internal import StrobeTree

/// A total order of forms, for showing unordered collections in a stable order.
enum FormOrder {
    /// The items at some positions of the order of their forms.
    ///
    /// - Parameters:
    ///   - range: The positions, all of them there.
    ///   - check: Called now and then; what it throws ends the sorting.
    ///   - form: The form of an item; asked for again where two forms differ only behind their first bytes.
    static func sorted<Items: Collection>(
        _ items: Items, in range: Range<Int>, check: () throws -> Void, form: (Items.Element) -> Value
    ) rethrows -> [Items.Element] {
        try withoutActuallyEscaping(form) { form in
            try items.lazy.map { (key: SortKey(form($0), limit: 256), item: $0) }
                .sorted(in: range, check: check) { a, b in
                    guard a.key == b.key, a.key.isCut else { return a.key < b.key }
                    return SortKey(form(a.item)) < SortKey(form(b.item))
                }.map(\.item)
        }
    }
}

/// The bytes of a form, or the first of them, in the order of the forms.
///
/// Bytes are compared and freed faster than forms, so that giving up a sorting of a million takes no time.
private struct SortKey: Comparable {
    private var bytes: [UInt8] = []
    private let limit: Int

    init(_ form: Value, limit: Int = .max) {
        self.limit = limit
        append(form)
        if bytes.count > limit { bytes.removeSubrange(limit...) }
    }

    /// Whether there may be more than these bytes.
    var isCut: Bool { bytes.count == limit }

    static func < (a: SortKey, b: SortKey) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    /// Each kind begins with a byte of its own, and what has no fixed length ends with one below all that may follow
    /// otherwise, so that no key is the beginning of another.
    private mutating func append(_ form: Value) {
        guard bytes.count < limit else { return }
        switch form {
        case .null: bytes.append(1)
        case .bool(let flag): bytes += [2, flag ? 1 : 0]
        case .int(let number): append(3, UInt64(bitPattern: number) ^ 1 << 63)
        case .uint(let number): append(4, number)
        case .double(let number):
            let bits = number.bitPattern
            append(5, bits >> 63 == 0 ? bits | 1 << 63 : ~bits)
        case .string(let text):
            bytes.append(6)
            append(text)
        case .array(let elements):
            bytes.append(7)
            for element in elements { append(element) }
            bytes.append(0)
        case .object(let members):
            bytes.append(8)
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                bytes.append(1)
                append(key)
                append(member)
            }
            bytes.append(0)
        }
    }

    private mutating func append(_ kind: UInt8, _ number: UInt64) {
        bytes.append(kind)
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func append(_ text: String) {
        for byte in text.utf8.prefix(max(0, limit - bytes.count)) {
            bytes.append(byte)
            if byte == 0 { bytes.append(255) }
        }
        bytes += [0, 0]
    }
}
