import Synchronization

@testable import StrobeDemo

/// `send` as the author published it: each starts a task, which reduces whatever the state is by then.
///
/// It is here for what it loses. The reducer is the demo's, which waits while it validates and has all in its state; the
/// author's own validates at once and keeps two flags beside the state, so that these could not be lost there, while what
/// its network call writes could.
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
