internal import StrobeTree

/// Makes forms in one pass where that is possible.
struct DirectForms: QuickForms {
    private var encoder: DirectEncoder
    private let cursor: RedactionCursor
    /// The types of values of which it was not possible: it is not tried again, so that it costs little.
    private var refused: Set<ObjectIdentifier> = []

    /// - Returns: `nil` if more than the names in a value decides what is hidden.
    init?(_ cursor: RedactionCursor) {
        guard cursor.hidesByNameAlone else { return nil }
        self.cursor = cursor
        encoder = DirectEncoder(cursor)
    }

    mutating func form(of value: any Encodable, within limits: TreeLimits) -> QuickForm? {
        let type = ObjectIdentifier(Swift.type(of: value))
        guard !refused.contains(type) else { return nil }
        let form = encoder.form(of: value, within: limits)
        guard isKnownUniquelyReferenced(&encoder) else {
            // Some code has kept it, and may use it at any time.
            encoder = DirectEncoder(cursor)
            refused.insert(type)
            return nil
        }
        guard let form else {
            refused.insert(type)
            return nil
        }
        return QuickForm(value: form, nodes: encoder.nodes, bytes: encoder.bytes)
    }
}
