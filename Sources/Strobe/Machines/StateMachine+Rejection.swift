extension StateMachine {
    /// Why there is no transition; put into words only where somebody asks.
    enum Rejection {
        /// No row is for the event and the state.
        case noTransition
        /// The guard of none of the rows holds.
        case noGuardHeld([String])
        /// The row makes no state.
        case nothingMade(State.Kind)
        /// The row makes a state of another kind than declared.
        case otherMade(State.Kind, declared: State.Kind)

        func reason(on event: Event.Kind, from state: State.Kind) -> String {
            let place = "on \(event) from \(state)"
            return switch self {
            case .noTransition: "no transition \(place)"
            case .noGuardHeld(let names): "\(place): no guard held (\(names.joined(separator: ", ")))"
            case .nothingMade(let declared): "\(place): \(declared) could not be made of the event"
            case .otherMade(let made, let declared): "\(place): \(made) was made where \(declared) is declared"
            }
        }
    }
}
