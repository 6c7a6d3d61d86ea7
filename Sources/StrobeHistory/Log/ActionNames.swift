internal import Strobe
internal import StrobeReflection

/// The names of actions, numbered: of an enum its cases, of other actions their types.
///
/// Events of a machine that is a part have their own names; where another action has one of these, it gets a dot before
/// it.
///
/// Belongs to the debug thread.
final class ActionNames<Action: Sendable> {
    private let cases = CaseReader<Action>()
    private var types: [any Any.Type] = []
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var texts: [String] = []
    private var textNumbers: [String: Int] = [:]
    /// The machine whose events are named; `nil` if there is none.
    private let machine: MachinePart<Action>?
    private var keys: [Key] = []
    private var keyNumbers: [Key: Int] = [:]

    /// What is named where there is a machine.
    private enum Key: Hashable {
        case event(String)
        /// By its number among all actions.
        case action(Int)
    }

    /// Makes the names.
    ///
    /// - Parameter machine: The machine whose events are named.
    init(eventsOf machine: MachinePart<Action>? = nil) {
        self.machine = machine
    }

    func number(of action: UnsafePointer<Action>) -> Int {
        guard let machine else { return actionNumber(of: action) }
        let key = machine.event(action.pointee).map(Key.event) ?? .action(actionNumber(of: action))
        if let known = keyNumbers[key] { return known }
        keyNumbers[key] = keys.count
        keys.append(key)
        return keys.count - 1
    }

    private func actionNumber(of action: UnsafePointer<Action>) -> Int {
        if cases.readsEnum { return cases.number(of: action) }
        let type = type(of: action.pointee as Any)
        if let known = numbers[ObjectIdentifier(type)] { return known }
        numbers[ObjectIdentifier(type)] = types.count
        types.append(type)
        return types.count - 1
    }

    /// The number of a name from a recording.
    func number(ofName name: String) -> Int {
        if let known = textNumbers[name] { return known }
        textNumbers[name] = texts.count
        texts.append(name)
        return texts.count - 1
    }

    /// The names encountered, by their numbers; several types may have one name.
    func all(naming: (any Any.Type) -> String) -> [String] {
        if !texts.isEmpty { return texts }
        let names = cases.readsEnum ? cases.names : types.map(naming)
        guard let machine else { return names }
        let events = Set(machine.declaration.events)
        return keys.map { key in
            switch key {
            case .event(let name): name
            case .action(let number): events.contains(names[number]) ? ".\(names[number])" : names[number]
            }
        }
    }
}
