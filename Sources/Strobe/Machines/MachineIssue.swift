/// A mistake, or a likely one, in the table of a state machine.
///
///     assert(MachineIssue.unreachable("broken").description == "no transition leads to broken")
public enum MachineIssue: Sendable, Hashable {
    /// The state cannot be reached from the initial one.
    case unreachable(String)
    /// A row that can never be taken: earlier ones take every case of it. It is given by its index, from 0, and its
    /// text.
    case shadowed(Int, String)
    /// A state that can be reached and never left: right for a final state, wrong for any other.
    case deadEnd(String)
    /// An event that no state answers.
    case unanswered(String)
    /// A state of the table, by the name of its case, whose kind is not known: it rejects every event.
    case unknown(String)
}

extension MachineIssue: CustomStringConvertible {
    /// The issue in words.
    public var description: String {
        switch self {
        case .unreachable(let state): "no transition leads to \(state)"
        case .shadowed(let place, let text): "row \(place) is never taken, because earlier rows match first: \(text)"
        case .deadEnd(let state): "no transition leads out of \(state)"
        case .unknown(let state): "there is no kind for \(state)"
        case .unanswered(let event): "no state handles \(event)"
        }
    }
}
