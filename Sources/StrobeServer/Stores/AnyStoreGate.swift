internal import StrobeProtocol
internal import StrobeTree

/// The gate of a store as the handlers see it, without its types.
///
/// Every use names its session: the gate opens when the last session is gone.
protocol AnyStoreGate: Sendable {
    /// Whether actions are held.
    var isPaused: Bool { get }
    /// What is held: the first, and how many.
    func held(first count: Int) -> (actions: [HeldDescription], count: Int)

    /// Checks whether a client's action may be held, if it must be.
    ///
    /// - Parameter bytes: Its size in memory; computed only if something is held.
    /// - Throws: `tooLarge`.
    func checkRoom(for bytes: () -> Int) throws(ProtocolError)
    /// Notes an action that is held for a client.
    func holds(_ id: Int, bytes: Int)

    func status() async -> GateDescription
    func pause(by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription
    func resume(by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription
    func step(_ count: Int, by session: any SessionIdentity) async throws(ProtocolError) -> GateDescription
    /// Drops held actions by id; if no ids are given, the first one, or all.
    func drop(_ ids: [Int]?, all: Bool, by session: any SessionIdentity) async throws(ProtocolError) -> GateDrop.Result
    func edit(_ id: Int?, _ action: Value, by session: any SessionIdentity) async throws(ProtocolError)
        -> GateEdit.Result

    /// Sets or changes a breakpoint.
    ///
    /// - Parameter rule: What the message says, checked against the shapes of the store.
    func set(
        _ message: BreakpointSet, _ rule: BreakpointRule, by session: any SessionIdentity
    ) async throws(ProtocolError) -> BreakpointDescription
    func remove(_ id: Int?, by session: any SessionIdentity) async throws(ProtocolError) -> [Int]
    var breakpoints: [BreakpointDescription] { get }

    /// Adds a listener, which is notified from now on.
    func add(_ listener: GateListener) async
    func remove(_ listener: GateListener) async
    /// Waits until everything that happened so far is in the outboxes.
    func tell() async
    /// Removes a session that has ended.
    func leave(_ session: any SessionIdentity) async
    /// Stops holding actions for good.
    func end()
}
