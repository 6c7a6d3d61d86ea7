/// Why the demo's backend gave no answer.
struct BackendError: Error {
    /// What happened, as the view shows it.
    var message: String
}
