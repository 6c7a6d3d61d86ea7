/// The login as far as it got.
///
/// What was typed and whether it is long enough stand here too, and not beside the reducer, where nobody could see them.
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

    /// Whether a failure is shown that nobody has acknowledged yet.
    var hasActiveError: Bool {
        if case .failure = phase { true } else { false }
    }
}
