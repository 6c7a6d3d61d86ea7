import StrobeProtocol
import Synchronization

/// The location of hit commands, separate from the user's: the breakpoint's store, at its live state.
final class HitScope: Sendable {
    private let state: Mutex<(location: Location, hasChanged: Bool)>

    init(store: String) {
        var location = Location()
        location.use(store)
        state = Mutex((location, false))
    }

    var location: Location { state.withLock { $0.location } }

    /// Whether a command changed the program.
    var hasChanged: Bool { state.withLock { $0.hasChanged } }

    func move(_ change: (inout Location) -> Void) {
        state.withLock { change(&$0.location) }
    }

    func noteChange() {
        state.withLock { $0.hasChanged = true }
    }
}
