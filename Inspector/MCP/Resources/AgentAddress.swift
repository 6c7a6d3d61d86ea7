/// The address of a resource: `strobe://shop/cart/state?path=/items&at=57`.
struct AgentAddress: Sendable, Hashable {
    /// The parts of the path: process, store, kind.
    var parts: [String]
    /// The parameters by name.
    var parameters: [String: String] = [:]

    private static let scheme = "strobe://"

    /// Reads an address; `nil` if it is none of ours.
    init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let rest = text.dropFirst(Self.scheme.count)
        let pieces = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = pieces.first else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Self.decoded($0) }
        guard !parts.contains(nil) else { return nil }
        self.parts = parts.compactMap(\.self)
        guard pieces.count > 1 else { return }
        for pair in pieces[1].split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let name = Self.decoded(sides[0]), let value = Self.decoded(sides[1]) else {
                return nil
            }
            parameters[name] = value
        }
    }

    /// A text with `%XX` read as bytes; `nil` if that is wrong, or not UTF-8.
    private static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
