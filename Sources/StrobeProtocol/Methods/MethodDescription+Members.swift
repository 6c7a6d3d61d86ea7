extension MethodDescription.Member {
    init(_ member: any DescribedMember) {
        self.init(
            name: member.name, type: member.form.name, required: member.isRequired, summary: member.summary)
    }
}

extension MethodDescription {
    /// Describes a request.
    public init(of request: any Request.Type) {
        self.init(
            method: request.method, summary: request.summary, access: request.access,
            capability: request.capability?.rawValue, params: request.anyMembers.map(Member.init),
            result: request.answer.anyMembers.map(Member.init), errors: request.errors.map(\.kind))
    }

    /// Describes a notification.
    public init(of notification: any ProtocolNotification.Type) {
        self.init(
            method: notification.method, summary: notification.summary, access: nil,
            params: notification.anyMembers.map(Member.init), result: nil)
    }
}

extension Request {
    /// What it is answered with.
    static var answer: any DescribedObject.Type { Result.self }
}
