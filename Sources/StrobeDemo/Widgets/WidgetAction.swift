/// What can be asked of the widgets store: values of many types, each with what it needs and nothing more.
///
/// An action is data alone. `Sendable` keeps most references out of it, and a test the rest.
protocol WidgetAction: Sendable {}

/// The user wants to see the current widgets.
struct RefreshWidgets: WidgetAction, Codable, Equatable {}

/// The widgets were fetched.
struct UpdateWidgets: WidgetAction, Codable, Equatable {
    var widgets: [Widget]
}
