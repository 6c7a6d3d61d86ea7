/// A person whose profile is shown.
struct User: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var name: String
    var email: String?
    var followers: Int
}
