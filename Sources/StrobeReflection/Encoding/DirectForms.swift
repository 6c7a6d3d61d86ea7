internal import StrobeTree
internal import Synchronization

/// Makes forms in one pass where that is possible.
final class DirectForms: QuickForms {
    /// `nil` only at the end.
    private var encoder: DirectEncoder?
    private let cursor: RedactionCursor
    /// The types of values of which it was not possible: it is not tried again, so that it costs little.
    private var refused: Set<ObjectIdentifier> = []

    /// Encoders for the next values: they know types and names already.
    private static let spares = Mutex(Spares())

    /// An encoder is taken out to be used, and put back only if nobody else has it: one thread at a time uses it.
    private struct Spares: @unchecked Sendable {
        private var encoders: [DirectEncoder] = []

        mutating func take(hiding cursor: RedactionCursor) -> DirectEncoder? {
            encoders.firstIndex { $0.cursor.isSame(as: cursor) }.map { encoders.remove(at: $0) }
        }

        mutating func put(_ encoder: inout DirectEncoder?) {
            guard let spare = encoder.take() else { return }
            if encoders.count == 8 { encoders.removeFirst() }
            encoders.append(spare)
        }
    }

    /// - Returns: `nil` if more than the names in a value decides what is hidden.
    init?(_ cursor: RedactionCursor) {
        guard cursor.hidesByNameAlone else { return nil }
        self.cursor = cursor
        encoder = Self.spares.withLock { $0.take(hiding: cursor) } ?? DirectEncoder(cursor)
    }

    deinit {
        guard isKnownUniquelyReferenced(&encoder), encoder?.isSmall == true else { return }
        Self.spares.withLock { $0.put(&encoder) }
    }

    func form(of value: any Encodable, within limits: TreeLimits) -> QuickForm? {
        let type = ObjectIdentifier(Swift.type(of: value))
        guard !refused.contains(type) else { return nil }
        let form = encoder?.form(of: value, within: limits)
        guard isKnownUniquelyReferenced(&encoder) else {
            // Some code has kept it, and may use it at any time.
            encoder = DirectEncoder(cursor)
            refused.insert(type)
            return nil
        }
        guard let form, let encoder else {
            refused.insert(type)
            return nil
        }
        return QuickForm(value: form, nodes: encoder.nodes, bytes: encoder.bytes)
    }
}
