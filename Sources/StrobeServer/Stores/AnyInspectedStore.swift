internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

/// A store as the server and its sessions hold it, type-erased.
protocol AnyInspectedStore: Sendable {
    var id: String { get }
    /// The seq of the last transition.
    var seq: Int { get }
    /// The current description of the store and its capabilities.
    var description: StoreDescription { get }

    /// Answers a request with typed access to the store.
    func answer<Method: StoreMethod>(_ method: Method, in session: any SessionIdentity) async throws -> Method.Result
    /// Checks that the paths and conditions of a subscription are possible.
    func check(_ subscription: Subscribe) async throws

    /// Lets the history follow the store, until as many calls of `detach()`.
    func attach()
    func detach()
    /// Waits until the history follows the store; requires an earlier `attach()`.
    func attached() async
    /// Opens the gate and ends the replay if the ended session was the last to use them.
    func leave(_ session: any SessionIdentity) async
    /// Releases the store: logging stops.
    func close()

    /// The changes from one state to another, and the seqs of both.
    func changes(
        from: Position, to: Position, at path: Path
    ) async throws -> (from: Int, to: Int, changes: [Change])
    /// Whether the value at a path differs between two states; absent in both is no difference.
    func isChanged(from: Position, to: Position, at path: Path) async throws -> Bool
    /// The entries of a range, with their changes as far as requested and known.
    func entries(_ seqs: ClosedRange<Int>, changes: ChangesDetail) async -> [DetailedEntry]
    /// The updates after a seq.
    func updates(from seq: Int, changes: Bool) -> AsyncStream<HistoryUpdate>

    /// Registers a closure to call with every note; it returns at once.
    func onNote(_ tell: @escaping @Sendable (NoteDescription) -> Void)
    /// Registers a closure to call with every divergence; it returns at once.
    func onDivergence(_ tell: @escaping @Sendable (DivergenceDescription) -> Void)

    /// Whether actions can be held before they are reduced.
    var hasGate: Bool { get }
    /// How many actions are held.
    var heldCount: Int { get }
    /// Adds a listener to the gate, which is notified from now on.
    func add(_ listener: GateListener) async
    func remove(_ listener: GateListener) async
}

extension InspectedStore {
    func answer<Method: StoreMethod>(_ method: Method, in session: any SessionIdentity) async throws -> Method.Result {
        try await method.answer(from: self, in: session)
    }

    func attach() { adapter.attach() }
    func detach() { adapter.detach() }
    func attached() async { await adapter.history.attached() }

    func leave(_ session: any SessionIdentity) async {
        endReplay(of: session)
        await gate?.leave(session)
    }

    func close() {
        sharing.replay.end(of: nil) { try? setReplay(nil) }
        gate?.end()
        adapter.close()
    }

    func updates(from seq: Int, changes: Bool) -> AsyncStream<HistoryUpdate> {
        adapter.history.updates(from: seq, changes: changes)
    }

    var hasGate: Bool { gate != nil }
    var heldCount: Int { gate?.held(first: 0).count ?? 0 }
    func add(_ listener: GateListener) async { await gate?.add(listener) }
    func remove(_ listener: GateListener) async { await gate?.remove(listener) }
}
