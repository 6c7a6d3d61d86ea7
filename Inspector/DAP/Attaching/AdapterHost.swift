package import StrobeClient

/// What the program around the adapter does for it.
package struct AdapterHost: Sendable {
    /// The version of the program.
    package var version: String
    /// Finds a running process, with the token to present.
    package var find: @Sendable (String?) throws -> Discovery.Target
    /// Opens recordings; each call of the result connects to them.
    package var open: @Sendable ([String]) throws -> @Sendable () -> DebugClient
    /// Creates the console of a session.
    package var console: @Sendable (ConsoleRequest) async -> any DebugConsole

    /// Creates a host.
    package init(
        version: String, find: @escaping @Sendable (String?) throws -> Discovery.Target,
        open: @escaping @Sendable ([String]) throws -> @Sendable () -> DebugClient,
        console: @escaping @Sendable (ConsoleRequest) async -> any DebugConsole
    ) {
        (self.version, self.find, self.open, self.console) = (version, find, open, console)
    }
}

/// What a console is made for.
package struct ConsoleRequest: Sendable {
    /// The connection that its commands use.
    package var client: DebugClient
    /// The answer that opened it.
    package var opened: Initialize.Result
    /// Whether the console alone uses the connection, and takes its events.
    package var isAlone: Bool
    /// Whether what it prints may be coloured.
    package var usesColour: Bool
    package var isReadOnly: Bool
    /// Receives what is printed while no command runs.
    package var tell: @Sendable (String) -> Void
}

/// Runs commands of the inspector; one at a time, in the order of the calls.
package protocol DebugConsole: Sendable {
    /// Runs a line at the position of an editor.
    ///
    /// - Throws: Why it failed, with what to do.
    func run(_ line: String, at position: ConsolePosition) async throws -> ConsoleAnswer

    /// Takes what the process tells because of a command, where the console has no connection of its own.
    func receive(_ event: ClientEvent) async

    /// The ways in which a line may go on.
    func complete(_ line: String, cursor: String.Index, at position: ConsolePosition) async -> [ConsoleCompletion]
}

/// A store, and the seq that is looked at; `nil` for the live state.
package struct ConsolePosition: Sendable, Hashable {
    package var store: String?
    package var seq: Int?

    /// Creates a position.
    package init(store: String?, seq: Int?) { (self.store, self.seq) = (store, seq) }
}

/// What a line printed, and where it led.
package struct ConsoleAnswer: Sendable {
    package var text: String
    package var position: ConsolePosition

    /// Creates an answer.
    package init(text: String, position: ConsolePosition) { (self.text, self.position) = (text, position) }
}

/// A way in which a line may go on.
package struct ConsoleCompletion: Sendable, Hashable {
    package var text: String
    package var detail: String?
    /// How many characters before the cursor it replaces.
    package var replaced: Int

    /// Creates a completion.
    package init(text: String, detail: String?, replaced: Int) {
        (self.text, self.detail, self.replaced) = (text, detail, replaced)
    }
}
