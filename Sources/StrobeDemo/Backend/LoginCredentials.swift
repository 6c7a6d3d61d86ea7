/// A name and the password to it, as they are sent to the backend.
struct LoginCredentials: Codable, Sendable, Equatable {
    var username = ""
    var password = ""
}

/// One of the two things that are typed.
enum LoginCredential: Codable, Sendable, Equatable {
    case username(String)
    case password(String)

    /// The author's rule for both: 8 characters or more.
    var isLongEnough: Bool {
        switch self {
        case .username(let text), .password(let text): text.count >= 8
        }
    }
}
