extension MethodDescription.Member {
    /// The store that a message is about, if it is optional.
    static let store = optional("store", "string", "The store; optional if there is only one.")

    /// A required member.
    static func required(_ name: String, _ type: String, _ summary: String) -> Self {
        Self(name: name, type: type, required: true, summary: summary)
    }

    /// An optional member.
    static func optional(_ name: String, _ type: String, _ summary: String) -> Self {
        Self(name: name, type: type, required: false, summary: summary)
    }
}

extension MethodDescription {
    /// Describes a request.
    public init(of request: any Request.Type) {
        self.init(
            method: request.method, summary: request.summary, access: request.access,
            capability: request.capability?.rawValue,
            params: request.parameters, result: request.results, errors: request.errors.map(\.kind))
    }

    /// Describes a notification.
    public init(of notification: any ProtocolNotification.Type) {
        self.init(
            method: notification.method, summary: notification.summary, access: nil, params: notification.parameters,
            result: nil)
    }
}
