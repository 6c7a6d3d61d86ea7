import Observation

/// A part of an observed state that a control reads and writes; each write is dispatched as an action.
@MainActor
package final class ObservedField<State: Sendable, Action: Sendable, Value>: Observable {
    private let observed: ObservedState<State, Action>
    private let keyPath: KeyPath<State, Value>
    private let send: (Value) -> Action
    private let place: (file: StaticString, line: UInt32)

    package init(
        _ observed: ObservedState<State, Action>, _ keyPath: KeyPath<State, Value>,
        send: @escaping (Value) -> Action, file: StaticString = #fileID, line: UInt32 = #line
    ) {
        self.observed = observed
        self.keyPath = keyPath
        self.send = send
        place = (file, line)
    }

    /// The part as it is in the state: after a write, what the reducer made of the value.
    package var value: Value {
        get { observed[keyPath] }
        set { observed.dispatch(send(newValue), file: place.file, line: place.line) }
    }
}
