/// One value of a text on the tape.
///
/// A container is followed by what is in it. The names of an object's members are not on the tape but known by the last
/// of them, see `JSONMember`; only those of a `dictionary` are, each before its value.
struct JSONToken {
    enum Kind: UInt8 {
        case null, no, yes, int, uint, double
        /// A string whose bytes are those of the text.
        case string
        /// A string that was written with escapes; its bytes are in the reader's memory.
        case resolved
        case array, object
        /// An object with more members, or other ones, than are worth remembering.
        case dictionary

        var isContainer: Bool { rawValue >= Kind.array.rawValue }
    }

    let kind: Kind
    /// The number of a string's bytes, or the last of an object's members that are not on the tape.
    let detail: UInt32
    /// The bits of a number, where a string begins, or the number of a container's values and the place after them.
    let payload: UInt64

    @inline(__always)
    init(_ kind: Kind, detail: UInt32 = 0, payload: UInt64 = 0) {
        self.kind = kind
        self.detail = detail
        self.payload = payload
    }

    @inline(__always)
    init(_ kind: Kind, member: UInt32, count: UInt32, end: UInt32) {
        self.init(kind, detail: member, payload: UInt64(end) &<< 32 | UInt64(count))
    }

    /// The number of values in a container.
    var count: Int { Int(payload & 0xFFFF_FFFF) }
    /// The place on the tape after a container.
    var end: Int { Int(payload &>> 32) }
}

/// A member of an object, and by way of its parent all those that were written before it: objects with the same keys in
/// the same order end with the same member.
///
/// Each remembers what was seen after it last, so that mostly one comparison of eight bytes finds the next one.
struct JSONMember {
    /// The first bytes of the key with the quote that ends it, and which of them count.
    var word: UInt64 = 0
    var mask: UInt64 = 0
    /// Where the bytes of the key are in the reader's memory, and how many with the quote at their end; too many for any
    /// text if the key has to be written with escapes.
    var offset = 0
    var length: UInt32 = 0
    var key: UInt32 = 0
    /// The member before this one; 0 if it is the first.
    var parent: UInt32 = 0
    /// The number of members up to this one.
    var depth: UInt32 = 0
    /// The first that was ever seen after this one, and the last one.
    var first: UInt32 = 0
    var next: UInt32 = 0
    /// The first member of the object that was last in this member, or in an array in it.
    var inner: UInt32 = 0
}
