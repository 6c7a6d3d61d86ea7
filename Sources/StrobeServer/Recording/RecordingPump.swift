internal import StrobeRecording
internal import StrobeSystem

/// Reads the logs of stores asynchronously and writes them to a recording, one batch of one store at a time, so that a
/// new part begins at a consistent point of all stores.
final class RecordingPump: Sendable {
    private struct State: Sendable {
        var last = 0
        /// Stores that were added but not started.
        var added: [Entrant] = []
        var active: [Entrant] = []
        /// Stores read to their end as the recording ends; parts that begin later include them.
        var finished: [RecordedStore] = []
        /// The numbers of stores with unread lines.
        var ready: [Int] = []
        /// The numbers of removed stores, which are read to their end.
        var removed: Set<Int> = []
        /// The reason of the end, once the recording ends.
        var reason: String?
        var isOver = false
    }

    private struct Entrant: Sendable {
        let number: Int
        let store: any AsyncRecordedStore
    }

    private enum Job: Sendable {
        case begin(Entrant)
        case read(Entrant)
        case end(reason: String)
    }

    let writer: RecordingWriter
    private let watch: FileWatch
    private let state = AsyncCondition(State())

    /// Starts the pump.
    init(_ writer: RecordingWriter, _ watch: FileWatch) {
        self.writer = writer
        self.watch = watch
        Task { await self.run() }
    }

    // MARK: Stores

    /// Adds a store; one with the same id is removed.
    func add(_ store: any AsyncRecordedStore) {
        remove(id: store.id)
        let number = state.update { state -> Int? in
            guard state.reason == nil else { return nil }
            state.last += 1
            state.added.append(Entrant(number: state.last, store: store))
            return state.last
        }
        guard let number else { return }
        store.onEnd { [weak self] in self?.remove(number) }
    }

    /// Removes a store once everything that happened so far is written.
    func remove(id: String) {
        let numbers = state.read { state in
            (state.added + state.active).filter { $0.store.id == id }.map(\.number)
        }
        for number in numbers { remove(number) }
    }

    private func remove(_ number: Int) {
        state.update { _ = $0.removed.insert(number) }
        state.read { state in (state.added + state.active).first { $0.number == number } }?.store.end()
    }

    /// Ends the recording after everything so far is written, and waits for that.
    func close(reason: String) async {
        abandon(reason: reason)
        // Read to the end even by a cancelled task.
        _ = await state.wait(isCancellable: false) { $0.isOver ? true : nil }
    }

    /// Ends the recording after everything so far.
    func abandon(reason: String) {
        let stores = state.update { state -> [any AsyncRecordedStore] in
            if state.reason == nil { state.reason = reason }
            return (state.added + state.active).map(\.store)
        }
        for store in stores { store.end() }
    }

    // MARK: The pump

    private func run() async {
        while let job = await next() {
            switch job {
            case .begin(let entrant): await begin(entrant)
            case .read(let entrant): await read(entrant)
            case .end(let reason):
                writer.close(reason: reason)
                state.update { $0.isOver = true }
                return
            }
        }
    }

    private func next() async -> Job? {
        await state.wait { state in
            // Not before an earlier one with the same id is at its end.
            let index = state.added.firstIndex { new in
                !state.active.contains { $0.store.id == new.store.id }
            }
            if let index {
                let entrant = state.added.remove(at: index)
                state.active.append(entrant)
                return .begin(entrant)
            }
            while !state.ready.isEmpty {
                let number = state.ready.removeFirst()
                if let entrant = state.active.first(where: { $0.number == number }) { return .read(entrant) }
            }
            guard state.added.isEmpty, state.active.isEmpty, let reason = state.reason else { return nil }
            return .end(reason: reason)
        }
    }

    private func begin(_ entrant: Entrant) async {
        await beginPart()
        let store = await entrant.store.store()
        writer.write(.store(RecordedAddition(t: writer.now, store: store)))
        state.update { $0.ready.append(entrant.number) }
    }

    private func read(_ entrant: Entrant) async {
        // Before, too: after midnight, lines are those of another day.
        await beginPart()
        guard let lines = await entrant.store.read() else { return await finish(entrant) }
        guard !lines.isEmpty else {
            Task {
                await entrant.store.wait()
                state.update { $0.ready.append(entrant.number) }
            }
            return
        }
        for start in stride(from: 0, to: lines.count, by: Self.linesPerWrite) {
            writer.write(Array(lines[start..<min(start + Self.linesPerWrite, lines.count)]))
        }
        if writer.wantsKeyframe(of: entrant.store.id), let keyframe = await entrant.store.keyframe(t: writer.now) {
            writer.write(.keyframe(keyframe))
        }
        await beginPart()
        state.update { $0.ready.append(entrant.number) }
    }

    /// The maximum number of lines written with one call.
    private static let linesPerWrite = 512

    private func beginPart() async {
        guard watch.wantsPart(of: writer) else { return }
        var stores: [RecordedStore] = []
        for entrant in state.read({ $0.active }) { stores.append(await entrant.store.store()) }
        stores += state.read { $0.finished }
        writer.beginPart(stores: stores)
        watch.didBeginPart(writer)
    }

    private func finish(_ entrant: Entrant) async {
        let last = await entrant.store.store()
        let isRemoved = state.update { state in
            state.active.removeAll { $0.number == entrant.number }
            let isRemoved = state.removed.remove(entrant.number) != nil
            if !isRemoved { state.finished.append(last) }
            return isRemoved
        }
        if isRemoved { writer.write(.removed(RecordedRemoval(store: entrant.store.id, t: writer.now))) }
    }
}
