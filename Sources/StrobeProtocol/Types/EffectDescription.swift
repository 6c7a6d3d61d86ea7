public import StrobeTree

/// One effect of a transition.
public struct EffectDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "One effect of a transition."
    public static let members: Members = [
        .required(\.label, "label", "The effect as it would be typed, shortened if long."),
        .optional(\.value, "value", "The effect; absent if it cannot be expressed."),
    ]

    /// The effect as it would be typed, shortened if long.
    public var label: String
    /// The effect; absent if it cannot be expressed.
    public var value: Value?

    /// Makes a description.
    public init(label: String, value: Value? = nil) {
        self.label = label
        self.value = value
    }
}

extension EffectDescription: ListedMembers {
    package func writeMembers(to line: inout JSONLine) {
        line.member("label", label)
        line.member("value", value)
    }
}
