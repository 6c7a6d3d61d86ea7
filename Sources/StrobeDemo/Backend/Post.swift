/// Something that a person wrote.
struct Post: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var title: String
    var likes: Int
}
