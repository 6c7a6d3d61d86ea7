public import StrobeTree

/// One effect of a transition.
public struct EffectDescription: Codable, Sendable, Hashable {
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
