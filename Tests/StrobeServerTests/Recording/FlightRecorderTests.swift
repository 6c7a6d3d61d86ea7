import Foundation
import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeRecording
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

@Suite("Flight recorder", .timeLimit(.minutes(5)))
struct FlightRecorderTests {
    private let folder = RecordingFolder()

    @Test(
        "what stores of ours did can be read afterwards, with the state after every action", arguments: [false, true])
    func records(synchronous: Bool) async throws {
        let recorder = try folder.recorder(.init(synchronous: synchronous, name: "a shop"))
        let store = makeShop()
        recorder.add(store, id: "shop", name: "The shop")
        var states = [store.state]
        for turn in 1...50 {
            switch turn % 5 {
            case 0: store.dispatch(.add(Item(id: turn, title: "item \(turn)")))
            case 1: store.dispatch(.save)
            case 2: store.restore(Shop(count: turn), note: "put in")
            default: store.dispatch(.increment(by: turn))
            }
            states.append(store.state)
        }
        recorder.note("that was all")
        await recorder.stop()

        let reader = try folder.open()
        #expect(reader.isComplete)
        try reader.check("shop", seqs: 1...50, state: store.state)
        for seq in 0...50 {
            // On a busy machine some may have been read together.
            guard let state = try? reader.state(at: seq, of: "shop") else { continue }
            #expect(state == (try Node(states[seq]).value()))
        }
        let described = try reader.store("shop").description
        #expect(described.name == "The shop" && described.kind == "reducer" && described.replay)
        #expect(described.actionType == "ShopAction" && described.actionSchema != nil && described.stateSchema != nil)
        let effects = try reader.transition(1, of: "shop").effects
        #expect(effects.map(\.label) == [".write(count: 0)"])
        #expect(try reader.transition(2, of: "shop").label == "put in")
        #expect(try reader.transition(2, of: "shop").origin == "restore")
        #expect(try reader.transition(5, of: "shop").action == ["add": ["id": 5, "title": "item 5"]])
        let header = try #require(reader.recordings.first?.header)
        #expect(header.process.name == "a shop" && header.process.pid == Int(getpid()))
        #expect(header.recorder.place == "process")
        #expect(header.redaction == Redaction.standard.texts)
        let file = try #require(folder.files.first)
        #expect(file.contains("/program=a%20shop/host="))
        #expect(file.contains("-\(getpid())/") && file.hasSuffix(".jsonl"))
        #expect(try folder.permissions() == 0o700)
        #expect(try folder.permissions(file) == 0o600)
    }

    @Test("stores that cannot be replayed are recorded, and so are foreign ones", arguments: [false, true])
    func otherStores(synchronous: Bool) async throws {
        let recorder = try folder.recorder(.init(synchronous: synchronous))
        let counter = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
        recorder.add(counter, id: "counter")
        let target = GatedTarget()
        recorder.add(target.target)
        for _ in 0..<20 { _ = try await counter.receipt(of: 2) }
        await recorder.stop()
        let reader = try folder.open()
        try reader.check("counter", seqs: 1...20, state: 40)
        #expect(try reader.store("counter").description.kind == "async")
        #expect(try reader.store("counter").description.replay == false)
        #expect(try reader.store(target.id).description.kind == "foreign")
    }

    @Test("many threads at full speed lose nothing", arguments: [false, true])
    func fullSpeed(synchronous: Bool) async throws {
        let recorder = try folder.recorder(.init(synchronous: synchronous))
        let stores = [makeShop(), makeShop()]
        for (index, store) in stores.enumerated() { recorder.add(store, id: "shop\(index)") }
        await withTaskGroup(of: Void.self) { group in
            for store in stores {
                for _ in 0..<2 {
                    group.addTask { for turn in 0..<1_000 { store.dispatch(.increment(by: turn)) } }
                }
            }
        }
        await recorder.stop()
        let reader = try folder.open()
        for (index, store) in stores.enumerated() {
            try reader.check("shop\(index)", seqs: 1...2_000, state: store.state)
        }
    }

