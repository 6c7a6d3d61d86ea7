import StrobeProtocol
import Synchronization

/// Where the commands that are run on a hit stand, apart from the user: in the breakpoint's store, at the present.
final class HitScope: Sendable {
    /// The hit whose commands are running in this task.
    @TaskLocal static var current: HitScope?

    private let state: Mutex<(location: Location, hasChanged: Bool)>

    init(store: String) {
        var location = Location()
        location.use(store)
        state = Mutex((location, false))
    }

    var location: Location {
        get { state.withLock { $0.location } }
        set { state.withLock { $0.location = newValue } }
    }

    /// Whether a command was run that changes the program.
    var hasChanged: Bool { state.withLock { $0.hasChanged } }

    func noteChange() {
        state.withLock { $0.hasChanged = true }
    }
}
