/// An action for one element of a collection.
///
///     enum ListAction: Sendable { case clear, item(ElementAction<Int, String>) }
///     let rename = ListAction.item(ElementAction(id: 42, action: "tea"))
public struct ElementAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
    /// Which element.
    public var id: ID
    /// The action for the element.
    public var action: Action

    /// Creates an action for an element.
    public init(id: ID, action: Action) {
        self.id = id
        self.action = action
    }
}

extension ElementAction: Equatable where Action: Equatable {}
extension ElementAction: Hashable where Action: Hashable {}
extension ElementAction: Encodable where ID: Encodable, Action: Encodable {}
extension ElementAction: Decodable where ID: Decodable, Action: Decodable {}
