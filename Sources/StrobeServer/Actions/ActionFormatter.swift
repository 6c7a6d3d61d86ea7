internal import Strobe
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// Formats actions and effects for the log.
enum ActionFormatter {
    /// The approximate maximum length of a label, in characters.
    static let labelLength = 120
    /// The maximum length of a reported reason, in characters.
    private static let reasonLength = 1_000
    /// Larger actions are shown by label only.
    static let limits = TreeLimits(maxNodes: 10_000, maxBytes: 256 << 10)

    /// The JSON form of an action, if it has one, and its label.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - schema: The shape of its type.
    ///   - redaction: The redaction rules for it.
    ///   - limits: An action that exceeds them has no form.
    static func describe(
        _ action: some Any, schema: Schema?, _ redaction: Redaction, limits: TreeLimits = limits
    ) -> (value: Value?, label: String) {
        if let encodable = action as? any Encodable,
            let value = try? TreeEncoder(limits: limits, redaction: redaction).encode(encodable)
        {
            return (value, label(of: action, value, schema, redaction))
        }
        return (nil, Node(action, redaction: redaction).text(limit: labelLength))
    }

    /// The label by the shape of the type, or by the action itself if the shape needs metadata that is unavailable.
    private static func label(of action: some Any, _ value: Value, _ schema: Schema?, _ redaction: Redaction) -> String
    {
        if !TypeMetadata.isUsable, case .unknown? = schema {
            return text(of: Node(action, redaction: redaction))
        }
        return Literal.text(value, schema: schema, limit: labelLength)
    }

    /// An action by itself, so that it can be typed: without shapes a raw value is not found by the name of its case.
    static func text(of node: Node) -> String {
        if let raw = node.scalar, let name = node.caseName, raw != .string(name) {
            return Literal.text(raw, limit: labelLength)
        }
        return node.text(limit: labelLength)
    }

    /// The value if it is short enough for a list, otherwise `nil`.
    static func ifShort(_ value: Value?) -> Value? {
        guard let value, SessionLimits.fits(value, nodes: 1_000, bytes: 16 << 10) else { return nil }
        return value
    }

    /// The reason an action was rejected, shortened if long.
    static func describe(rejection: String) -> String {
        shorten(rejection, to: reasonLength)
    }

    /// The note on a state that was set, shortened if long.
    static func describe(note: String) -> String {
        shorten(note, to: labelLength)
    }

    private static func shorten(_ text: String, to length: Int) -> String {
        text.count > length ? text.prefix(length - 1) + "…" : text
    }

    static func describe(effect: some Any, _ redaction: Redaction) -> EffectDescription {
        if let known = effect as? EffectDescription { return known }
        let schema = SchemaProbe.schema(of: type(of: effect as Any))
        let (value, label) = describe(effect, schema: schema, redaction)
        return EffectDescription(label: label, value: value)
    }

    static func describe(_ running: RunningEffect<some Sendable>, _ redaction: Redaction) -> RunningEffectDescription {
        let effect = running.effect.map { describe(effect: $0, redaction) }
        // The name is derived from the effect, so it is redacted with it.
        var parts = HiddenParts(nodes: limits.maxNodes)
        let isHidden = running.effect.map { parts.contains($0, hiddenBy: redaction) } ?? false
        let name = isHidden ? RedactionRule.placeholder : running.name
        return RunningEffectDescription(
            id: running.id, name: name, label: effect?.label ?? name, value: effect?.value,
            cause: running.cause, since: Int64(clamping: running.sinceNanos / 1_000), phase: running.phase.rawValue)
    }
}
