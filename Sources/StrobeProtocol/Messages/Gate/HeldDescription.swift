public import StrobeTree

/// An action that the gate holds before the reducer.
///
///     let held = HeldDescription(id: 7, action: "load", label: ".load", origin: "app", since: 0)
///     try await client.send(GateDrop(store: "profile", ids: [held.id]))
public struct HeldDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "An action that the gate holds before the reducer."
    public static let members: Members = [
        .required(\.id, "id", in: .from(1), "The id that names it; a store uses each id once."),
        .optional(\.action, "action", "The action; absent if it cannot be expressed or is large."),
        .required(\.label, "label", "The action as it would be typed, shortened if long."),
        .required(\.origin, "origin", "The origin: `app`, `effect`, `inspector` or `script`."),
        .optional(\.cause, "cause", in: .from(1), "The seq of the transition whose effect dispatched it."),
        .required(\.since, "since", "When it arrived, in microseconds since 1970-01-01T00:00:00Z."),
        .optional(\.source, "source", "Where it was dispatched, as `file:line`; debug builds only."),
    ]

    /// The id that names it; a store uses each id once.
    public var id: Int
    /// The action; absent if it cannot be expressed or is large.
    public var action: Value?
    /// The action as it would be typed, shortened if long.
    public var label: String
    /// The origin: `app`, `effect`, `inspector` or `script`.
    public var origin: String
    /// The seq of the transition whose effect dispatched it.
    public var cause: Int?
    /// When it arrived, in microseconds since 1970-01-01T00:00:00Z.
    public var since: Int64
    /// Where it was dispatched, as `file:line`; debug builds only.
    public var source: String?

    /// Makes a description.
    public init(
        id: Int, action: Value?, label: String, origin: String, cause: Int? = nil, since: Int64, source: String? = nil
    ) {
        self.id = id
        self.action = action
        self.label = label
        self.origin = origin
        self.cause = cause
        self.since = since
        self.source = source
    }
}
