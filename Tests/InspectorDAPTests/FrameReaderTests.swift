import Testing

@testable import InspectorDAP

@Suite("Reading the stream of an editor")
struct FrameReaderTests {
    private func frame(_ body: String) -> [UInt8] { Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8) }

    private func read(_ chunks: [[UInt8]]) throws -> [String] {
        var reader = FrameReader()
        var bodies: [String] = []
        for chunk in chunks {
            reader.feed(chunk)
            while let body = try reader.next() { bodies.append(String(decoding: body, as: UTF8.self)) }
        }
        return bodies
    }

    @Test("messages are the same however the stream is split")
    func splits() throws {
        let stream = frame(#"{"a":"😀"}"#) + frame("{}") + frame("")
        for split in 0...stream.count {
            #expect(try read([Array(stream[..<split]), Array(stream[split...])]) == [#"{"a":"😀"}"#, "{}", ""])
        }
        #expect(try read(stream.map { [$0] }) == [#"{"a":"😀"}"#, "{}", ""])
    }

    @Test("names of headers are read in any letter case, and unknown ones passed over")
    func headers() throws {
        let header = "content-type: x\r\nCONTENT-length:   2\r\nX: y: z\r\n\r\n{}"
        #expect(try read([Array(header.utf8)]) == ["{}"])
    }

    @Test(
        "a header that cannot be read ends the stream",
        arguments: [
            "Content-Type: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "Content-Length: 1e3\r\n\r\n",
            "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 16777217\r\n\r\n",
            "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "no colon\r\n\r\n", "\r\n\r\n",
            "Content-Length: \r\n\r\n",
            "Ä: 1\r\nContent-Length: 2\r\n\r\n{}", String(repeating: "x", count: 5_000),
            "Content-Length: 2\r\nX: " + String(repeating: "x", count: 4_096) + "\r\n\r\n{}",
        ])
    func refused(stream: String) {
        #expect(throws: AdapterError.self) { try read([Array(stream.utf8)]) }
        #expect(throws: AdapterError.self) { try read(Array(stream.utf8).map { [$0] }) }
    }

    @Test("it is known whether the stream ended inside of a message")
    func end() throws {
        var reader = FrameReader()
        #expect(reader.isBetweenMessages)
        reader.feed(frame("{}").dropLast())
        #expect(try reader.next() == nil)
        #expect(!reader.isBetweenMessages)
        reader.feed(Array("}".utf8))
        #expect(try reader.next() != nil)
        #expect(reader.isBetweenMessages)
    }
}
