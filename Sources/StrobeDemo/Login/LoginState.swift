/// The login as far as it got.
///
/// The typed texts and whether they are long enough are here too, and not beside the reducer, where they could not be
/// seen.
struct LoginState: Codable, Sendable, Equatable {
    /// What the user and the backend are about.
    enum Phase: Codable, Sendable, Equatable {
        case idle
        case validatingCredentials
        case validCredentials
        case authenticating
        case authenticated
        case failure(LoginError)
    }

    var phase = Phase.idle
    var username = ""
    var hasValidUsername = false
    var password = ""
    var hasValidPassword = false
    /// How often the backend was asked: a late result belongs to one of these attempts.
    var attempt = 0

    /// Whether both are long enough.
    var hasValidCredentials: Bool { hasValidUsername && hasValidPassword }

    /// Whether a failure is shown that was not acknowledged yet.
    var hasActiveError: Bool {
        if case .failure = phase { true } else { false }
    }
}
