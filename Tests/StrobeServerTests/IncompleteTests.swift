import Strobe
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

@Suite("What is not known is not reported as unchanged", .timeLimit(.minutes(5)))
struct IncompleteTests {
    private struct Login: Codable, Sendable {
        var password = ""
        var tries = 0
    }

    private enum LoginAction: Codable, Sendable {
        case type(String), retry
    }

    @Test("where something is hidden, a transition that changed nothing else is not called unchanged")
    func hidden() async throws {
        let store = Store<Login, LoginAction, Never>(initial: Login()) { state, action in
            switch action {
            case .type(let text): state.password = text
            case .retry: state.tries += 1
            }
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "login")
        let client = try await server.attach()
        let typed = try await client.send(ActionDispatch(action: ["type": "abc"]))
        #expect(typed.changed == nil && typed.changes == [] && typed.incomplete == .hidden)
        // The same answer, whether the text is different or not.
        var again = try await client.send(ActionDispatch(action: ["type": "abc"]))
        (again.seq, again.durationNanos) = (typed.seq, typed.durationNanos)
        #expect(again == typed)
        let retried = try await client.send(ActionDispatch(action: "retry"))
        #expect(retried.changed == true && retried.incomplete == nil)
        let entries = try await client.send(LogList(changes: true)).entries
        #expect(entries.map(\.changed) == [nil, nil, true] && entries.map(\.incomplete) == [.hidden, .hidden, nil])
        let shown = try await client.send(LogGet(seq: 1))
        #expect(shown.entry.incomplete == .hidden && shown.changes == [])
        let whole = try await client.send(StrobeProtocol.StateDiff(from: .seq(0), to: .seq(1)))
        #expect(whole.changes.isEmpty && whole.incomplete == .hidden)
        let part = try await client.send(
            StrobeProtocol.StateDiff(from: .seq(0), to: .seq(1), path: Path(["tries"])))
        #expect(part.changes.isEmpty && part.incomplete == nil)
        #expect(try await client.send(StateBlame(path: Path(["password"]))).incomplete == .hidden)
        #expect(try await client.send(StateBlame(path: Path(["tries"]))).incomplete == nil)
    }

    private struct Keys: Codable, Sendable {
        struct Key: Codable, Sendable {
            var password = ""
        }
        var keys: [String: Key] = [:]
        var tries = 0
    }

    private enum KeyAction: Codable, Sendable {
        case add(String), change(String), clear, retry
    }

    @Test("a search for a change says where one may be hidden in a state between its ends, and only there")
    func findsBetween() async throws {
        let store = Store<Keys, KeyAction, Never>(initial: Keys()) { (state: inout Keys, action: KeyAction) -> Void in
            switch action {
            case .add(let name): state.keys[name] = Keys.Key()
            case .change(let password): for name in state.keys.keys { state.keys[name]?.password = password }
            case .clear: state.keys = [:]
            case .retry: state.tries += 1
            }
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "keys")
        let client = try await server.attach()
        store.dispatch(.retry)
        for action in [KeyAction.add("a"), .change("abc"), .retry, .clear, .retry] { store.dispatch(action) }
        // Nothing is redacted at the ends, nor in any state before the first match.
        let first = try await client.send(HistoryFind(condition: "changed(.keys)"))
        #expect(first.seq == 2 && first.incomplete == nil)
        let none = try await client.send(HistoryFind(condition: "changed(.keys) && .tries == 7"))
        #expect(none.seq == nil && none.incomplete == .hidden)
        // The answer does not depend on whether the redacted text changed: at 3 it did, at 4 it did not.
        for seq in [3, 4] {
            let condition = "seq == \(seq) && changed(.keys)"
            let found = try await client.send(HistoryFind(condition: condition))
            #expect(found.seq == nil && found.incomplete == .hidden, "\(seq)")
        }
        let open = try await client.send(HistoryFind(condition: "changed(.tries) && .tries == 7"))
        #expect(open.seq == nil && open.incomplete == nil)
        let visible = try await client.send(HistoryFind(condition: "seq == 6 && changed(.keys)"))
        #expect(visible.seq == nil && visible.incomplete == nil)
    }

    private struct View: Sendable {
        var title = ""
        var onTap: @Sendable () -> Int = { 0 }
    }

    @Test("other closures cannot be compared, and the same ones are equal")
    func incomparable() async throws {
        let store = Store<View, Int, Never>(initial: View()) { (state: inout View, action: Int) -> Void in
            if action > 0 { state.onTap = { action } }
            if action < 0 { state.title = "\(action)" }
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "view")
        let client = try await server.attach()
        let same = try await client.send(ActionDispatch(action: 0))
        #expect(same.changed == false && same.incomplete == nil)
        let other = try await client.send(ActionDispatch(action: 7))
        let change = try #require(other.changes?.first)
        #expect(other.changed == nil && other.incomplete == .incomparable && other.changes?.count == 1)
        #expect(change.isIncomparable && change.path == Path(["onTap"]) && change.value == change.old)
        let titled = try await client.send(ActionDispatch(action: -1))
        #expect(titled.changed == true && titled.changes?.map(\.isIncomparable) == [false])
    }

    private struct Button: Sendable {
        var onTap: @Sendable () -> Int = { 0 }
        var title = ""
    }

    @Test("an entry that is reported says that something changed, also after what cannot be compared")
    func incomparableFirst() async throws {
        let store = Store<Button, Int, Never>(initial: Button()) { (state: inout Button, action: Int) -> Void in
            if action != 0 { state.onTap = { action } }
            if action < 0 { state.title = "\(action)" }
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(store, id: "button")
        let client = try await server.attach()
        try await client.send(Subscribe(store: "button", events: [.log]))
        for action in [0, 7, -1] { try await client.send(ActionDispatch(action: .int(Int64(action)))) }
        let entries = try client.takeNotifications().map { try LogAppended(params: $0.params).entry }
        #expect(entries.map(\.changed) == [false, nil, true])
        #expect(entries.map(\.incomplete) == [nil, .incomparable, nil])
    }
}
