/// A name and the password to it, as they are sent to the backend.
struct LoginCredentials: Codable, Sendable, Equatable {
    var username = ""
    var password = ""
}
