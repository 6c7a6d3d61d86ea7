import InspectorCore
import InspectorWeb
import StrobeProtocol
import StrobeTree
import Testing

@Suite("What a page may ask, and what it gets")
struct RelayTests {
    @Test("every method of the protocol is relayed, or knowingly not")
    func methods() {
        let all = Set(MethodRegistry.requests.map { $0.method })
        let lists = [RelayedMethods.reading, RelayedMethods.changing, RelayedMethods.withheld]
        #expect(lists.reduce(Set()) { $0.union($1) } == all)
        #expect(lists.reduce(0) { $0 + $1.count } == all.count)
        #expect(RelayedMethods.trying.isSubset(of: RelayedMethods.changing))
        #expect(RelayedMethods.long.isSubset(of: RelayedMethods.reading.union(RelayedMethods.changing)))
    }

    @Test("without control a page reads, and nothing that needs control is relayed")
    func access() {
        for request in MethodRegistry.requests {
            let isWithheld = RelayedMethods.withheld.contains(request.method)
            #expect(
                RelayedMethods.allows(request.method, control: false) == (!isWithheld && request.access == .read),
                "\(request.method)")
            #expect(RelayedMethods.allows(request.method, control: true) == !isWithheld, "\(request.method)")
        }
        #expect(!RelayedMethods.allows("no/such", control: true))
        #expect(RelayedMethods.allows("action/redo", dryRun: true, control: false))
        for method in ["action/dispatch", "state/set"] {
            #expect(!RelayedMethods.allows(method, dryRun: true, control: false), "\(method)")
        }
    }

    @Test("values go to the page and back without loss")
    func values() throws {
        let value: Value = [
            "big": .int(.max), "bigger": .uint(.max), "\u{1}": ["\u{1}\u{1}": .int(1 << 60)], "__proto__": [nil, true],
            "text": "</script>\u{2028}",
        ]
        #expect(try value.forPage.fromPage() == value)
        #expect(throws: TreeError.self) { try (["\u{1}": "x"] as Value).fromPage() }
    }

    @Test("a message that is no request is refused")
    func requests() throws {
        let request = try PageRequest(#"{"id": 1, "method": "ping", "params": {"a": {"\u0001": "9007199254740993"}}}"#)
        #expect(request.params == ["a": .int(9_007_199_254_740_993)])
        for text in ["", "[]", "{}", #"{"id": "1", "method": "ping"}"#, #"{"id": 1, "method": "ping", "params": []}"#] {
            #expect(throws: ProtocolError.self) { try PageRequest(text) }
        }
        #expect(throws: ProtocolError.self) { try PageRequest(String(repeating: "[", count: 100_000)) }
    }

    private func appended(_ seq: Int64, store: String = "a") -> Value.Object {
        ["store": .string(store), "entry": ["seq": .int(seq)]]
    }

    private func seqs(_ list: [Value]) -> [Int64] {
        list.compactMap {
            if case .int(let seq)? = $0.value(at: Path(["params", "entry", "seq"])) { seq } else { nil }
        }
    }

    @Test(
        "an entry goes on to the page if its members have the types that the page expects",
        arguments: [
            ("{}", false), ("[]", false), (#"{"seq":1,"time":2,"label":"x","origin":"app"}"#, true),
            (#"{"seq":1,"time":2,"label":"x","origin":"app","effects":[{"label":"e"}],"error":"no"}"#, true),
            (#"{"seq":"1","time":2,"label":"x","origin":"app"}"#, false),
            (#"{"seq":1,"time":2,"label":"x","origin":null}"#, false),
            (#"{"seq":1,"time":2,"label":"x","origin":"app","error":{}}"#, false),
            (#"{"seq":1,"time":2,"label":"x","origin":"app","effects":{}}"#, false),
            (#"{"seq":1,"time":2,"label":"x","origin":"app","effects":[1]}"#, false),
            (#"{"seq":1,"time":2,"label":"x","origin":"app","changes":[{"op":"add","path":"/a"}]}"#, true),
            (#"{"seq":1,"time":2,"label":"x","origin":"app","changes":5}"#, false),
        ])
    func entries(_ text: String, isEntry: Bool) throws {
        #expect(EntryNames.isEntry(try JSON.parse(text)) == isEntry)
    }

    @Test("of a burst the ends are sent, with what is between them named", arguments: [1_001, 1_100, 1_101, 5_432])
    func bursts(count: Int64) {
        var batch = EventBatch()
        for seq in 1...count { batch.add("log/appended", appended(seq)) }
        let list = batch.take()
        #expect(seqs(list) == Array(1...100) + Array((count - 99)...count))
        #expect(
            list[100] == [
                "method": "web/skipped", "params": ["store": "a", "from": 101, "to": .int(count - 100)],
            ])
        #expect(batch.isEmpty)
        #expect(batch.take().isEmpty)
    }

    @Test("a thousand entries are all sent, after other events")
    func all() {
        var batch = EventBatch()
        for seq in 1...999 as ClosedRange<Int64> { batch.add("log/appended", appended(seq)) }
        batch.add("log/appended", appended(7, store: "b"))
        batch.add("store/added", [:])
        batch.lag()
        let list = batch.take()
        #expect(list.count == 1_002)
        #expect(list.first == ["method": "store/added", "params": [:]])
        #expect(list.last == Self.lagged)
    }

    @Test("what a store left out is where it was among its entries")
    func order() {
        var batch = EventBatch()
        let left: Value.Object = ["store": "a", "fromSeq": 2, "toSeq": 4]
        batch.add("log/appended", appended(1))
        batch.add("stream/lagged", left)
        batch.add("log/appended", appended(5))
        batch.add("store/added", [:])
        let event = { (method: Value, params: Value) -> Value in ["method": method, "params": params] }
        #expect(
            batch.take() == [
                event("store/added", [:]), event("log/appended", .object(appended(1))),
                event("stream/lagged", .object(left)),
                event("log/appended", .object(appended(5))),
            ])
    }

    @Test("what a store left out at the end of what is sent is not skipped twice")
    func leftOut() {
        var batch = EventBatch()
        for seq in 1...99 as ClosedRange<Int64> { batch.add("log/appended", appended(seq)) }
        batch.add("stream/lagged", ["store": "a", "fromSeq": 100, "toSeq": 199])
        for seq in 200...1_200 as ClosedRange<Int64> { batch.add("log/appended", appended(seq)) }
        let list = batch.take()
        #expect(list.count == 201)
        #expect(list[100] == ["method": "web/skipped", "params": ["store": "a", "from": 200, "to": 1_100]])
    }

    private static let lagged: Value = ["method": "web/lagged", "params": [:]]

    @Test("of more than a thousand stores the page asks for the others")
    func stores() {
        var batch = EventBatch()
        for number in 1...1_001 { batch.add("log/appended", appended(1, store: "store \(number)")) }
        let list = batch.take()
        #expect(seqs(list).count == EventBatch.mostStores)
        #expect(list.last == Self.lagged)
    }

    @Test("of what is too long to be sent the page asks for the entries, or for all")
    func length() throws {
        let long = Value.string(String(repeating: "a", count: EventBatch.mostBytes / 2))
        var batch = EventBatch()
        let entry: Value.Object = ["store": "a", "entry": ["seq": 1, "label": long]]
        batch.add("log/appended", entry)
        batch.add("store/added", [:])
        #expect(batch.message().count > EventBatch.mostBytes / 2)
        batch.add("log/appended", entry)
        let added: Value = ["method": "store/added", "params": [:]]
        #expect(try JSON.parse(String(decoding: batch.message(), as: UTF8.self)) == [added, Self.lagged])
        for _ in 1...2 { batch.add("gate/stopped", ["label": long]) }
        #expect(try JSON.parse(String(decoding: batch.message(), as: UTF8.self)) == [Self.lagged])
    }
}
