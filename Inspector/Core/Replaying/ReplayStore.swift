import StrobeProtocol
import StrobeRecording
import StrobeTree

/// A store of a replay: what was recorded, its target, and the progress.
package struct ReplayStore: Sendable {
    /// The id in the recording.
    package let recorded: String
    /// The id in the process.
    package let target: String
    /// The transitions to replay.
    package let range: ClosedRange<Int>?
    /// The maximum number of these.
    package let count: Int
    /// The seq of the state that the replay begins with.
    package let start: Int
    package let grade: SchemaGrade
    /// The notation of the store's values.
    package let notation: Notation
    /// Whether the process lists the running effects of the store: `effect/list` is also empty if it does not know them.
    package var listsEffects = false
    /// The seq of the store in the process, as far as known.
    package var seq = 0
    /// The replayed seqs of transitions that requested effects, needed for the causes of the answers.
    package var places: [Int: Int] = [:]
    /// Whether answers of effects were skipped, so that states differ from there on.
    package var hasLeftOut = false
}
