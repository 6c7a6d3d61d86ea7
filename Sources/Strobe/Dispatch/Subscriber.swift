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
/// The store calls `begin` once and then notifies it of commits, never two at a time.
///
/// `@unchecked Sendable`: only the thread that drains touches `isDue`, and the store's lock orders one drain after
/// another; everything else is constant.
@usableFromInline
final class Subscriber<State: Sendable>: @unchecked Sendable {
    @usableFromInline let liveness: Liveness
    /// Whether it is called elsewhere than on the thread that drains.
    @usableFromInline let isElsewhere: Bool
    @usableFromInline let begin: @Sendable (State) -> Void
    /// For one that gets a part of the state, where that changed; `nil` for one that gets every state.
    ///
    /// It looks at the state in its place, under the lock, and keeps the part.
    @usableFromInline let hasChanged: (@Sendable (UnsafeRawPointer) -> Bool)?
    /// Called with the state of a commit, if it gets that, and with the place of what it may dispatch in answer.
    @usableFromInline let receive: @Sendable (State?, DispatchDepth) -> Void
    /// Called when the store is gone.
    let end: @Sendable () -> Void
    /// Whether it is to be notified of the commit at hand.
    @exclusivity(unchecked) @usableFromInline var isDue = false

    @usableFromInline
    init(
        liveness: Liveness, isElsewhere: Bool,
        begin: @escaping @Sendable (State) -> Void,
        hasChanged: (@Sendable (UnsafeRawPointer) -> Bool)? = nil,
        receive: @escaping @Sendable (State?, DispatchDepth) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        self.liveness = liveness
        self.isElsewhere = isElsewhere
        self.begin = begin
        self.hasChanged = hasChanged
        self.receive = receive
        self.end = end
    }
}

extension Subscriber {
    /// Creates a subscriber that is called with what a selector returns.
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
        let send = delivery.linkedSender(while: isActive, body)
        guard let isSame else {
            self.init(
                liveness: isActive, isElsewhere: !delivery.isInline,
                begin: { if initial { send(selector($0), .none) } },
                receive: { state, link in if let state { send(selector(state), link) } }, end: end)
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
                guard let value = state.map(selector) else { return }
                if let before = last.value, isSame(before, value) { return }
                last.value = value
                send(value, link)
            }, end: end)
    }

    /// Creates a subscriber that is called with what a key path leads to, when that changed.
    ///
    /// What is stored in the state itself is compared in its place: a commit that does not change it costs no copy and
    /// no second look at the store. What a key path computes, or finds in an object, is compared like what a selector
    /// returns: it runs the program's code, which must not be called under the lock.
    @inlinable
    convenience init<Selected: Equatable & Sendable>(
        to keyPath: any KeyPath<State, Selected> & Sendable, on delivery: Delivery, initial: Bool,
        end: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Selected) -> Void
    ) {
        guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
            self.init(
                to: { $0[keyPath: keyPath] }, on: delivery, initial: initial, isSame: { $0 == $1 }, end: end, body)
            return
        }
        let isActive = Liveness()
        let send = delivery.linkedSender(while: isActive, body)
        let last = LastValue<Selected>()
        self.init(
            liveness: isActive, isElsewhere: !delivery.isInline,
            begin: { state in
                let value = state[keyPath: keyPath]
                last.value = value
                if initial { send(value, .none) }
            },
            hasChanged: { state in
                let part = (state + offset).assumingMemoryBound(to: Selected.self)
                if let before = last.value, before == part.pointee { return false }
                last.value = part.pointee
                return true
            },
            receive: { _, link in if let value = last.value { send(value, link) } }, end: end)
    }
}
