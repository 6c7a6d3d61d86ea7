public import StrobeTree

/// One running effect of a store.
///
///     let effect = RunningEffectDescription(id: 3, name: "load", label: ".load(id: 7)", since: 0, phase: "running")
///     try await client.send(EffectCancel(store: "profile", id: effect.id))
public struct RunningEffectDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "One running effect of a store."
    public static let members: Members = [
        .required(\.id, "id", in: .from(1), "The id to cancel it by; a store uses each id once."),
        .required(\.name, "name", "The name; several may share it."),
        .required(\.label, "label", "The effect as it would be typed, shortened if long; its name if it has no value."),
        .optional(\.value, "value", "The effect; absent if it cannot be expressed."),
        .optional(\.cause, "cause", in: .from(1), "The seq of the transition that requested it."),
        .required(\.since, "since", "When it was requested, in microseconds since 1970-01-01T00:00:00Z."),
        .required(
            \.phase, "phase",
            "What it does: `waiting` (to be started), `running` or `reducing` (an asynchronous reducer that is "
                + "suspended); more may come."),
    ]

    /// The id to cancel it by; a store uses each id once.
    public var id: Int
    /// The name; several may share it.
    public var name: String
    /// The effect as it would be typed, shortened if long; its name if it has no value.
    public var label: String
    /// The effect; absent if it cannot be expressed.
    public var value: Value?
    /// The seq of the transition that requested it.
    public var cause: Int?
    /// When it was requested, in microseconds since 1970-01-01T00:00:00Z.
    public var since: Int64
    /// What it does: `waiting` (to be started), `running` or `reducing` (an asynchronous reducer that is suspended);
    /// more may come.
    public var phase: String

    /// Makes a description.
    public init(
        id: Int, name: String, label: String, value: Value? = nil, cause: Int? = nil, since: Int64, phase: String
    ) {
        self.id = id
        self.name = name
        self.label = label
        self.value = value
        self.cause = cause
        self.since = since
        self.phase = phase
    }
}
