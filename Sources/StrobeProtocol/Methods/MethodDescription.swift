/// What there is to know of a method in order to call it.
public struct MethodDescription: Codable, Sendable, Hashable {
    /// One member of a params or result object.
    public struct Member: Codable, Sendable, Hashable {
        /// The member's name.
        public var name: String
        /// Its type: `string`, `integer`, `boolean`, `any`, the name of a definition in the schema, or a list `[NAME]`.
        public var type: String
        /// Whether it must be there.
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
    /// The access it needs; absent for notifications.
    public var access: Access?
    /// The member of a store's `capabilities` that must be true for it; absent where it needs nothing.
    public var capability: String?
    /// The members of `params`.
    public var params: [Member]
    /// The members of `result`; absent for notifications.
    public var result: [Member]?
    /// The kinds of the errors that it may meet beside those of any request; absent for notifications.
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
