import StrobeProtocol
import StrobeTree
import Testing

struct DiscoveryTests {
    @Test("the examples of discovery files are read and written again without a difference")
    func examples() throws {
        let examples = try SpecificationFiles.discoveryExamples()
        #expect(examples.count >= 3)
        for example in examples {
            let record = try MessageDecoder().decode(DiscoveryRecord.self, from: example)
            #expect(try MessageEncoder().encode(record) == example)
        }
    }
}
