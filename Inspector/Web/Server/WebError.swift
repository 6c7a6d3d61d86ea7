/// An error of the live page's server.
package struct WebError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, and what to do.
    package var message: String

    /// Creates an error.
    package init(_ message: String) { self.message = message }

    package var description: String { message }
}
