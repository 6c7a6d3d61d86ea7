import DeclarationTesting
import RecordingTesting
import SeededTesting
import Strobe
import StrobeClient
import StrobePlayback
import StrobeProtocol
import StrobeRecording
import StrobeTransport
import StrobeReflection
import StrobeTree
import Testing
import WireTesting

@testable import StrobeServer

/// A recording, compared with the store that it was made from.
@Suite("A recording answers like the store it was made from", .timeLimit(.minutes(5)))
struct PlaybackParityTests {
    private enum Door: Codable, Sendable, Hashable { case locked, unlocked(by: String), broken(Int) }
    private enum DoorEvent: Codable, Sendable { case unlock(String), lock, kick(Int), look }

    private struct House: Codable, Sendable {
        var door = Door.locked
        var visits = 0
        var names: [String: Int] = [:]
        var tags: Set<String> = []
        var rows: [Item] = []
        var last: String?
    }

    private func makeHouse() -> Store<House, DoorEvent, Never> {
        Store(initial: House()) { (house: inout House, event: DoorEvent) -> [Never] in
            switch (event, house.door) {
            case (.unlock(let name), .locked):
                (house.door, house.last) = (.unlocked(by: name), name)
                house.visits += 1
                house.names[name, default: 0] += 1
                house.tags.insert(name)
                house.rows.insert(Item(id: house.visits, title: name), at: 0)
            case (.lock, .unlocked):
                house.door = .locked
                house.last = nil
                if house.rows.count > 4 { house.rows.removeLast() }
            case (.kick(let force), _) where force > 8: house.door = .broken(force)
            default: break
            }
            return []
        }
    }

