/// A thing for sale.
struct Widget: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var name: String
    /// Names the picture, which is fetched when it is shown: a state holds no images.
    var imageID: String
}
