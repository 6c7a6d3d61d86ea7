internal import StrobeProtocol
internal import StrobeTree

/// The gate of a store as the handlers see it, without its types.
///
/// Whoever uses it has to say who he is: the gate opens when the last one is gone.
protocol AnyStoreGate: Sendable {
    /// Whether actions are held.
    var isPaused: Bool { get }
    /// What is held: the first, and how many.
    func held(first count: Int) -> (actions: [HeldDescription], count: Int)

    /// Checks whether an action that a client dispatches may be held, if it has to be.
    ///
    /// - Parameter bytes: What it holds in memory; asked for where something is held.
    /// - Throws: `tooLarge`.
    func checkRoom(for bytes: () -> Int) throws(ProtocolError)
    /// Takes note of an action that is held for a client.
    func holds(_ id: Int, bytes: Int)

    func status() async -> GateDescription
    func pause(by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription
    func resume(by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription
    func step(_ count: Int, by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription
    /// Drops the first that is held without ids, all with `nil` for them.
    func drop(_ ids: [Int]?, all: Bool, by session: any SessionIdentity) async throws(ProtocolError) -> GateDrop.Result
    func edit(_ id: Int?, _ action: Value, by session: any SessionIdentity) async throws(ProtocolError)
        -> GateEdit.Result

    /// Sets or changes a breakpoint, whose condition is held against the shapes of the store.
    func set(
        _ message: BreakpointSet, _ shapes: StoreShapes, by session: any SessionIdentity
    ) async throws(ProtocolError) -> BreakpointDescription
    func remove(_ id: Int?, by session: any SessionIdentity) async throws(ProtocolError) -> [Int]
    var breakpoints: [BreakpointDescription] { get }

    /// Tells a listener of what happens from now on.
    func add(_ listener: GateListener) async
    func remove(_ listener: GateListener) async
    /// Waits until what happened so far stands in the outboxes.
    func tell() async
    /// Forgets a session that is over.
    func leave(_ session: any SessionIdentity) async
    /// Holds nothing any more, for good.
    func end()
}
