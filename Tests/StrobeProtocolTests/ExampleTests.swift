import StrobeProtocol
import StrobeTree
import Testing

/// The files in `examples/` and `invalid/`, checked with the message types.
struct ExampleTests {
    @Test(
        "an example is read and written again without a difference", arguments: SpecificationFiles.examples("examples"))
    func roundTrip(_ example: SpecificationFiles.Example) throws {
        let value = try example.value()
        let again: Value
        switch (example.part, MethodRegistry.request(folder: example.folder)) {
        case ("error", _):
            again = .object(try #require(ProtocolError(value)).members)
        case ("params", let request?):
            again = .object(try request.rewritten(params: #require(value.object)).members)
        case ("result", let request?):
            again = try request.rewritten(result: value).value
        default:
            let notification = try #require(MethodRegistry.notification(folder: example.folder))
            #expect(example.part == "params")
            again = .object(try notification.rewritten(params: #require(value.object)).members)
        }
        #expect(again == value)
        #expect(JSON.text(again, style: .init(sortsKeys: true)) == JSON.text(value, style: .init(sortsKeys: true)))
    }

    @Test("an invalid example is refused", arguments: SpecificationFiles.examples("invalid"))
    func refused(_ example: SpecificationFiles.Example) throws {
        let value = try example.value()
        switch (example.part, MethodRegistry.request(folder: example.folder)) {
        case ("error", _):
            #expect(ProtocolError(value) == nil)
        case ("params", let request?):
            let error = try #require(throws: ProtocolError.self) {
                try request.rewritten(params: #require(value.object))
            }
            #expect(error.code == .invalidParams)
            #expect(error.data["path"]?.string != nil)
            #expect(error.message.contains(request.method))
        case ("result", let request?):
            #expect(throws: ProtocolError.self) { try request.rewritten(result: value) }
        default:
            let notification = try #require(MethodRegistry.notification(folder: example.folder))
            #expect(throws: ProtocolError.self) { try notification.rewritten(params: #require(value.object)) }
        }
    }

    @Test("every method has examples of what it takes and answers, and every folder is a method's")
    func complete() throws {
        let present = Set(SpecificationFiles.examples("examples").map { "\($0.folder) \($0.part)" })
        let requests = MethodRegistry.requests.map { $0.method.replacing("/", with: "-") }
        let notifications = MethodRegistry.allNotifications.map { $0.method.replacing("/", with: "-") }
        for folder in requests { #expect(present.isSuperset(of: ["\(folder) params", "\(folder) result"])) }
        for folder in notifications { #expect(present.contains("\(folder) params")) }
        let known = Set(requests + notifications + ["errors"])
        #expect(Set(SpecificationFiles.examples("examples").map { $0.folder }) == known)
        #expect(Set(SpecificationFiles.examples("invalid").map { $0.folder }).isSubset(of: known))
    }

    @Test("unknown members are ignored")
    func unknownMembers() throws {
        let message = try StateGet(params: ["store": "counter", "later": ["x": 1]])
        #expect(message.store == "counter")
        #expect(try StateGet.result(from: ["seq": 1, "value": 2, "later": nil]) == .init(seq: 1, value: 2))
    }

    @Test("a null counts as absent, except where any value is allowed")
    func nulls() throws {
        let read = try StateGet(params: ["store": nil, "path": nil, "at": nil])
        #expect(read.store == nil && read.path == nil && read.at == nil)
        #expect(try ActionDispatch(params: ["action": nil]).action == .null)
        #expect(throws: ProtocolError.self) { try LogGet(params: ["seq": nil]) }
        let change = try StateDiff.result(
            from: ["from": 0, "to": 1, "changes": [["op": "replace", "path": "/a", "value": nil, "old": 1]]])
        #expect(change.changes.first?.value == .some(.null))
    }
}
