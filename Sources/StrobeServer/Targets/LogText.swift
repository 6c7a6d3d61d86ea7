internal import StrobeProtocol
internal import StrobeTree

/// Actions and effects as the log shows them.
enum LogText {
    /// About how many characters a label has.
    private static let labelLength = 120
    /// Larger actions are shown by their label alone.
    private static let encoder = TreeEncoder(limits: TreeLimits(maxNodes: 10_000, maxBytes: 256 << 10))

    /// The JSON form of an action, if it has one, and its label.
    static func describe(_ action: some Any, schema: Schema?) -> (value: Value?, label: String) {
        if let encodable = action as? any Encodable, let value = try? encoder.encode(encodable) {
            return (value, shortened(JSON.text(value)))
        }
        return (nil, shortened(String(describing: action)))
    }

    private static func shortened(_ text: String) -> String {
        text.count > labelLength ? text.prefix(labelLength - 1) + "…" : text
    }

    static func describe(effect: some Any) -> EffectDescription {
        let (value, label) = describe(effect, schema: nil)
        return EffectDescription(label: label, value: value)
    }
}
