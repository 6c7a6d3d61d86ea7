import InspectorCore

/// A replay that this session controls.
struct PlayedReplay: Sendable {
    let run: ReplayRun
    /// Its progress.
    var progress: (done: Int, total: Int)?
    /// The number of differences printed one by one.
    var shownDifferences = 0
}
