import SeededTesting
import Testing
import WireTesting

@testable import StrobeTransport

@Suite("Line framing")
struct LineFramerTests {
    /// The items of a whole stream, computed naively.
    private func model(_ stream: [UInt8], limit: Int) -> [LineFramer.Item] {
        stream.split(separator: 10, omittingEmptySubsequences: false).compactMap { piece in
            let line = piece.last == 13 ? piece.dropLast() : piece
            if line.isEmpty { return nil }
            return line.count > limit ? .tooLong : .line(Array(line))
        }
    }

    @Test("a stream means the same however it is split in two")
    func everySplit() {
        let stream =
            Array("{\"a\":1}\r\n\n\r\nxxxxxxxxx\r\nxxxxxxxx\r\n\0\n".utf8) + [0xff, 0xfe, 10, 13, 13, 10]
            + Array("end\r".utf8)
        for limit in 1...12 {
            let expected = model(stream, limit: limit)
            for split in 0...stream.count {
                #expect(LineFramer.items(of: [stream[..<split], stream[split...]], limit: limit) == expected)
            }
            #expect(LineFramer.items(of: stream.indices.map { stream[$0...$0] }, limit: limit) == expected)
        }
    }

    @Test("random streams mean the same in random pieces", arguments: 1...200)
    func randomPieces(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabet: [UInt8] = [10, 10, 13, 0, 0xff, 65, 66, 67]
        let stream = (0..<Int.random(in: 0...300, using: &random)).map { _ in
            alphabet.randomElement(using: &random) ?? 10
        }
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < stream.count {
            let end = min(stream.count, start + Int.random(in: 1...40, using: &random))
            pieces.append(stream[start..<end])
            start = end
        }
        let limit = Int.random(in: 1...12, using: &random)
        #expect(LineFramer.items(of: pieces, limit: limit) == model(stream, limit: limit))
    }

    @Test("the byte that a line begins with is known as soon as it is there, and lines without a byte have none")
    func firstByte() {
        for (stream, expected) in [
            ("", nil), ("\n\r\n", nil), ("\r", nil), ("{", "{"), ("\n\r\n{\"a", "{"), ("\r{", "\r"), (" {", " "),
            ("P\n{", "P"),
        ] as [(String, Character?)] {
            var framer = LineFramer(limit: 100)
            for byte in stream.utf8 { [byte].withUnsafeBytes { framer.append($0) } }
            #expect(framer.firstByte == expected?.asciiValue, "\(stream.debugDescription)")
        }
        var framer = LineFramer(limit: 100)
        Array("first\n\nnext".utf8).withUnsafeBytes { framer.append($0) }
        #expect(framer.next() == .line(Array("first".utf8)))
        #expect(framer.firstByte == UInt8(ascii: "n"))
    }

    @Test("of a line that is too long nothing is kept")
    func skipping() {
        var framer = LineFramer(limit: 1000)
        let piece = [UInt8](repeating: 65, count: 64 << 10)
        var reports = 0
        for _ in 0..<200 {
            piece.withUnsafeBytes { framer.append($0) }
            while framer.next() != nil { reports += 1 }
            #expect(framer.count == 0)
        }
        Array("\nnext\n".utf8).withUnsafeBytes { framer.append($0) }
        #expect(reports == 1)
        #expect(framer.next() == .line(Array("next".utf8)))
        #expect(framer.next() == nil)
    }

    @Test("a new limit holds for lines that have arrived but were not taken")
    func limitOfBufferedLines() {
        var framer = LineFramer(limit: 5)
        Array("12345\n1234567890\n1234567890\n".utf8).withUnsafeBytes { framer.append($0) }
        #expect(framer.next() == .line(Array("12345".utf8)))
        #expect(framer.next() == .tooLong)
        framer.limit = 10
        #expect(framer.next() == .line(Array("1234567890".utf8)))
    }

    @Test("many short lines in one piece take time in proportion to their number")
    func manyLines() {
        var framer = LineFramer(limit: 10)
        Array(repeating: [65, 10] as [UInt8], count: 500_000).flatMap { $0 }.withUnsafeBytes { framer.append($0) }
        var count = 0
        while framer.next() != nil { count += 1 }
        #expect(count == 500_000)
    }
}
