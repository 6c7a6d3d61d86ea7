/// The state of the shop: model data, from which views compute what they show.
///
/// The text's state is the list; what follows it is described where its reducers are.
struct WidgetsState: Codable, Sendable, Equatable {
    var widgets: [Widget] = []
    /// How far the last fetch has come.
    var loadState = LoadState.idle
    /// The widget that is chosen; always one of `widgets`.
    var selection: Widget.ID?
    /// How many refreshes were answered: by widgets, by a failure, or by their being too soon.
    var refreshes = 0
    /// What is known of the chosen widget beyond the list; `nil` until it is loaded, so that the list need not wait for it.
    var details: Details?
}
