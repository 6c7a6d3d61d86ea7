import Foundation

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
///
/// The author's `networkError` has an `Error`, so that states cannot be compared; this one has its text.
enum LoginError: Error, Codable, Sendable, Equatable {
    case invalidCredentials
    case networkError(reason: String)
}

extension LoginError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .invalidCredentials: "Nobody is known by this name and password."
        case .networkError(let reason): reason
        }
    }
}
