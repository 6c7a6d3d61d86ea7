import StrobeProtocol
import Synchronization

/// Where the commands that are run on a hit stand, apart from the user: in the breakpoint's store, at the present.
final class HitScope: Sendable {
    /// The hit whose commands are running in this task.
    @TaskLocal static var current: HitScope?

    private let state: Mutex<(standing: Standing, hasChanged: Bool)>

    init(store: String) {
        var standing = Standing()
        standing.use(store)
        state = Mutex((standing, false))
    }

    var standing: Standing {
        get { state.withLock { $0.standing } }
        set { state.withLock { $0.standing = newValue } }
    }

    /// Whether a command was run that changes the program.
    var hasChanged: Bool { state.withLock { $0.hasChanged } }

    func noteChange() {
        state.withLock { $0.hasChanged = true }
    }
}
