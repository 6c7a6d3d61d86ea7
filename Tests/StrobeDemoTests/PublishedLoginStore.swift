import Synchronization

@testable import StrobeDemo

/// The store as its author published it: each send starts a task, which reduces whatever the state is by then.
///
/// It is here for what it loses.
final class PublishedLoginStore: Sendable {
    private let contents = Mutex(LoginState())
    private let reducer: LoginReducer

    init(reducer: LoginReducer) {
        self.reducer = reducer
    }

    var state: LoginState { contents.withLock { $0 } }

    /// Starts a task for an action, and returns it for whoever wants to wait for its end.
    @discardableResult
    func send(_ action: LoginAction) -> Task<Void, Never> {
        Task {
            let new = await reducer.reduce(state: state, action: action)
            contents.withLock { $0 = new }
        }
    }
}
