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
/// The author's `networkError` has an `Error`, so that his states cannot be compared, although his view model and his view
/// do; this one has its text. His view shows a `localizedDescription`, of which his errors have none of their own.
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
