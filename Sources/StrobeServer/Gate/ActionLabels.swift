internal import StrobeReflection
internal import StrobeTree

/// What actions are called, worked out only as far as somebody has to know.
///
/// Not for two threads at a time.
final class ActionLabels<Action> {
    private let cases = CaseReader<Action>()
    typealias Describing = @Sendable (Action) -> (value: Value?, label: String)

    let describe: Describing
    /// By the number of a case, the name that all its labels begin with; an empty one where they do not.
    private var names: [Int: String] = [:]

    /// - Parameter describe: Tells the label of an action, and its JSON form where that is not too large.
    init(_ describe: @escaping Describing) {
        self.describe = describe
    }

    /// The number of the action's case, with the name that all labels of the case begin with; `nil` where only the label
    /// itself tells.
    func kind(of action: UnsafePointer<Action>) -> (number: Int, name: String)? {
        guard cases.isDirect else { return nil }
        let number = cases.number(of: action)
        if let name = names[number] { return name.isEmpty ? nil : (number, name) }
        // An enum may encode itself as it likes: the first label of a case tells whether it goes by its name.
        let name = ".\(cases.names[number])"
        let label = label(of: action)
        names[number] = label == name || label.hasPrefix("\(name)(") ? name : ""
        return kind(of: action)
    }

    func label(of action: UnsafePointer<Action>) -> String { describe(action.pointee).label }
}
