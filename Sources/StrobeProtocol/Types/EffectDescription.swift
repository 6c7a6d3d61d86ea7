public import StrobeTree

/// One effect as the log shows it.
public struct EffectDescription: Codable, Sendable, Hashable {
    /// The effect as it would be typed, shortened where it is long.
    public var label: String
    /// The effect; absent where it cannot be expressed.
    public var value: Value?

    /// Makes a description.
    public init(label: String, value: Value? = nil) {
        self.label = label
        self.value = value
    }
}
