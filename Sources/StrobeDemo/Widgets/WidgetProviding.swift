import Foundation

/// Where widgets come from.
protocol WidgetProviding: Sendable {
    /// Fetches the present widgets.
    func widgets() async throws -> [Widget]
}

extension BackendClient: WidgetProviding, WidgetDetailsProviding {
    func widgets() async throws -> [Widget] {
        try await get(.widgets)
    }

    func details(of id: Widget.ID) async throws -> WidgetDetails {
        try JSONDecoder().decode(WidgetDetails.self, from: try await get(BackendRoute.details.path(of: "\(id)")))
    }

    /// Fetches the picture that a widget names.
    func image(_ id: String) async throws -> Data {
        try await get(BackendRoute.images.path(of: id))
    }
}
