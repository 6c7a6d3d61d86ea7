internal import StrobeReflection
internal import StrobeTree

/// The labels of actions, computed only as far as needed.
///
/// Not thread-safe.
final class ActionLabels<Action> {
    private let cases = CaseReader<Action>()
    typealias Describing = @Sendable (Action) -> (value: Value?, label: String)

    let describe: Describing
    /// The name that all labels of a case begin with, by the number of the case; empty if they do not, `nil` if it is not
    /// known yet.
    private var names: [String?] = []

    /// - Parameter describe: Returns the label of an action, and its JSON form unless it is too large.
    init(_ describe: @escaping Describing) {
        self.describe = describe
    }

    /// The number of the action's case, with the name that all labels of the case begin with; `nil` if only the label
    /// itself shows that.
    func kind(of action: UnsafePointer<Action>) -> (number: Int, name: String)? {
        guard cases.isDirect else { return nil }
        let number = cases.number(of: action)
        if number < names.count, let name = names[number] { return name.isEmpty ? nil : (number, name) }
        // An enum may have any custom coding: the first label of a case shows whether it begins with the case name.
        let name = ".\(cases.names[number])"
        let label = label(of: action)
        while names.count <= number { names.append(nil) }
        names[number] = label == name || label.hasPrefix("\(name)(") ? name : ""
        return kind(of: action)
    }

    func label(of action: UnsafePointer<Action>) -> String { describe(action.pointee).label }
}
