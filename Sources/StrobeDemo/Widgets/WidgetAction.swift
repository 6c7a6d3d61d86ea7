/// What can be asked of the widgets store: values of many types, each with what it needs and nothing more.
protocol WidgetAction: Sendable {}

/// The user wants to see the current widgets.
struct RefreshWidgets: WidgetAction, Codable, Equatable {}

/// A refresh was not too soon, and its fetch is under way.
struct FetchStarted: WidgetAction, Codable, Equatable {}

/// A refresh came too soon after the last fetch, and nothing was fetched.
struct RefreshSkipped: WidgetAction, Codable, Equatable {
    /// How long until the next fetch, in whole seconds, rounded up.
    var retryAfter: Int
}

/// The widgets were fetched.
struct UpdateWidgets: WidgetAction, Codable, Equatable {
    var widgets: [Widget]
}

/// The widgets could not be fetched.
struct FetchFailed: WidgetAction, Codable, Equatable {
    var reason: String
}

/// The user chose a widget.
struct SelectWidget: WidgetAction, Codable, Equatable {
    var id: Widget.ID
}

/// The user wants no widget to be chosen any more.
struct ClearSelection: WidgetAction, Codable, Equatable {}

/// The user wants the current widgets with the first of them chosen; a thunk does both.
struct RefreshAndSelectFirst: WidgetAction, Codable, Equatable {}
