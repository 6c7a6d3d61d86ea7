import Strobe
import Synchronization

/// Fetches widgets when the user wants to see the current ones, but at most once every so often.
///
/// The published form counts from the end of a fetch that succeeded, so that refreshes during a fetch, or after one that
/// failed, fetch again at once; and it counts from its own making, so that the first refresh may fetch nothing. This one
/// counts from the beginning of every fetch, and the first refresh always fetches. A fetch is listed among the store's
/// effects, and ends with the store.
final class WidgetProviderMiddleware<Time: Clock>: Middleware where Time.Duration == Duration {
    private let provider: any WidgetProviding
    private let interval: Duration
    private let clock: Time
    private let lastFetch = Mutex<Time.Instant?>(nil)

    /// Makes the middleware.
    ///
    /// - Parameters:
    ///   - provider: Where the widgets come from.
    ///   - interval: How much time lies between the beginnings of two fetches, at least.
    ///   - clock: What measures it.
    init(provider: any WidgetProviding, interval: Duration, clock: Time) {
        self.provider = provider
        self.interval = interval
        self.clock = clock
    }

    func apply(state: WidgetsState, action: any WidgetAction, context: EffectContext<any WidgetAction>) {
        guard action is RefreshWidgets else { return }
        if let wait = begin() { return context.dispatch(RefreshSkipped(retryAfter: wait)) }
        context.dispatch(FetchStarted())
        context.run("widgets") { [provider] context in
            do {
                context.dispatch(UpdateWidgets(widgets: try await provider.widgets()))
            } catch {
                context.dispatch(FetchFailed(reason: BackendError.message(of: error)))
            }
        }
    }

    /// Begins to wait for the next fetch, unless this one is too soon.
    ///
    /// - Returns: How many seconds it is too soon, rounded up; `nil` if it is not.
    private func begin() -> Int? {
        let now = clock.now
        return lastFetch.withLock { last in
            if let last, case let left = interval - last.duration(to: now), left > .zero {
                return Int((left / .seconds(1)).rounded(.up))
            }
            last = now
            return nil
        }
    }
}
