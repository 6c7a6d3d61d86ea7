// Beyond the text's code, which advises it: load states, updated in failure as well as in success.

/// A refresh was not too soon, and its fetch is under way.
struct FetchStarted: WidgetAction, Codable, Equatable {}

/// A refresh came too soon after the last fetch, and nothing was fetched.
struct RefreshSkipped: WidgetAction, Codable, Equatable {
    /// How long until the next fetch, in whole seconds, rounded up.
    var retryAfter: Int
}

/// The widgets could not be fetched.
struct FetchFailed: WidgetAction, Codable, Equatable {
    var reason: String
}

extension WidgetsState {
    /// How far a fetch has come.
    enum LoadState: Codable, Sendable, Equatable {
        case idle
        case loading
        case loaded
        case failed(reason: String)
    }
}

extension WidgetsReducers {
    /// Follows a fetch from its beginning to either end.
    ///
    /// A refresh alone begins nothing: the state would say `loading` for ever where it comes too soon to be fetched.
    @Sendable static func loadState(
        loadState: WidgetsState.LoadState, action: any WidgetAction
    ) -> WidgetsState.LoadState {
        switch action {
        case is FetchStarted: .loading
        case is UpdateWidgets: .loaded
        case let failure as FetchFailed: .failed(reason: failure.reason)
        default: loadState
        }
    }

    /// Counts the refreshes that came to an end, whichever it was.
    @Sendable static func refreshes(count: Int, action: any WidgetAction) -> Int {
        action is UpdateWidgets || action is FetchFailed || action is RefreshSkipped ? count + 1 : count
    }
}
