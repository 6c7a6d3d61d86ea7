import Foundation
import Strobe
import StrobeProtocol
import StrobeServer
import StrobeTree
import TerminalTesting
import Testing

/// A state with an array of 100,000 structs, behind a real socket.
@Suite(.timeLimit(.minutes(5)))
struct LargeStateTests {
    struct Item: Codable, Sendable, Identifiable {
        var id: Int
        var title: String
        var done: Bool
    }

    struct Shop: Codable, Sendable {
        var items = (0..<100_000).map { Item(id: $0, title: "Item \($0)", done: false) }
    }

    enum Action: Codable, Sendable {
        case toggle(Int)
        case removeFirst
    }

    @Test("a state of 100,000 elements is shown in pages, and one changed element is one change")
    func largeState() async throws {
        let store = Store(initial: Shop()) { (shop: inout Shop, action: Action) in
            switch action {
            case .toggle(let index):
                guard shop.items.indices.contains(index) else { return }
                shop.items[index].done.toggle()
            case .removeFirst:
                if !shop.items.isEmpty { shop.items.removeFirst() }
            }
        }
        let server = DebugServer(
            configuration: .init(access: .control, discovery: false, handshakeTimeout: .seconds(60)))
        server.add(store, id: "shop")
        let path = "/tmp/strobe-large-\(getpid()).sock"
        try await server.start(on: [.unix(path: path)])
        let outcome = try await ProgramRun.run(
            Executables.strobe,
            [
                "attach", path, "-e", "state", "-e", "state .items[99999]", "-e", "send .toggle(50000)", "-e",
                "diff 0 1", "-e", "send .removeFirst", "-e", "diff 1 2",
            ], environment: ["NO_COLOR": ""])
        await server.stop()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.utf8.count < 10_000)
        #expect(outcome.output.contains("Item 99999"))
        #expect(outcome.output.contains("@0 → @1  1 change\n~ .items[50000].done  false → true"))
        #expect(outcome.output.contains("@1 → @2  1 change\n- .items[0]"))
    }

    @Test("asking for more than fits in an answer is refused with the count, and the session goes on")
    func tooLarge() async throws {
        let store = Store(initial: Shop()) { (_: inout Shop, _: Action) in }
        let server = DebugServer(configuration: .init(discovery: false, handshakeTimeout: .seconds(60)))
        server.add(store, id: "shop")
        let path = "/tmp/strobe-toolarge-\(getpid()).sock"
        try await server.start(on: [.unix(path: path)])
        let outcome = try await ProgramRun.run(
            Executables.strobe,
            ["attach", path, "--keep-going", "--json", "-e", "get", "-e", "get .items[7].title"],
            environment: ["NO_COLOR": ""])
        await server.stop()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("tooLarge"), "\(outcome.errors)")
        #expect(outcome.output.contains("Item 7"))
    }
}
