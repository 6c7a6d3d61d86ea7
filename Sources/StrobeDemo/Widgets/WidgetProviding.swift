/// Where widgets come from.
protocol WidgetProviding: Sendable {
    /// Fetches the present widgets.
    func widgets() async throws -> [Widget]
}

extension BackendClient: WidgetProviding {
    func widgets() async throws -> [Widget] {
        try await get(.widgets)
    }
}
