/// What the items screen lists.
struct Item: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var title: String
}
