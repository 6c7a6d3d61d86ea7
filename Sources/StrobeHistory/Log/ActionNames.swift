internal import StrobeReflection

/// The names of actions, numbered: of an enum its cases, of other actions their types.
///
/// Belongs to the debug thread.
final class ActionNames<Action> {
    private let cases = CaseReader<Action>()
    private var types: [any Any.Type] = []
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var texts: [String] = []
    private var textNumbers: [String: Int] = [:]

    func number(of action: UnsafePointer<Action>) -> Int {
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
        return cases.readsEnum ? cases.names : types.map(naming)
    }
}
