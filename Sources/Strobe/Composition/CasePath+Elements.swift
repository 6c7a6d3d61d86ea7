extension CasePath {
    /// Creates a path from the function that makes a case from an element's id and action; reflection finds the way
    /// back.
    ///
    /// So `case item(Item.ID, ItemAction)` is the case that `forEach` wants.
    ///
    /// - Parameter embed: Makes the case.
    @_disfavoredOverload  // elsewhere the payload of such a case is a tuple
    public init<ID: Hashable & Sendable, Action: Sendable>(
        _ embed: @escaping @Sendable (ID, Action) -> Root
    ) where Value == ElementAction<ID, Action> {
        let pair = CasePath<Root, (ID, Action)> { embed($0.0, $0.1) }
        self.init(
            embed: { embed($0.id, $0.action) },
            extract: { root in pair.extract(root).map { ElementAction(id: $0.0, action: $0.1) } })
    }
}
