import Foundation
import DeclarationTesting
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeServer
import StrobeTransport
import StrobeReflection
import StrobeTree
import Synchronization
import Testing
import WireTesting

@testable import Inspector
@testable import InspectorCore

private struct Counter: Codable, Sendable {
    var count = 0
    var words: [String] = []
}

private enum CounterAction: Codable, Sendable {
    case add(Int)
    case say(String)
}

/// A recorder on a real server, over memory.
private struct Rig {
    let store: Store<Counter, CounterAction, Never>
    let server: DebugServer
    let client: DebugClient
    let recorder: ClientRecorder
    let path: String

    init(options change: (inout ClientRecorder.Options) -> Void = { _ in }, before: Int = 0) async throws {
        store = Store(initial: Counter()) { state, action in
            switch action {
            case .add(let number): state.count += number
            case .say(let word): state.words.append(word)
            }
        }
        server = DebugServer(configuration: .init(access: .control))
        server.add(store, id: "counter")
        let (near, far) = MemoryConnection.pair()
        Task { [server] in await server.serve(far) }
        let client = DebugClient(connection: TappedConnection.tapping(near))
        self.client = client
        let opened = try await client.initialize(client: .init(name: "test", version: "1"), access: .read)
        for step in 0..<before { store.dispatch(.add(step)) }
        path = FileManager.default.temporaryDirectory.appending(path: "record-\(UUID().uuidString).jsonl").path()
        var options = ClientRecorder.Options(path: path, place: "headless", followsStores: true)
        change(&options)
        let recorder = try await ClientRecorder.start(
            client, process: opened.process, stores: opened.stores, options: options)
        self.recorder = recorder
        Task { for await event in client.events { recorder.receive(event) } }
    }

    /// Ends the recording and reads it.
    func finish(_ reason: String = "stopped") async throws -> (RecordingStatus, RecordingReader) {
        let status = await recorder.stop(reason: reason, patience: .seconds(600))
        let reader = try RecordingReader(paths: [path])
        await client.close()
        return (status, reader)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}

@Suite("Recording a process from outside")
struct ClientRecorderTests {
    @Test("every action is in the file with its changes, and each state follows")
    func all() async throws {
        let rig = try await Rig()
        defer { rig.remove() }
        for step in 1...300 {
            rig.store.dispatch(step.isMultiple(of: 3) ? .say("word \(step)") : .add(step))
            if step.isMultiple(of: 50) { await Task.yield() }
        }
        let (status, reader) = try await rig.finish()
        #expect(status.transitions == 300 && status.losses.gaps == 0 && status.ending == "stopped")
        #expect(reader.isComplete && reader.damage.isEmpty)
        let store = try #require(reader.stores.first)
        #expect(store.id == "counter" && store.lastSeq == 300 && store.transitions == 300)
        #expect((store.description.stateSchema != nil) == Declarations.areRead)
        let actions = try #require(store.description.actionSchema)
        #expect((actions == .unknown(type: "CounterAction")) != Declarations.areRead)
        #expect(try reader.transitions(1...300, of: "counter").map(\.seq) == Array(1...300))
        let expected = try TreeEncoder().encode(rig.store.state)
        #expect(try reader.state(at: 300, of: "counter") == expected)
        #expect(try reader.state(at: 1, of: "counter") == ["count": 1, "words": []])
    }

    @Test("with the past, the recording begins where the log does")
    func past() async throws {
        let rig = try await Rig(options: { $0.includesPast = true }, before: 20)
        defer { rig.remove() }
        rig.store.dispatch(.add(1))
        let (status, reader) = try await rig.finish()
        #expect(status.transitions == 21)
        let transitions = try reader.transitions(1...21, of: "counter")
        #expect(transitions.map(\.seq) == Array(1...21) && transitions.allSatisfy { $0.t >= 0 })
        #expect(try reader.state(at: 0, of: "counter") == ["count": 0, "words": []])
    }

    @Test("without the past it begins with the state as it is")
    func present() async throws {
        let rig = try await Rig(before: 5)
        defer { rig.remove() }
        rig.store.dispatch(.add(100))
        let (status, reader) = try await rig.finish()
        #expect(status.transitions == 1)
        #expect(try reader.state(at: 5, of: "counter") == ["count": 10, "words": []])
        #expect(try reader.state(at: 6, of: "counter") == ["count": 110, "words": []])
    }