    @Test("a synchronous recorder has written an action when its dispatch returns")
    func synchronous() async throws {
        let recorder = try folder.recorder(.init(synchronous: true))
        let store = makeShop()
        recorder.add(store, id: "shop")
        for turn in 1...10 {
            store.dispatch(.increment(by: 1))
            try folder.open().check("shop", seqs: 1...turn, state: store.state)
        }
        #expect(try !folder.open().isComplete)
    }

    @Test("a ring of files holds the last part, which opens by itself", arguments: [false, true])
    func ring(synchronous: Bool) async throws {
        let recorder = try folder.recorder(
            .init(partBytes: 20_000, parts: 3, compresses: false, synchronous: synchronous))
        let (store, other) = (makeShop(), makeShop())
        recorder.add(store, id: "shop")
        recorder.add(other, id: "other")
        other.dispatch(.annotate("once"))
        for turn in 0..<2_000 {
            store.dispatch(.annotate("a note of some length, so that there is something to write: \(turn)"))
            if turn % 100 == 0 { await Task.yield() }
        }
        await recorder.stop()
        #expect(folder.files.count == 3)
        let reader = try folder.open()
        #expect(reader.damage.isEmpty)
        let opened = try reader.store("shop")
        #expect(opened.lastSeq == 2_000)
        #expect(opened.firstSeq > 0)
        #expect(try reader.transitions(opened.firstSeq + 1...2_000, of: "shop").count == 2_000 - opened.firstSeq)
        #expect(try reader.state(at: 2_000, of: "shop") == Node(store.state).value())
        #expect(try reader.state(at: 1, of: "other") == Node(other.state).value())
    }

    @Test("a server and a recorder of one store share its log, whichever comes first", arguments: [false, true])
    func sharing(serverFirst: Bool) async throws {
        let recorder = try folder.recorder()
        let store = makeShop()
        let server = DebugServer(logger: .silent)
        server.add(store, id: "shop")
        if !serverFirst { recorder.add(store, id: "shop") }
        await server.activate()
        if serverFirst { recorder.add(store, id: "shop") }
        for _ in 0..<10 { store.dispatch(.increment(by: 1)) }
        #expect(try server.feed(for: "shop").target.seq == 10)
        await server.stop()
        // The end of the server is not that of the recorder.
        for _ in 0..<10 { store.dispatch(.increment(by: 1)) }
        await recorder.stop()
        try folder.open().check("shop", seqs: 1...20, state: store.state)
    }

    @Test("a recorder of a server has its stores, those that come later and their remarks, until they go")
    func server() async throws {
        let recorder = try folder.recorder()
        let server = DebugServer(logger: .silent)
        let (first, second) = (makeShop(), makeShop())
        server.add(first, id: "first")
        await server.record(to: recorder)
        first.dispatch(.increment(by: 1))
        server.add(second, id: "second")
        await server.activate()
        second.dispatch(.increment(by: 2))
        server.remove(id: "first")
        first.dispatch(.increment(by: 4))
        await server.stop()
        await recorder.stop()
        let reader = try folder.open()
        try reader.check("first", seqs: 1...1, state: Shop(count: 1))
        try reader.check("second", seqs: 1...1, state: Shop(count: 2))
        #expect(try reader.store("first").removedAt != nil)
        #expect(reader.isComplete)
    }

    @Test("the end of a store is written, after what happened in it", arguments: [false, true])
    func storeEnds(synchronous: Bool) async throws {
        let recorder = try folder.recorder(.init(synchronous: synchronous))
        var store: ShopStore? = makeShop()
        if let store { recorder.add(store, id: "shop") }
        for _ in 0..<5 { store?.dispatch(.increment(by: 1)) }
        store = nil
        // A reader that currently uses it releases it in a moment, and reports the end after that.
        let deadline = ContinuousClock.now + .seconds(60)
        while try folder.open().stores.first?.removedAt == nil {
            try #require(ContinuousClock.now < deadline, "the end of the store is not written")
            try await Task.sleep(for: .milliseconds(5))
        }
        await recorder.stop()
        try folder.open().check("shop", seqs: 1...5, state: Shop(count: 5))
    }