    /// Plays some actions, and records them.
    private func session(seed: UInt64) async throws -> (DebugClient, Tape, [StoreDescription], any Sendable) {
        let house = makeHouse()
        let shop = makeShop()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(house, id: "house")
        server.add(shop, id: "shop")
        let (mine, theirs) = MemoryConnection.pair()
        Task { await server.serve(mine) }
        let live = DebugClient(connection: TappedConnection.tapping(theirs))
        var opened = try await live.initialize(client: .init(name: "test", version: "1"), access: .control)
        var random = SeededGenerator(seed: seed)
        for step in 0..<120 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: house.dispatch(.unlock(["Ada", "Bob", "Cyd"][step % 3]))
            case 1: house.dispatch(.lock)
            case 2: house.dispatch(.kick(Int.random(in: 0..<10, using: &random)))
            case 3: house.dispatch(.look)
            case 4: shop.dispatch(.add(Item(id: step, title: "hat \(step)")))
            default: shop.dispatch(step % 7 == 0 ? .save : .increment(by: step))
            }
        }
        _ = try await live.send(ActionDispatch(store: "shop", action: ["annotate": "from outside"]))
        opened.stores = try await live.send(StoreList()).stores
        let tape = Tape()
        let recording = ClientRecording(live)
        let header = try await recording.header(opened, startMicros: Tape.start)
        try tape.write(header, try await recording.lines(opened.stores, startMicros: Tape.start))
        return (live, tape, opened.stores, [house, shop] as [any Sendable])
    }

    private func questions(_ store: StoreDescription) throws -> [any Request] {
        let (id, last) = (store.id, store.seq)
        let paths =
            id == "house"
            ? [Path(["door"]), Path(["rows"]), Path(["names", "Ada"]), Path(["last"]), Path(["nowhere"])]
            : [Path(["count"]), Path(["items"]), Path(["items", "0"]), Path(["note"])]
        var questions: [any Request] = [ActionSchema(store: id), LogList(store: id), BookmarkList(store: id)]
        for seq in [0, 1, 2, last / 2, last - 1, last, last + 1] {
            questions.append(StateGet(store: id, at: .seq(seq)))
            questions.append(StateTree(store: id, at: .seq(seq), depth: 6))
            questions.append(StateDiff(store: id, from: .seq(seq), to: .seq(last / 3)))
            questions.append(LogGet(store: id, seq: max(seq, 1)))
            questions.append(LogWhy(store: id, seq: max(seq, 1)))
            for path in paths {
                questions.append(StateGet(store: id, path: path, at: .seq(seq)))
                questions.append(StateBlame(store: id, path: path, at: .seq(seq), limit: 4))
            }
        }
        questions.append(StateGet(store: id))
        questions.append(LogList(store: id, from: 3, limit: 17))
        questions.append(LogList(store: id, to: last - 3, limit: 9, filter: .init(changed: true)))
        questions.append(LogList(store: id, filter: .init(action: "*lock*")))
        questions.append(LogList(store: id, filter: .init(origin: "inspector")))
        for path in paths { questions.append(LogList(store: id, filter: .init(path: path))) }
        for text in [
            "/door == .broken", "/visits > 3", "changed(/door) && seq > 5", "count(/rows) > 2",
            "action like \".kick*\"",
            "/names/Ada > 1", "/items/0/title startsWith \"hat\"", "exists(/note)", "before(/count) < /count - 20",
        ] {
            for last in [false, true] {
                questions.append(HistoryFind(store: id, condition: text, last: last))
            }
        }
        for text in ["ada", "hat", "unlocked", "3"] {
            questions.append(StateSearch(store: id, query: text))
            questions.append(LogSearch(store: id, query: text))
        }
        questions.append(GraphGet(store: id))
        questions.append(GraphGet(store: id, path: Path(["door"]), from: 5, to: last - 5))
        return questions
    }

    @Test("every question about its past gets the same answer", arguments: LongTests.areRun ? [1, 2, 3] : [1])
    func parity(seed: Int) async throws {
        let (live, tape, stores, kept) = try await session(seed: UInt64(seed))
        let (playback, recorded) = try await tape.open()
        for store in stores {
            for question in try questions(store) {
                let (expected, answer) = (try await live.outcome(question), try await recorded.outcome(question))
                // Without shapes a recording does not name types, nor say what is a set or an enum.
                let isShaped = ["state/tree", "state/diff", "state/search", "graph/get"].contains(
                    type(of: question).method)
                guard Declarations.areRead || !isShaped && expected.value(at: Path(["error"])) == nil else { continue }
                if expected != answer {
                    Issue.record(
                        "\(type(of: question).method) \(JSON.text(.object(try question.params())))\n  live:     \(JSON.text(expected))\n  recorded: \(JSON.text(answer))"
                    )
                }
            }
        }
        withExtendedLifetime((kept, playback)) {}
    }

    @Test("a recording that is whole agrees with itself")
    func verifying() async throws {
        let (_, tape, stores, kept) = try await session(seed: 9)
        let (playback, recorded) = try await tape.open()
        for store in stores {
            let result = try await recorded.send(HistoryVerify(store: store.id))
            #expect(result.checked == store.seq)
            #expect(result.divergence == nil)
        }
        withExtendedLifetime((kept, playback)) {}
    }

    @Test("what would change something is refused with what to do instead")
    func refusals() async throws {
        let (_, tape, _, kept) = try await session(seed: 4)
        let (playback, recorded) = try await tape.open()
        let requests: [any Request] = [
            ActionDispatch(store: "shop", action: "reset"),
            ActionDispatch(store: "shop", action: "reset", dryRun: true),
            ActionRedo(store: "shop", seq: 1), ActionRedo(store: "shop", seq: 1, dryRun: true),
            HistoryJump(store: "shop", seq: 1), HistoryReset(store: "shop"), HistoryCommit(store: "shop"),
            HistoryReplay(store: "shop", on: false), StateSet(store: "shop", path: Path(["count"]), value: 3),
            GatePause(store: "shop"), BranchCreate(store: "shop", edits: [.skip(1...1)]),
            HistoryMinimize(store: "shop", condition: "/count > 1"),
        ]
        for request in requests {
            let outcome = try await recorded.outcome(request)
            guard case .object(let object) = outcome, case .string(let message)? = object["message"] else {
                Issue.record("\(type(of: request).method) was not refused: \(JSON.text(outcome))")
                continue
            }
            #expect(object["error"] == "notSupported", "\(type(of: request).method): \(message)")
            #expect(message.contains("strobe replay"), "\(type(of: request).method): \(message)")
        }
        withExtendedLifetime((kept, playback)) {}
    }

    @Test("places of a recording can be named")
    func bookmarks() async throws {
        let (_, tape, _, kept) = try await session(seed: 5)
        let (playback, recorded) = try await tape.open()
        _ = try await recorded.send(BookmarkSet(store: "shop", name: "odd", seq: 3))
        #expect(try await recorded.send(BookmarkList(store: "shop")).bookmarks.map(\.seq) == [3])
        withExtendedLifetime((kept, playback)) {}
    }
}
