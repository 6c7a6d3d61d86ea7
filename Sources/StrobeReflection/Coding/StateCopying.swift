/// A state that holds objects and can be copied with them, so that it can be replayed.
///
/// Replaying runs the reducer on a copy of the state. Where the state holds an object that can change, the copy has the
/// same object, and the reducer would write to the one that the program uses; so such a store is not replayed. A state
/// that conforms is copied with its objects before each action that is replayed:
///
///     struct Shop: StateCopying {
///         var visits = 0
///         var cart = Cart()
///         func copyForReplay() -> Shop? { Shop(visits: visits, cart: cart.copy()) }
///     }
///
/// A state that is `Codable` need not say how: it is encoded and decoded.
public protocol StateCopying {
    /// A copy that shares no object with this state that either of them may write to; called on the debugger's thread,
    /// at any time.
    ///
    /// - Returns: `nil` if it cannot be copied; then it is not replayed.
    /// - Complexity: It is called for each action that is replayed.
    func copyForReplay() -> Self?
}

extension StateCopying where Self: Codable {
    /// A copy by way of the encoded form; it runs `encode(to:)` and `init(from:)`.
    public func copyForReplay() -> Self? {
        guard let form = try? TreeEncoder(opensObjects: true).encode(self) else { return nil }
        return try? TreeDecoder().decode(Self.self, from: form)
    }
}
