import Foundation
import StrobeTransport
import StrobeTree
import Synchronization

/// A connection that keeps all received bytes.
final class WireTap: Connection {
    private let connection: any Connection
    private let kept = Mutex<[UInt8]>([])

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The bytes received so far.
    var bytes: [UInt8] { kept.withLock { $0 } }
    var peer: Peer { connection.peer }

    func nextLine() async throws(TransportError) -> [UInt8]? {
        let line = try await connection.nextLine()
        if let line { kept.withLock { $0 += line + [UInt8(ascii: "\n")] } }
        return line
    }

    func write(_ bytes: [UInt8]) async throws(TransportError) { try await connection.write(bytes) }
    func setLineLimit(_ limit: Int) { connection.setLineLimit(limit) }
    func close() async { await connection.close() }
}

/// A text that must not occur, in any encoding.
struct SecretText {
    let text: String

    /// Its possible encodings.
    private var spellings: [[UInt8]] {
        let json = JSON.text(.string(text)).dropFirst().dropLast()
        let escaped = text.unicodeScalars.map { $0.isASCII ? String($0) : String(format: "\\u%04x", $0.value) }.joined()
        let swapped = String(text.map { $0.isUppercase ? Character($0.lowercased()) : Character($0.uppercased()) })
        let texts = [
            text, String(json), JSON.text(.string(String(json))), escaped, escaped.uppercased(), swapped,
            text.lowercased(), text.uppercased(), String(text.reversed()), String(reflecting: text),
        ]
        // Base64 of a text that contains it: three alignments, without the ends that depend on the surroundings.
        let base64 = (0..<3).map { shift in
            let data = Data(repeating: 0x20, count: shift) + Data(text.utf8)
            let whole = data.prefix(data.count / 3 * 3).base64EncodedString()
            return String(whole.dropFirst(shift == 0 ? 0 : 4))
        }
        return (texts.map { $0.hasPrefix("\"") ? String($0.dropFirst().dropLast()) : $0 } + base64).map {
            Array($0.utf8)
        }
    }

    /// The line that contains it; `nil` if none does.
    func line(in bytes: [UInt8]) -> String? {
        let data = Data(bytes)
        for spelling in spellings {
            guard let range = data.range(of: Data(spelling)) else { continue }
            let start = data[..<range.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            let end = data[range.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? data.count
            return String(decoding: data[start..<end].prefix(2_000), as: UTF8.self)
        }
        return nil
    }
}
