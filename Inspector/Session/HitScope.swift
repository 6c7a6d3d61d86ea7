import StrobeProtocol
import Synchronization

/// Where the commands that are run on a hit are, apart from the user: in the breakpoint's store, at the present.
final class HitScope: Sendable {
    private let state: Mutex<(location: Location, hasChanged: Bool)>

    init(store: String) {
        var location = Location()
        location.use(store)
        state = Mutex((location, false))
    }

    var location: Location { state.withLock { $0.location } }

    /// Whether a command was run that changes the program.
    var hasChanged: Bool { state.withLock { $0.hasChanged } }

    func move(_ change: (inout Location) -> Void) {
        state.withLock { change(&$0.location) }
    }

    func noteChange() {
        state.withLock { $0.hasChanged = true }
    }
}
