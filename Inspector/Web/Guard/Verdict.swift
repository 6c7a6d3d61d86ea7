/// What a request gets.
package enum Verdict: Sendable, Hashable {
    /// The page.
    case page(host: String)
    /// The WebSocket, for the page that has this key.
    case socket(key: String)
    /// An answer without content.
    case refused(Refusal)
    /// No answer: the connection ends.
    case closed
}

/// Why a request is refused: the status of HTTP.
package enum Refusal: Int, Sendable, Hashable {
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case misdirected = 421
    case tooMany = 503
}
