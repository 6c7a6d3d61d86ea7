internal import StrobeRecording
internal import Synchronization

/// The file of a flight recorder whose lines are written before a dispatch returns, for all of its stores.
final class SynchronousLog: Sendable {
    let writer: RecordingWriter
    private let watch: FileWatch
    /// The stores; locked while lines are written, so that a new part begins at a consistent point of all stores.
    private let stores = Mutex<[any SyncRecordedStore]>([])

    init(_ writer: RecordingWriter, _ watch: FileWatch) {
        self.writer = writer
        self.watch = watch
    }

    /// Writes the lines that a closure returns, with nothing of another store in between, and starts a new part if
    /// necessary.
    func write(_ lines: () -> [RecordingLine]) {
        stores.withLock { stores in
            // Before, too: after midnight, lines are those of another day.
            beginPart(stores)
            writer.write(lines())
            beginPart(stores)
        }
    }

    private func beginPart(_ stores: [any SyncRecordedStore]) {
        guard watch.wantsPart(of: writer) else { return }
        writer.beginPart(stores: stores.map { $0.store() })
        watch.didBeginPart(writer)
    }

    /// Adds a store; one with the same id is removed.
    func add(_ store: any SyncRecordedStore) {
        remove(id: store.id)
        stores.withLock { stores in
            beginPart(stores)
            writer.write(.store(RecordedAddition(t: writer.now, store: store.store())))
            stores.append(store)
        }
        store.begin()
    }

    /// Removes a store, and records that.
    func remove(id: String) {
        let store = stores.withLock { stores -> (any SyncRecordedStore)? in
            stores.firstIndex { $0.id == id }.map { stores.remove(at: $0) }
        }
        guard let store else { return }
        store.end()
        write { [.removed(RecordedRemoval(store: id, t: writer.now))] }
    }

    /// Removes a store that has ended, possibly under that store's lock.
    func forget(_ ended: any SyncRecordedStore) {
        let isKnown = stores.withLock { stores -> Bool in
            guard let index = stores.firstIndex(where: { $0 === ended }) else { return false }
            stores.remove(at: index)
            return true
        }
        if isKnown { write { [.removed(RecordedRemoval(store: ended.id, t: writer.now))] } }
    }

    /// Ends the recording.
    func close(reason: String) {
        let stores = self.stores.withLock { stores in
            defer { stores = [] }
            return stores
        }
        for store in stores { store.end() }
        writer.close(reason: reason)
    }
}
