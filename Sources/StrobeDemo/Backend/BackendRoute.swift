import Foundation

/// What the demo's backend serves.
enum BackendRoute: String, CaseIterable {
    case profile, rates

    /// The path in its URL.
    var path: String { "/\(rawValue)" }

    /// The answer to a request, or `nil` for a failure: every fourth request of a route fails.
    ///
    /// - Parameter count: Which request of this route it is, from 1.
    func body(count: Int) -> Data? {
        guard count % 4 != 0 else { return nil }
        switch self {
        case .profile:
            let user = User(id: 7, name: "Ada Lovelace", email: "ada@example.org", followers: 1_814 + count)
            return try? JSONEncoder().encode(user)
        case .rates:
            return try? JSONEncoder().encode(["rates": ["USD": 1.08 + Double(count % 7) / 100]])
        }
    }
}
