internal import Dispatch
internal import StrobeTree

/// How far a search for the entries that changed a path has come.
struct BlameWalk<State: Sendable>: Sendable {
    /// What is done next.
    enum Step: Sendable {
        case begin
        /// Goes forward over a part of the log, the last one first.
        case scan(part: ClosedRange<Int>, next: Int, hits: [Int])
        /// Works out what the entries changed that were found in a part.
        case explain(part: ClosedRange<Int>, hits: [Int], lines: [Blame.Line])
        /// Goes back entry by entry over what is retained.
        case look(next: Int)
    }

    let reader: ConfinedReader<State>
    let limit: Int
    /// The state to begin with.
    var at: Int?
    let deadline: DispatchTime
    var step = Step.begin
    var pair = StatePair<State>(.unused)
    var lines: [Blame.Line] = []

    var path: Path { reader.place.path }
}

/// A place that one slice after the other reads.
///
/// `@unchecked Sendable`: it is reached through the progress of sliced work alone, which one slice has at a time.
final class ConfinedReader<State>: @unchecked Sendable {
    let place: PlaceReader<State>

    init(_ path: Path, _ redaction: Redaction) {
        place = PlaceReader(at: path, redaction: redaction)
    }
}
