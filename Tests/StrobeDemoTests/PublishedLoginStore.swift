import Synchronization

@testable import StrobeDemo

/// `send` as published by the author: each call starts a task, which reduces the state at that time.
///
/// It is here for the updates that it loses. The reducer is the demo's, which suspends while it validates and keeps
/// everything in its state. The author's own validates at once and keeps two flags beside the state: there these could
/// not be lost, but the result of its network call could.
final class PublishedLoginStore: Sendable {
    private let contents = Mutex(LoginState())
    private let reducer: LoginReducer

    init(reducer: LoginReducer) {
        self.reducer = reducer
    }

    var state: LoginState { contents.withLock { $0 } }

    /// Starts a task for an action, and returns it, so that callers can wait for its end.
    @discardableResult
    func send(_ action: LoginAction) -> Task<Void, Never> {
        Task {
            let new = await reducer.reduce(state: state, action: action)
            contents.withLock { $0 = new }
        }
    }
}
