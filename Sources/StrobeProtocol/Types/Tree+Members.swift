public import StrobeTree

extension TreeNode: DescribedObject, MemberType {
    public static let summary = "One node of a state tree."
    public static let members: Members = [
        .required(\.name, "name", "The last token of the path; empty for the root."),
        .required(\.path, "path", "Its path."),
        .required(\.kind, "kind", "What the node is."),
        .required(\.type, "type", "The name of its type."),
        .optional(\.caseName, "case", "The name of the current case of an enum."),
        .optional(\.value, "value", "The value of a leaf."),
        .optional(\.count, "count", "The number of children, if there can be any."),
        .optional(\.children, "children", "The requested children."),
        .optional(
            \.more, "more", in: .from(1),
            "The number of children after the last one listed; absent if there are none."),
        .optional(\.viewOnly, "viewOnly", "Whether it can be seen but not dispatched, set or restored."),
        .optional(\.redacted, "redacted", "Whether it is hidden: the value is a placeholder."),
    ]
}

extension TreeNode.Kind: MemberType {}

extension Change: DescribedObject, MemberType {
    public static let summary = "One operation of JSON Patch (RFC 6902), with the member old."
    public static let members: Members = [
        .required(\.op, "op", "What to do."),
        .required(\.path, "path", "Where."),
        .optional(\.from, "from", "The source of a move or copy."),
        .optional(\.value, "value", "The new value of an add or replace, the expected one of a test."),
        .optional(\.old, "old", "The value at the path before a remove or replace."),
        .optional(
            \.isIncomparable, "incomparable",
            "True if the value may have changed but cannot be compared; absent otherwise."),
    ]
}

extension Change.Operation: MemberType {
    public static var form: MemberForm { .words(["add", "remove", "replace", "move", "copy", "test"]) }
}

extension Schema.Field: DescribedObject, MemberType {
    public static let summary = "A field of an object or a payload of a case."
    public static let schemaName = "SchemaField"
    public static let members: Members = [
        .optional(\.name, "name", "The name; absent for an unlabelled payload."),
        .required(\.schema, "schema", "The shape of its value."),
    ]
}

extension Schema.Case: DescribedObject, MemberType {
    public static let summary = "A case of an enum."
    public static let schemaName = "SchemaCase"
    public static let members: Members = [
        .required(\.name, "name", "The name of the case."),
        .optional(\.payload, "payload", "The payloads in order; absent if there are none."),
        .optional(\.raw, "raw", "The value that encodes the case, if that is not its name."),
    ]
}
