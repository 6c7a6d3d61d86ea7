import InspectorCore
import StrobeProtocol

/// What commands read of a session.
struct SessionState: Sendable {
    /// The stores, and what is known of them.
    var known: KnownStores
    /// The user's current store and positions.
    var location = Location()
    /// The variables set by `let` and loops.
    var variables = ScriptVariables()
    /// The results of commands.
    var results = CommandResults()
    /// The line that Enter alone repeats or continues with.
    var onEnter: String?
    /// Whether the user asked to leave.
    var isLeaving = false
    /// Why the connection was closed; `nil` while it is open.
    var loss: String?

    init(_ stores: [StoreDescription]) {
        known = KnownStores(stores)
        location.use(stores.first?.id)
    }
}
