/// A state machine that is a part of a store's reducer.
@usableFromInline
package struct MachinePart<Action: Sendable>: Sendable {
    /// The machine's declaration.
    package let declaration: MachineDeclaration
    /// The names of the properties that lead to its state.
    package let path: [String]
    /// The name of the event that an action is for it; `nil` for other actions.
    package let event: @Sendable (Action) -> String?

    /// The same machine in a state that its own is a part of; `nil` where it is not known where.
    func within<Parent>(_ names: [String]?, _ action: CasePath<Parent, Action>) -> MachinePart<Parent>? {
        guard let names else { return nil }
        return MachinePart<Parent>(
            declaration: declaration, path: names + path, event: { [event] in action.extract($0).flatMap(event) })
    }
}

extension PartialKeyPath {
    /// The names of the properties that it goes through; `nil` where it goes through anything else.
    ///
    /// Swift shows them where it has them (SE-0369); the text of a path that it cannot show has other signs.
    var propertyNames: [String]? {
        let parts = "\(debugDescription)".split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].hasPrefix("\\") else { return nil }
        let names = parts.dropFirst().map(String.init)
        let arePlain = names.allSatisfy { name in
            !name.isEmpty && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
        }
        return names == ["self"] ? [] : arePlain ? names : nil
    }
}
