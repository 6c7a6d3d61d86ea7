internal import StrobeTree

/// A pattern for names, in which `*` matches any characters and `?` one.
struct NamePattern: Sendable {
    private let glob: Glob<Unicode.Scalar>
    /// What is in any name that fits: letters and digits, a bit each.
    private let needed: UInt64
    private let ignoresSpelling: Bool

    /// Takes a pattern apart.
    ///
    /// - Parameter ignoresSpelling: Whether capitals, `_`, `-` and spaces do not matter.
    init(_ pattern: String, ignoresSpelling: Bool) {
        self.ignoresSpelling = ignoresSpelling
        glob = Glob((ignoresSpelling ? Self.plain(pattern) : pattern).unicodeScalars, star: "*", any: "?")
        needed = glob.pattern.reduce(0) { $1.isASCII ? $0 | Self.bit(UInt8($1.value)) : $0 }
    }

    /// The letters of a name, to find out cheaply which patterns cannot match: all bits if they are not known.
    @inline(__always)
    static func contents(of name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { bytes in
            var contents: UInt64 = 0
            for byte in bytes { contents |= bit(byte) }
            return contents & (1 << 63) == 0 ? contents : .max
        }
    }

    /// Letters and digits have a bit each, all other ASCII none; the highest one is for the rest.
    @inline(__always)
    private static func bit(_ byte: UInt8) -> UInt64 {
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        if letter < 26 { return 1 << UInt64(letter) }
        let digit = byte &- UInt8(ascii: "0")
        if digit < 10 { return 1 << UInt64(26 &+ digit) }
        return byte < 0x80 ? 0 : 1 << 63
    }

    /// Whether the pattern fits all of a name.
    ///
    /// - Parameter contents: What is in the name.
    @inline(__always)
    func matches(_ name: String, contents: UInt64) -> Bool {
        needed & ~contents == 0 && fits(ignoresSpelling ? Self.plain(name) : name)
    }

    func matches(_ name: String) -> Bool { matches(name, contents: Self.contents(of: name)) }

    private static func plain(_ name: String) -> String {
        String(
            String.UnicodeScalarView(name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }))
    }

    @inline(never)
    private func fits(_ name: String) -> Bool { glob.matches(Array(name.unicodeScalars)) }
}
