public import Synchronization

/// Whether a subscription still wants to be called.
@usableFromInline
final class Liveness: Sendable {
    @usableFromInline let flag = Atomic<Bool>(true)

    @inlinable
    init() {}

    @inlinable var isOn: Bool { flag.load(ordering: .acquiring) }

    func turnOff() {
        flag.store(false, ordering: .releasing)
    }
}

/// The value that a subscriber was last called with.
///
/// `@unchecked Sendable`: only the thread that drains touches it, and the store's lock orders one drain after another.
@usableFromInline
final class LastValue<Value: Sendable>: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var value: Value?

    @inlinable
    init() {}
}

/// One subscription as the store keeps it.
///
/// The store calls `begin` once and then `receive` for each commit, never two at a time.
@usableFromInline
final class Subscriber<State: Sendable>: Sendable {
    @usableFromInline let liveness: Liveness
    /// Whether it is called elsewhere than on the thread that drains.
    @usableFromInline let isElsewhere: Bool
    @usableFromInline let begin: @Sendable (State) -> Void
    /// Called with the place of what it may dispatch in answer.
    @usableFromInline let receive: @Sendable (State, DispatchDepth) -> Void
    /// Called when the store is gone.
    let end: @Sendable () -> Void

    @usableFromInline
    init(
        liveness: Liveness, isElsewhere: Bool,
        begin: @escaping @Sendable (State) -> Void,
        receive: @escaping @Sendable (State, DispatchDepth) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        self.liveness = liveness
        self.isElsewhere = isElsewhere
        self.begin = begin
        self.receive = receive
        self.end = end
    }
}

extension Subscriber {
    /// Makes a subscriber that is called with what a selector returns.
    ///
    /// - Parameter isSame: Whether two values are so alike that the later one is not worth a call; `nil` to be called
    ///   every time.
    @inlinable
    convenience init<Selected: Sendable>(
        to selector: @escaping @Sendable (State) -> Selected, on delivery: Delivery, initial: Bool,
        isSame: (@Sendable (Selected, Selected) -> Bool)?, end: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable (Selected) -> Void
    ) {
        let isActive = Liveness()
        let send = delivery.linkedSender { value in if isActive.isOn { body(value) } }
        guard let isSame else {
            self.init(
                liveness: isActive, isElsewhere: !delivery.isInline,
                begin: { if initial { send(selector($0), .none) } }, receive: { send(selector($0), $1) }, end: end)
            return
        }
        let last = LastValue<Selected>()
        self.init(
            liveness: isActive, isElsewhere: !delivery.isInline,
            begin: { state in
                let value = selector(state)
                last.value = value
                if initial { send(value, .none) }
            },
            receive: { state, link in
                let value = selector(state)
                if let before = last.value, isSame(before, value) { return }
                last.value = value
                send(value, link)
            }, end: end)
    }
}
