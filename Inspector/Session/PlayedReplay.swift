/// A replay that is played from here.
struct PlayedReplay: Sendable {
    let run: ReplayRun
    /// How far it is.
    var progress: (done: Int, total: Int)?
    /// How many differences were printed one by one.
    var shownDifferences = 0
}
