// Beyond the text's code, which suggests it: a part of the state is optional, so that the state can be loaded in parts.

/// What is known of a widget beyond the list was fetched.
struct UpdateDetails: WidgetAction, Codable, Equatable {
    var details: WidgetDetails
}

/// It could not be fetched.
struct DetailsFailed: WidgetAction, Codable, Equatable {
    var id: Widget.ID
    var reason: String
}

extension WidgetsState {
    /// What came of the fetch of a widget's details.
    enum Details: Codable, Sendable, Equatable {
        case loaded(WidgetDetails)
        case failed(id: Widget.ID, reason: String)

        /// The widget that was asked for.
        var id: Widget.ID {
            switch self {
            case .loaded(let details): details.id
            case .failed(let id, _): id
            }
        }
    }
}

extension WidgetsReducers {
    /// Takes over details, and drops those of a widget that is not the chosen one; it runs after the choice was made.
    @Sendable static func details(state: WidgetsState, action: any WidgetAction) -> WidgetsState {
        var state = state
        switch action {
        case let update as UpdateDetails: state.details = .loaded(update.details)
        case let failure as DetailsFailed: state.details = .failed(id: failure.id, reason: failure.reason)
        default: break
        }
        if state.details?.id != state.selection { state.details = nil }
        return state
    }
}
