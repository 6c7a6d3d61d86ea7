/// What can happen to the login.
enum LoginAction: Codable, Sendable, Equatable {
    case enteringCredential(LoginCredential)
    case authenticate
    case ackError
    /// The late result of an `authenticate`: the backend let the user in.
    case authenticated(attempt: Int)
    /// The late result of an `authenticate`: it did not.
    case failed(LoginError, attempt: Int)
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

/// Why nobody was let in.
enum LoginError: Error, Codable, Sendable, Equatable {
    case invalidCredentials
    case networkError(reason: String)
}
