import StrobeProtocol
import StrobeRecording
import StrobeTree

/// One store of a replay: what was recorded of it, where that goes, and how far it is.
struct ReplayStore: Sendable {
    /// The id in the recording.
    let recorded: String
    /// The id in the process.
    let target: String
    /// The transitions that are replayed.
    let range: ClosedRange<Int>?
    /// How many these are, at most.
    let count: Int
    /// The number whose state the replay begins with.
    let start: Int
    let grade: SchemaGrade
    /// How the values of the store are written.
    let notation: Notation
    /// The number that the store of the process stands at, as far as is known.
    var seq = 0
    /// Where the transitions that asked for effects came to stand, for the causes of their answers.
    var places: [Int: Int] = [:]
    /// Whether answers of effects were left out, so that states are others from there on.
    var hasLeftOut = false
}
