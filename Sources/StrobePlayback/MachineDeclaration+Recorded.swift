internal import Strobe
internal import StrobeTree

extension MachineDeclaration {
    /// Parses the declaration of a machine in a recording; `nil` if it is not one.
    init?(recorded value: Value) {
        guard case .object(let object) = value, case .string(let initial)? = object["initial"],
            let states = object["states"]?.texts, let events = object["events"]?.texts,
            case .array(let arrows)? = object["transitions"]
        else { return nil }
        self.init(
            initial: initial, states: states, events: events,
            transitions: arrows.compactMap { arrow in
                guard case .object(let arrow) = arrow, case .string(let event)? = arrow["event"],
                    case .string(let from)? = arrow["from"], case .string(let to)? = arrow["to"]
                else { return nil }
                return Arrow(event: event, from: from, guardName: arrow["guard"]?.text, to: to)
            })
    }
}

extension Value {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var texts: [String]? {
        guard case .array(let elements) = self else { return nil }
        return elements.compactMap(\.text)
    }
}
