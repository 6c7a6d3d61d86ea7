/// The description of a method: what a caller needs to know.
public struct MethodDescription: Codable, Sendable, Hashable {
    /// One member of a params or result object.
    public struct Member: Codable, Sendable, Hashable {
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
