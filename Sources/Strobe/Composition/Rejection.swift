/// Why a reducer rejects an action, in words for people.
///
///     let store = Store(initial: 0) { (balance: inout Int, withdrawal: Int) in
///         if withdrawal > balance { try reject("only \(balance) left") }
///         balance -= withdrawal
///     }
///     let receipt = try await store.receipt(of: 5)
///     print(receipt.rejection ?? "")  // only 0 left
///
/// Any error that a reducer throws rejects its action, and is shown as it describes itself.
public struct Rejection: Error, Hashable, Sendable {
    /// Why.
    public let reason: String

    /// Creates a rejection.
    public init(_ reason: String) {
        self.reason = reason
    }
}

extension Rejection: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}

/// Rejects the action that is being reduced; a reducer calls it before it changes anything.
///
/// The transition counts, subscribers are called, and there are no effects. The log shows the reason.
///
/// - Parameter reason: Why, in words for people.
/// - Throws: `Rejection`, always.
public func reject(_ reason: String) throws -> Never {
    throw Rejection(reason)
}
