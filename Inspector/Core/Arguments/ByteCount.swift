/// Parses sizes in bytes.
package enum ByteCount {
    private static let units: [(name: String, bytes: Double)] = [
        ("kib", 1_024), ("mib", 1_048_576), ("gib", 1_073_741_824), ("kb", 1e3), ("mb", 1e6), ("gb", 1e9),
        ("k", 1e3), ("m", 1e6), ("g", 1e9), ("b", 1),
    ]

    /// Parses a size: `500k`, `16MB`, `1.5GiB` or a number of bytes; `nil` for anything else.
    package static func parse(_ text: some StringProtocol) -> Int? {
        let text = text.lowercased()
        let unit = units.first { text.hasSuffix($0.name) } ?? ("", 1)
        let digits = text.dropLast(unit.name.count)
        guard digits.first?.isNumber == true, digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
            let number = Double(digits), number * unit.bytes >= 1, number * unit.bytes <= 1e15
        else { return nil }
        return Int(number * unit.bytes)
    }

    /// Parses the maximum size of a file; the error lists the accepted forms.
    package static func required(_ text: String, of option: String) throws(InspectorError) -> Int {
        guard let bytes = parse(text), bytes >= 4_096 else {
            throw InspectorError(.usage, "`\(option)` takes a size from 4KiB, like 16MB or 500KiB, not `\(text)`.")
        }
        return bytes
    }
}
