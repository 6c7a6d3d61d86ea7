/// Why a state machine makes no transition, by the places of rows and states.
@usableFromInline
enum MachineRejection: Sendable {
    /// The state or the event is in a case, of this name, whose kind is not known.
    case noKind(String)
    /// No row is for the event and the state.
    case noTransition
    /// The guard of none of these rows holds.
    case noGuardHeld([Int])
    /// This row makes no state.
    case nothingMade(Int)
    /// This row makes a state of another kind than declared.
    case otherMade(Int, String)
}

/// What people call the states, events, guards and targets of a machine, looked up once and for all.
///
/// It is no generic type, so that giving a reason costs no search for types: a program may be rejected at full speed.
@usableFromInline
struct MachineNames: Sendable {
    @usableFromInline let states: [String]
    @usableFromInline let events: [String]
    /// For each row.
    let guards: [String?]
    /// For each row; `nil` for one that stays within its state.
    let targets: [String?]

    /// A rejection in words.
    @usableFromInline
    func reason(_ rejection: MachineRejection, on event: String, from state: String) -> String {
        switch rejection {
        case .noKind(let name): "on \(event) from \(state): there is no kind for \(name)"
        case .noTransition: "no transition on \(event) from \(state)"
        case .noGuardHeld(let rows):
            "on \(event) from \(state): no guard held (\(rows.compactMap { guards[$0] }.joined(separator: ", ")))"
        case .nothingMade(let row):
            "on \(event) from \(state): \(targets[row] ?? state) could not be created from the event"
        case .otherMade(let row, let made):
            "on \(event) from \(state): \(made) was created, but \(targets[row] ?? state) is declared"
        }
    }
}

/// An event that a machine rejects; the reason is put into words only where these are used.
@usableFromInline
struct IllegalEvent: Error, CustomStringConvertible {
    let rejection: MachineRejection
    let names: MachineNames
    let event: String
    let state: String

    @usableFromInline
    init(rejection: MachineRejection, names: MachineNames, event: String, state: String) {
        self.rejection = rejection
        self.names = names
        self.event = event
        self.state = state
    }

    @usableFromInline var description: String { names.reason(rejection, on: event, from: state) }
}
