import Strobe
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

@Suite("Searches", .timeLimit(.minutes(5)))
struct SearchTests {
    private func serving<State: Codable & Sendable>(_ state: State) async throws -> (any Sendable, WireClient) {
        let store = Store<State, Int, Never>(initial: state) { _, _ in }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "store")
        return (store, try await server.attach())
    }

    private enum Phase: Codable, Sendable { case idle, loaded(Item), failed(reason: String) }

    private struct Place: Codable, Sendable {
        var phase = Phase.loaded(Item(id: 7, title: "Umbrella stand"))
        var prices = ["umbrella": 12, "hat": 30]
        var tags: Set<String> = ["umbrellas", "rain"]
        var number = 1_230
        var isOpen = true
        var note: String?
    }

    @Test("values, cases and keys are found in any letter case, in the order of the state")
    func places() async throws {
        let (store, client) = try await serving(Place())
        let found = try await client.send(StateSearch(query: "UMBRELLA")).matches
        #expect(
            found == [
                StateMatch(path: Path(["phase", "loaded", "title"]), value: "Umbrella stand"),
                StateMatch(path: Path(["prices", "umbrella"]), value: 12, inKey: true),
                StateMatch(path: Path(["tags", "1"]), value: "umbrellas"),
            ])
        #expect(try await client.send(StateSearch(query: "loaded")).matches.map(\.path) == [Path(["phase"])])
        #expect(try await client.send(StateSearch(query: "loaded")).matches.first?.value == "loaded")
        #expect(try await client.send(StateSearch(query: "23")).matches.map(\.path) == [Path(["number"])])
        #expect(try await client.send(StateSearch(query: "tru")).matches.map(\.value) == [true])
        #expect(try await client.send(StateSearch(query: "nothing like it")).matches.isEmpty)
        withExtendedLifetime(store) {}
    }

    @Test("a regular expression is held against each text, and a wrong one is refused with its place")
    func regex() async throws {
        let (store, client) = try await serving(Place())
        let found = try await client.send(StateSearch(query: "^u.*a$", regex: true)).matches
        #expect(found.map(\.path) == [Path(["prices", "umbrella"])])
        let error = try await client.failure("state/search", ["query": "a(", "regex": true])
        #expect(error.code == .invalidParams)
        #expect(error.data["path"] == "/query")
        withExtendedLifetime(store) {}
    }

    @Test("the name of a member is found once for all values of its type")
    func members() async throws {
        let (store, client) = try await serving((0..<500).map { Item(id: $0, title: "Hat \($0)") })
        let found = try await client.send(StateSearch(query: "title"))
        #expect(found.matches == [StateMatch(path: Path(["0", "title"]), value: "Hat 0", inKey: true)])
        #expect(found.more == nil)
        withExtendedLifetime(store) {}
    }

    @Test("no more matches are sent than requested, with a note that there may be more")
    func limits() async throws {
        let (store, client) = try await serving((0..<3_000).map { Item(id: $0, title: "Hat \($0)") })
        let few = try await client.send(StateSearch(query: "hat", limit: 3))
        #expect(few.matches.map(\.path.pointer) == ["/0/title", "/1/title", "/2/title"])
        #expect(few.more == true)
        let one = try await client.send(StateSearch(query: "Hat 2999"))
        #expect(one.matches.map(\.path.pointer) == ["/2999/title"])
        #expect(one.more == nil)
        let part = try await client.send(StateSearch(query: "hat", path: Path(["2998"])))
        #expect(part.matches.map(\.path.pointer) == ["/2998/title"])
        withExtendedLifetime(store) {}
    }

    @Test("a long text is found without being sent, and only its beginning is looked at")
    func longTexts() async throws {
        let (store, client) = try await serving(["x" + String(repeating: "a", count: 100_000) + "z"])
        #expect(try await client.send(StateSearch(query: "xaa")).matches == [StateMatch(path: Path(["0"]))])
        #expect(try await client.send(StateSearch(query: "az")).matches.isEmpty)
        withExtendedLifetime(store) {}
    }

    @Test("a past state is searched as the present one is")
    func past() async throws {
        let store = makeShop(Shop(count: 0, note: "umbrella", items: []))
        let client = try await DebugServer.serving(store).attach()
        store.dispatch(.annotate("hat"))
        #expect(try await client.send(StateSearch(query: "umbrella")).matches.isEmpty)
        let past = try await client.send(StateSearch(query: "umbrella", at: .seq(0)))
        #expect((past.seq, past.matches.map(\.path.pointer)) == (0, ["/note"]))
    }

    @Test("a pattern that takes long to match does not hold up an answer for ever")
    func hostile() async throws {
        let text = String(repeating: "a", count: 2_000)
        let (store, client) = try await serving(Array(repeating: text, count: 50))
        let found = try await client.send(StateSearch(query: "(a|aa)+b", regex: true))
        #expect(found.matches.isEmpty)
        #expect(
            try await client.failure("state/search", ["query": .string(String(repeating: "a", count: 1_001))]).code
                == .invalidParams)
        withExtendedLifetime(store) {}
    }

    @Test("the log is searched in actions, effects and the paths of changes, which are distinguished")
    func log() async throws {
        let store = makeShop()
        let client = try await DebugServer.serving(store).attach()
        store.dispatch(.add(Item(id: 3, title: "Umbrella")))
        store.dispatch(.increment(by: 42))
        store.dispatch(.save)
        store.dispatch(.annotate("items"))
        let umbrella = try await client.send(LogSearch(query: "umbrella"))
        #expect(umbrella.matches.map(\.entry.seq) == [1])
        #expect(umbrella.matches.map(\.in) == [[.action]])
        #expect((umbrella.seq, umbrella.next) == (4, nil))
        let number = try await client.send(LogSearch(query: "42"))
        #expect(number.matches.map(\.in) == [[.action], [.effect]])
        let path = try await client.send(LogSearch(query: "items"))
        #expect(path.matches.map(\.entry.seq) == [1, 4])
        #expect(path.matches.map(\.in) == [[.change], [.action]])
    }

    @Test("pages of a search of the log go on where the one before ended")
    func pages() async throws {
        let store = makeShop()
        let client = try await DebugServer.serving(store).attach()
        for step in 0..<2_500 { store.dispatch(.increment(by: step.isMultiple(of: 1_000) ? 777 : 1)) }
        var found: [Int] = []
        var next: Int? = 1
        var pages = 0
        while let from = next {
            let page = try await client.send(LogSearch(query: "777", from: from, limit: 2))
            found += page.matches.map(\.entry.seq)
            next = page.next
            pages += 1
        }
        #expect(found == [1, 1_001, 2_001])
        #expect(pages >= 3)
        #expect(try await client.send(LogSearch(query: "777", from: 2, to: 1_000)).matches.isEmpty)
        #expect(try await client.send(LogSearch(query: "777", from: 9_000)).next == nil)
    }
}
