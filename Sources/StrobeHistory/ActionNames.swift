internal import StrobeTree

/// The names of actions, numbered: of an enum its cases, of other actions their types.
///
/// Belongs to the debug thread.
final class ActionNames<Action> {
    private let cases = CaseReader<Action>()
    private var types: [String] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    /// The names that were met, by their numbers.
    var all: [String] { cases.isDirect ? cases.names : types }

    func number(of action: UnsafePointer<Action>) -> Int {
        if cases.isDirect { return cases.number(of: action) }
        let type = type(of: action.pointee as Any)
        if let known = numbers[ObjectIdentifier(type)] { return known }
        let name = String(describing: type)
        let number = types.firstIndex(of: name) ?? types.count
        if number == types.count { types.append(name) }
        numbers[ObjectIdentifier(type)] = number
        return number
    }
}