    @Test("a store in the place of another of the same id comes after it", arguments: [false, true])
    func replaced(synchronous: Bool) async throws {
        let recorder = try folder.recorder(.init(synchronous: synchronous))
        let (first, second) = (makeShop(), makeShop(Shop(count: 100)))
        recorder.add(first, id: "shop")
        first.dispatch(.increment(by: 1))
        recorder.add(second, id: "shop")
        second.dispatch(.increment(by: 1))
        await recorder.stop()
        let kinds = try lines().compactMap { line -> String? in
            switch line {
            case .store: "store"
            case .transition: "transition"
            case .removed: "removed"
            default: nil
            }
        }
        #expect(kinds == ["store", "transition", "removed", "store", "transition"])
    }

    @Test("remarks of the program and of a store's log are written, each where it was made", arguments: [false, true])
    func notes(synchronous: Bool) async throws {
        let recorder = try folder.recorder(.init(synchronous: synchronous))
        let store = makeShop()
        recorder.add(store, id: "shop")
        let history = History.shared(of: store)
        store.dispatch(.increment(by: 1))
        history.note("of the log")
        recorder.note("of the program")
        await recorder.stop()
        history.release()
        let notes = try lines().compactMap { line -> RecordedNote? in
            if case .note(let note) = line { note } else { nil }
        }
        #expect(Set(notes.map(\.text)) == ["of the log", "of the program"])
        #expect(notes.first { $0.text == "of the log" }?.seq == 1)
        #expect(notes.first { $0.text == "of the log" }?.store == "shop")
    }

    @Test("a removed directory is reported once, made again, and the program continues", arguments: [false, true])
    func removedDirectory(synchronous: Bool) async throws {
        let failures = Mutex<[DebugServerError]>([])
        let recorder = try folder.recorder(.init(synchronous: synchronous)) { error in
            failures.withLock { $0.append(error) }
        }
        let store = makeShop()
        recorder.add(store, id: "shop")
        store.dispatch(.increment(by: 1))
        try FileManager.default.removeItem(atPath: folder.path)
        // It checks once a second.
        let deadline = ContinuousClock.now + .seconds(60)
        var turns = 1
        while folder.files.isEmpty, ContinuousClock.now < deadline {
            store.dispatch(.increment(by: 1))
            turns += 1
            try await Task.sleep(for: .milliseconds(5))
        }
        store.dispatch(.increment(by: 1))
        await recorder.stop()
        #expect(failures.withLock { $0.map(\.code) } == [.cannotRecord])
        #expect(try folder.open().state(at: turns + 1, of: "shop") == Node(store.state).value())
    }

    @Test("a directory that cannot be made is an error that says so")
    func noDirectory() throws {
        let file = NSTemporaryDirectory() + "strobe-no-directory-\(UUID().uuidString)"
        try Data().write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect {
            try FlightRecorder(directory: file + "/below", logger: .silent)
        } throws: { error in
            (error as? DebugServerError)?.code == .cannotRecord
        }
    }

    @Test("a recorder that is released ends its recording")
    func letGo() async throws {
        let store = makeShop()
        var recorder: FlightRecorder? = try folder.recorder()
        recorder?.add(store, id: "shop")
        store.dispatch(.increment(by: 1))
        recorder = nil
        try await within { [folder] in
            while try !folder.open().isComplete { try await Task.sleep(for: .milliseconds(10)) }
        }
        try folder.open().check("shop", seqs: 1...1, state: store.state)
    }

    private func lines() throws -> [RecordingLine] {
        try folder.files.flatMap { name in
            try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8).split(separator: "\n").map {
                try RecordingLine(parsing: String($0))
            }
        }
    }
}
