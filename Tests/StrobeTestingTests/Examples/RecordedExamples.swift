import StrobeTesting
import Testing

/// The examples of values as recordings have them.
@Suite("Examples of recorded values", .timeLimit(.minutes(5)))
struct RecordedExamples {
    private struct Item: Codable, Equatable {
        var id: Int
        var title: String
    }

    @Test("a value is decoded from the JSON form of recordings")
    func values() throws {
        let lamp: Item = try Recorded.value(#"{"id": 1, "title": "Lamp"}"#)
        let items = try Recorded.value(#"[{"id": 1, "title": "Lamp"}]"#, like: [Item]())
        print(items == [lamp])  // true
        #expect(items == [lamp])
        #expect(throws: (any Error).self) { try Recorded.value("{", like: lamp) }
        #expect(throws: (any Error).self) { try Recorded.value("{}", like: lamp) }
    }
}
