/// The state of the shop: model data, from which views compute what they show.
struct WidgetsState: Codable, Sendable, Equatable {
    /// How far the last fetch has come.
    enum LoadState: Codable, Sendable, Equatable {
        case idle
        case loading
        case loaded
        case failed(reason: String)
    }

    var widgets: [Widget] = []
    var loadState = LoadState.idle
    /// The widget that is chosen; always one of `widgets`.
    var selection: Widget.ID?
    /// How many refreshes were answered: by widgets, by a failure, or by their being too soon.
    var refreshes = 0
}
