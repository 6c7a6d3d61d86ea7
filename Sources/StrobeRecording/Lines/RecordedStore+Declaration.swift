public import StrobeProtocol
public import StrobeTree

extension RecordedStore {
    /// What a machine declares, as recordings have it.
    ///
    /// - Parameters:
    ///   - initial: The state that it begins in.
    ///   - states: All its states, in order.
    ///   - events: All its events, in order.
    ///   - transitions: Its transitions, in the order in which they are tried; their counts are ignored.
    public static func declaration(
        initial: String, states: [String], events: [String], transitions: [GraphTransition]
    ) -> Value {
        let arrows = transitions.map { transition in
            var members: Value.Object = ["event": .string(transition.action), "from": .string(transition.from)]
            if let name = transition.guardName { members["guard"] = .string(name) }
            members["to"] = .string(transition.to)
            return Value.object(members)
        }
        return [
            "initial": .string(initial), "states": .array(states.map(Value.string)),
            "events": .array(events.map(Value.string)), "transitions": .array(arrows),
        ]
    }
}
