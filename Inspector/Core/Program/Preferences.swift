import LineEditing
import StrobeTree
import Synchronization

/// What the user has set for all sessions of this process: aliases, default options and the pager.
package final class Preferences: Sendable {
    private struct State {
        var aliases: [String: String] = [:]
        var defaults: [String: String] = [:]
        var pager: String?
    }

    private let state = Mutex(State())

    package init() {}

    /// The commands of the aliases.
    package var aliases: [String: String] { state.withLock { $0.aliases } }

    /// The options that commands have by default, as typed, by the names of the commands.
    package var defaults: [String: String] { state.withLock { $0.defaults } }

    /// The pager, a command of the shell; `nil` for that of the environment, empty for none.
    package var pager: String? { state.withLock { $0.pager } }

    /// Sets or removes an alias.
    package func set(alias name: String, to text: String?) { state.withLock { $0.aliases[name] = text } }

    /// Sets or removes the default options of a command.
    package func set(defaults options: String?, of command: String) {
        state.withLock { $0.defaults[command] = options }
    }

    /// Sets the pager.
    package func set(pager: String?) { state.withLock { $0.pager = pager } }
}
