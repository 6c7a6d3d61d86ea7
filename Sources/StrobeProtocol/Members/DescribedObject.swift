/// An object on the wire whose members are described: params, a result, or what they hold.
///
/// The checks of ranges, `schema.json`, `reference.md` and the comments of the properties are made from `members`.
public protocol DescribedObject: Sendable {
    /// What it is, in one sentence; empty for a result that only one method has, which has no name in the schema.
    static var summary: String { get }
    /// Its members, in the order in which they are written.
    static var members: [MessageMember<Self>] { get }
    /// Its name in the schema.
    static var schemaName: String { get }
}

extension DescribedObject {
    /// The members of this type.
    public typealias Members = [MessageMember<Self>]

    public static var summary: String { "" }
    public static var schemaName: String { String(describing: Self.self) }

    /// The members, for those that do not know the type.
    static var anyMembers: [any DescribedMember] { members }
}
