/// What the store needs that the machine is a part of.
extension StateObjectMachine {
    /// Sets what gets the transitions that the store which the machine is a part of did not ask for.
    ///
    /// - Parameter life: Until when answers count.
    nonisolated func setReply(_ life: EffectLife, _ reply: @escaping StateObjectPart<Kind, Event>.Reply) {
        core.withLock { ($0.partLife, $0.reply) = (life, reply) }
    }

    /// Takes the kind in that the store has, of which the machine is a part.
    ///
    /// - Parameters:
    ///   - origin: `edit` where another part of the store's state may be meant.
    ///   - life: Until when answers count from here on.
    nonisolated func follow(_ kind: Kind, origin: Origin, life: EffectLife) {
        put(.init(work: .kind(kind, note: nil), origin: origin, partLife: life))
    }

    /// Whether two kinds are known to be the same.
    static func areSame(_ first: Kind, _ second: Kind) -> Bool {
        func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == second as? Value }
        return (first as? any Equatable).map { isEqual($0) } ?? false
    }
}
