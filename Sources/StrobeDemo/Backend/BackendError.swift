/// Why the demo's backend did not do what it was asked.
struct BackendError: Error {
    /// What happened, as the view shows it.
    var message: String
    /// Whether it was reached, and refused the login.
    var isRefusal = false

    /// What a view says of an error on the way from the backend.
    static func message(of error: any Error) -> String {
        (error as? BackendError)?.message ?? "The answer of the backend could not be read."
    }
}
