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

/// Why a login failed.
enum LoginError: Error, Codable, Sendable, Equatable {
    case invalidCredentials
    case networkError(reason: String)
}
