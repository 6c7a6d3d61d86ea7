import StrobeProtocol
import StrobeTree
import SeededTesting
import Testing

struct EnvelopeFuzzTests {
    private func lines() throws -> [[UInt8]] {
        try SpecificationFiles.transcripts.flatMap { name in
            try SpecificationFiles.transcript(name).map { step in
                if let text = step.content.string { return Array(text.utf8) }
                var line: [UInt8] = []
                JSON.write(step.content, into: &line)
                return line
            }
        }
    }

    private func mutated(_ line: [UInt8], by other: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var line = line
        let tokens = [
            "null", "-1", "1e999", "{}", "[]", "\"\"", "true", "9223372036854775808", "\\u0000", ":", ",", "}",
        ]
        for _ in 0...Int.random(in: 0..<4, using: &generator) {
            guard !line.isEmpty else { return other }
            let place = Int.random(in: 0..<line.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: line[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: line.remove(at: place)
            case 2: line.insert(UInt8.random(in: 32...126, using: &generator), at: place)
            case 3: line.removeSubrange(place..<min(line.count, place + Int.random(in: 1...20, using: &generator)))
            case 4: line.replaceSubrange(place..<line.count, with: other.suffix(max(0, other.count - place)))
            default:
                // Whole values in place of others find more than broken text does.
                let end = line[place...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? line.count
                let token = tokens.randomElement(using: &generator) ?? "null"
                let start = line[..<end].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? place
                line.replaceSubrange(min(start, end)..<end, with: Array(token.utf8))
            }
        }
        return line
    }

    @Test("no mutation of a line brings reading down, and what is read can be written and read again")
    func mutations() throws {
        let lines = try lines()
        var generator = SeededGenerator(seed: 20_260_101)
        var read = 0
        for _ in 0..<20_000 {
            let line = mutated(
                lines.randomElement(using: &generator) ?? [], by: lines.randomElement(using: &generator) ?? [],
                &generator)
            do throws(ProtocolError) {
                let message = try Envelope.decode(line)
                read += 1
                let again = try Envelope.decode(message.encode().dropLast())
                #expect(again == message, "\(String(decoding: line, as: UTF8.self))")
                if case .request(_, let method, let params) = message,
                    let request = MethodRegistry.requests.first(where: { $0.method == method })
                {
                    expectInvalidParamsAtWorst(request, params)
                }
            } catch {
                #expect([.parseError, .invalidRequest, .invalidParams, .tooLarge].contains(error.code))
                #expect(
                    try Envelope.decode(Envelope.failure(id: error.id, error).encode().dropLast())
                        == .failure(id: error.id, ProtocolError(error.code, error.message, data: error.data)))
            }
        }
        #expect(read > 1_000)
    }

    private func expectInvalidParamsAtWorst(_ request: any Request.Type, _ params: Value.Object) {
        do {
            _ = try request.rewritten(params: params)
        } catch {
            #expect(error.code == .invalidParams)
        }
    }
}
