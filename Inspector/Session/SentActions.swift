/// How far scripts have waited, by store.
struct WaitCursors: Sendable, Hashable {
    /// The last entry whose state was waited for; the next wait for a state looks at it again.
    var states: [String: Int] = [:]
    /// The last entry whose action was waited for; the next wait for an action begins behind it.
    var actions: [String: Int] = [:]
}
