internal import Strobe
internal import StrobeTree

extension MachineDeclaration {
    /// The form of the declaration in recordings.
    var recorded: Value {
        .object([
            "initial": .string(initial), "states": .array(states.map(Value.string)),
            "events": .array(events.map(Value.string)),
            "transitions": .array(
                transitions.map { arrow in
                    var object: Value.Object = ["event": .string(arrow.event), "from": .string(arrow.from)]
                    if let name = arrow.guardName { object["guard"] = .string(name) }
                    object["to"] = .string(arrow.to)
                    return .object(object)
                }),
        ])
    }
}
