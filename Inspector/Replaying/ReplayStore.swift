import StrobeProtocol
import StrobeRecording
import StrobeTree

/// A store of a replay: what was recorded, its target, and the progress.
struct ReplayStore: Sendable {
    /// The id in the recording.
    let recorded: String
    /// The id in the process.
    let target: String
    /// The transitions to replay.
    let range: ClosedRange<Int>?
    /// The maximum number of these.
    let count: Int
    /// The seq of the state that the replay begins with.
    let start: Int
    let grade: SchemaGrade
    /// The notation of the store's values.
    let notation: Notation
    /// The seq of the store in the process, as far as known.
    var seq = 0
    /// The replayed seqs of transitions that requested effects, needed for the causes of the answers.
    var places: [Int: Int] = [:]
    /// Whether answers of effects were skipped, so that states differ from there on.
    var hasLeftOut = false
}
