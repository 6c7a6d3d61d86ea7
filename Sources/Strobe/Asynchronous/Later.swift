/// Work that an asynchronous reducer starts and does not wait for; its result is dispatched as a separate action.
///
/// The reducer returns its state at once. The work begins when that state is committed; work of a reduction that is
/// cancelled never begins. What the work returns is sent to the store with the number of the action that was reduced as
/// its cause. Until then the work is listed among the store's running effects by its name, and can be cancelled there.
///
///     struct Login: AsyncReducer {
///         enum State: Sendable { case idle, authenticating, authenticated }
///         enum Action: Sendable { case authenticate, authenticated }
///         let later: Later<Action>
///
///         func reduce(state: State, action: Action) async -> State {
///             switch action {
///             case .authenticate:
///                 later("authenticate") {
///                     try? await Task.sleep(for: .milliseconds(10))  // asks a server
///                     return .authenticated
///                 }
///                 return .authenticating
///             case .authenticated:
///                 return .authenticated
///             }
///         }
///     }
///     let store = AsyncStore(initial: .idle) { later in Login(later: later) }
///     store.dispatch(.authenticate)
public struct Later<Action: Sendable>: Sendable {
    typealias Begin =
        @Sendable (
            _ name: EffectID, _ schedule: EffectSchedule, _ work: @escaping @Sendable () async -> Action?
        ) -> Void

    private let shared: SharedDependencies
    private let begin: Begin

    init(_ dependencies: SharedDependencies, _ begin: @escaping Begin) {
        shared = dependencies
        self.begin = begin
    }

    /// The dependencies of the store, as they are now: for the reducer and for late work.
    public var dependencies: Dependencies { shared.current }

    /// Starts work once the current reduction is committed, or at once outside a reduction.
    ///
    /// Does nothing once the store has ended.
    ///
    /// - Parameters:
    ///   - name: What it is listed as; several may have the same name.
    ///   - schedule: How it is run beside other late work; with `.cancelling(name)` what is running is only cancelled.
    ///   - work: What to do; the action that it returns is sent to the store, `nil` ends it without one.
    public func callAsFunction(
        _ name: EffectID, schedule: EffectSchedule = .now, _ work: @escaping @Sendable () async -> Action?
    ) {
        begin(name, schedule, work)
    }
}