    @Test("a burst that is far ahead is recorded with changes put together, and nothing is left out")
    func burst() async throws {
        let rig = try await Rig()
        defer { rig.remove() }
        for step in 1...8_000 { rig.store.dispatch(.add(step & 1)) }
        let (status, reader) = try await rig.finish()
        #expect(status.transitions + status.losses.missed == 8_000)
        #expect(status.losses.missed == 0 && status.losses.gaps == 0)
        let transitions = try reader.transitions(1...8_000, of: "counter")
        #expect(transitions.map(\.seq) == Array(1...8_000))
        #expect(transitions.contains { $0.fromSeq != nil })
        #expect(try reader.state(at: 8_000, of: "counter") == ["count": 4_000, "words": []])
    }

    @Test("files are gone on with in others of a size, and read as one")
    func parts() async throws {
        let rig = try await Rig(options: { $0.writing.partBytes = 16 << 10 })
        let folder = URL(filePath: rig.path).deletingLastPathComponent()
        let stem = URL(filePath: rig.path).deletingPathExtension().lastPathComponent
        defer {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
            for name in names where name.hasPrefix(stem) {
                try? FileManager.default.removeItem(at: folder.appending(path: name))
            }
        }
        for step in 1...5_000 { rig.store.dispatch(.add(step)) }
        let (status, reader) = try await rig.finish()
        #expect(status.parts > 3 && status.transitions == 5_000)
        #expect(reader.recordings.count == 1 && reader.recordings.first?.paths.count == status.parts)
        #expect(reader.stores.first?.transitions == 5_000)
        #expect(try reader.state(at: 5_000, of: "counter") == TreeEncoder().encode(rig.store.state))
    }

    @Test("notes, stores that come and stores that go are in the recording")
    func notesAndStores() async throws {
        let rig = try await Rig()
        defer { rig.remove() }
        rig.store.dispatch(.add(1))
        #expect(await rig.recorder.note("look here", store: "counter") == 1)
        let other = Store(initial: Counter()) { (state: inout Counter, action: CounterAction) in
            if case .add(let number) = action { state.count -= number }
        }
        rig.server.add(other, id: "other")
        try await eventually { await rig.recorder.status.stores.contains("other") }
        other.dispatch(.add(7))
        try await eventually { await rig.recorder.status.transitions == 2 }
        rig.server.remove(id: "other")
        try await eventually { await !rig.recorder.status.stores.contains("other") }
        let (_, reader) = try await rig.finish()
        #expect(reader.notes(of: "counter").map(\.text) == ["look here"])
        #expect(reader.notes(of: "counter").map(\.seq) == [1])
        let recorded = try reader.store("other")
        #expect(recorded.lastSeq == 1 && recorded.removedAt != nil)
        #expect(try reader.state(at: 1, of: "other") == ["count": -7, "words": []])
    }

    @Test("when the process goes, the file is complete up to what was read")
    func lost() async throws {
        let rig = try await Rig()
        defer { rig.remove() }
        rig.store.dispatch(.add(1))
        try await eventually { await rig.recorder.status.transitions == 1 }
        let (ends, end) = AsyncStream.makeStream(of: RecordingStatus.self)
        await rig.recorder.setEndHandler { end.yield($0) }
        await rig.server.stop()
        var iterator = ends.makeAsyncIterator()
        let status = await iterator.next()
        #expect(status?.ending == "closed" && status?.transitions == 1)
        let reader = try RecordingReader(paths: [rig.path])
        #expect(reader.isComplete && reader.recordings.first?.end?.reason == "closed")
        await rig.client.close()
    }

    @Test("a store that is not there is named, and no file is made")
    func unknownStore() async throws {
        let error = await #expect(throws: InspectorError.self) {
            _ = try await Rig(options: { $0.stores = ["countr"] })
        }
        #expect(error?.message.contains("Did you mean `counter`?") == true)
    }

    @Test("a file that is there is kept unless it is to be replaced")
    func existing() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "record-\(UUID().uuidString)").path()
        try Data("precious".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = await #expect(throws: InspectorError.self) {
            _ = try await Rig(options: { $0 = .init(path: path, place: "headless") })
        }
        #expect(error?.message.contains("--force") == true)
        #expect(FileManager.default.contents(atPath: path) == Data("precious".utf8))
    }

    /// Waits until something holds, a minute at most.
    private func eventually(_ holds: () async -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while await !holds() {
            try #require(ContinuousClock.now < deadline, "it does not come")
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
