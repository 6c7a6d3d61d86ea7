/// The methods of the protocol that a page may use.
package enum RelayedMethods {
    /// Those that only read.
    package static let reading: Set<String> = [
        "ping", "subscribe", "unsubscribe", "store/list", "store/describe", "state/get", "state/tree", "state/diff",
        "state/search", "state/blame", "action/schema", "log/list", "log/get", "log/why", "log/search", "history/find",
        "branch/create", "branch/list", "branch/delete", "bookmark/set", "bookmark/list", "bookmark/remove",
        "gate/status", "breakpoint/list", "effect/list", "graph/get",
    ]
    /// Those that change the program, with control; a dry run counts as one.
    package static let changing: Set<String> = [
        "action/dispatch", "action/redo", "state/set", "history/jump", "branch/adopt", "gate/pause", "gate/resume",
        "gate/step", "gate/drop", "gate/edit", "breakpoint/set", "breakpoint/remove", "effect/cancel",
    ]
    /// Those that a page never uses: the inspector opens and ends the session itself, and what drops history or takes
    /// long stays at the prompt.
    package static let withheld: Set<String> = [
        "initialize", "shutdown", "protocol/describe", "history/reset", "history/commit", "history/verify",
        "history/replay", "history/minimize", "replay/begin", "replay/end",
    ]
    /// Those that may replay a part of the log, and have a connection of their own as well.
    package static let states: Set<String> = ["state/get", "state/tree", "state/diff"]
    /// Those that may take long, and have a connection of their own, so that the others are answered at once.
    package static let long: Set<String> = [
        "state/search", "state/blame", "log/search", "history/find", "graph/get", "branch/create", "branch/delete",
        "branch/adopt",
    ]

    /// Those of them whose dry runs only read: of an action that the log has, which nobody has to decode.
    package static let trying: Set<String> = ["action/redo"]

    /// Whether a method is relayed.
    ///
    /// - Parameter dryRun: Whether it is to change nothing.
    package static func allows(_ method: String, dryRun: Bool = false, control: Bool) -> Bool {
        reading.contains(method) || dryRun && trying.contains(method) || control && changing.contains(method)
    }
}
