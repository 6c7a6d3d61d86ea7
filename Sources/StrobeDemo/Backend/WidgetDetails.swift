/// What is known of a widget beyond the list.
struct WidgetDetails: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var price: Int
    var text: String
}
