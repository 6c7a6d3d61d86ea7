/// The description of a method: what a caller needs to know.
public struct MethodDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "The description of a method: what a caller needs to know."
    public static let members: Members = [
        .required(\.method, "method", "The method name."),
        .required(\.summary, "summary", "What it does, in one sentence."),
        .optional(\.access, "access", "The access that it needs; absent for notifications."),
        .optional(
            \.capability, "capability",
            "The member of a store's `capabilities` that must be true for it; absent if none."),
        .required(\.params, "params", "The members of `params`."),
        .optional(\.result, "result", "The members of `result`; absent for notifications."),
        .optional(
            \.errors, "errors", "The errors specific to it, beside those of any request; absent for notifications."),
    ]

    /// A member of params or result.
    public struct Member: Codable, Sendable, Hashable, DescribedObject, MemberType {
        public static let summary = "A member of params or result."
        public static let members: Members = [
            .required(\.name, "name", "The member's name."),
            .required(
                \.type, "type",
                "Its type: `string`, `integer`, `boolean`, `any`, the name of a definition in the schema, or a "
                    + "list `[NAME]`."),
            .required(\.required, "required", "Whether it is required."),
            .required(\.summary, "summary", "What it means, in one sentence."),
        ]

        /// The member's name.
        public var name: String
        /// Its type: `string`, `integer`, `boolean`, `any`, the name of a definition in the schema, or a list `[NAME]`.
        public var type: String
        /// Whether it is required.
        public var required: Bool
        /// What it means, in one sentence.
        public var summary: String

        /// Makes a member.
        public init(name: String, type: String, required: Bool, summary: String) {
            self.name = name
            self.type = type
            self.required = required
            self.summary = summary
        }
    }

    /// The method name.
    public var method: String
    /// What it does, in one sentence.
    public var summary: String
    /// The access that it needs; absent for notifications.
    public var access: Access?
    /// The member of a store's `capabilities` that must be true for it; absent if none.
    public var capability: String?
    /// The members of `params`.
    public var params: [Member]
    /// The members of `result`; absent for notifications.
    public var result: [Member]?
    /// The errors specific to it, beside those of any request; absent for notifications.
    public var errors: [String]?

    /// Makes a description.
    public init(
        method: String, summary: String, access: Access?, capability: String? = nil, params: [Member],
        result: [Member]?, errors: [String]? = nil
    ) {
        self.method = method
        self.summary = summary
        self.access = access
        self.capability = capability
        self.errors = errors
        self.params = params
        self.result = result
    }
}
