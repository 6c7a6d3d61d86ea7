internal import Synchronization

/// An answer that is computed on a separate thread for the debug thread, which polls for it.
final class AsideAnswer<Answer: Sendable>: Sendable {
    private let answer = Mutex<Answer?>(nil)

    /// Begins.
    ///
    /// - Parameter body: Works it out; no reducer runs there.
    init(_ body: @escaping @Sendable () -> Answer) {
        DebugThread<Void>.detach(name: "strobe.question") { [self] in
            let found = body()
            answer.withLock { $0 = found }
        }
    }

    /// The answer, once; `nil` for not yet.
    func take() -> Answer? { answer.withLock { $0.take() } }
}
