internal import Strobe
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree
internal import Synchronization

/// Reads a value again and again, or on request, and reports what changed to a target.
///
/// One read is pending at most, and none runs on the thread that changes the value.
final class ValueWatch<State: Sendable, Action: Sendable>: Sendable {
    /// A state, with a number that was taken before it was read.
    typealias Seen = (ticket: Int, state: State)
    /// Reads the value where it lives, unless it is gone; calls the closure, once, when what was read changes.
    typealias Read = @Sendable (_ onChange: @escaping @Sendable () -> Void) async -> Seen?

    private struct Contents: Sendable {
        /// The last state; `nil` if none was read yet.
        var last: Seen?
        var isReading = false
        var isAskedAgain = false
        /// Whether what was read last is still observed.
        var isObserved = false
        var polling: Task<Void, Never>?
        var isOver = false
    }

    let target: DebugTarget<State, Action>
    let tickets: Tickets
    /// How often it is read while a client is attached; `nil` if every change is reported to it.
    private let interval: Duration?
    private let read: Read
    /// Whether reading calls back when what was read changes.
    private let observes: Bool
    private let contents: Mutex<Contents>

    /// - Parameter first: The state that the target was made with; `nil` if the target reads it by itself.
    init(
        _ target: DebugTarget<State, Action>, first: State?, every interval: Duration?, _ tickets: Tickets,
        observes: Bool = false, read: @escaping Read
    ) {
        self.observes = observes
        self.target = target
        self.tickets = tickets
        self.interval = interval
        self.read = read
        contents = Mutex(Contents(last: first.map { (0, $0) }))
        target.core.contents.withLock { $0.onUse = { [weak self] in self?.follow() } }
    }

    deinit { contents.withLock { $0.polling }?.cancel() }

    // MARK: When to read

    /// Begins or ends to read, as the target is used.
    private func follow() {
        let present: Seen? =
            target.core.readsState && target.core.use.isAttached ? (tickets.next(), target.core.state) : nil
        let (ended, old) = contents.withLock { contents -> (Task<Void, Never>?, Seen?) in
            guard let interval else { return (nil, nil) }
            // Asked under the lock, so that clients that come and go at once do not pass each other.
            guard target.core.use.isAttached, !contents.isOver else { return (contents.polling.take(), nil) }
            guard contents.polling == nil else { return (nil, nil) }
            let old = contents.last
            // What happened while nobody looked is not in the log.
            if let present, present.ticket > old?.ticket ?? -1 { contents.last = present }
            contents.polling = Task { [weak self] in
                while !Task.isCancelled {
                    self?.refresh()
                    try? await Task.sleep(for: interval)
                }
            }
            return (nil, old)
        }
        // It ends without the lock: it may hold an object that reports.
        withExtendedLifetime(old) {}
        ended?.cancel()
        // Each read of a model is observed until the model changes.
        if interval == nil, !contents.withLock({ $0.isObserved }) { refresh() }
    }

    /// Reads the value soon, if anyone follows it.
    func refresh() {
        guard target.core.use.isFollowed else { return }
        let mustStart = contents.withLock { contents in
            guard !contents.isOver else { return false }
            contents.isAskedAgain = true
            defer { contents.isReading = true }
            return !contents.isReading
        }
        if mustStart { Task { await self.readAll() } }
    }

    private func readAll() async {
        while begin() {
            if observes { contents.withLock { $0.isObserved = true } }
            guard let seen = await read({ [weak self] in self?.changed() }) else { return end() }
            take(seen)
        }
    }

    private func changed() {
        contents.withLock { $0.isObserved = false }
        refresh()
    }

    private func begin() -> Bool {
        contents.withLock { contents in
            contents.isReading = contents.isAskedAgain
            defer { contents.isAskedAgain = false }
            return contents.isReading
        }
    }

    /// The value is gone.
    private func end() {
        let polling = contents.withLock { contents in
            (contents.isOver, contents.isReading) = (true, false)
            return contents.polling.take()
        }
        polling?.cancel()
    }

    // MARK: What was read

    /// Reports a state that was read, if it is newer than the last one and different.
    private func take(_ seen: Seen) {
        while true {
            let known = contents.withLock { $0.last }
            let note = known.flatMap { StateNaming.changed(from: $0.state, to: seen.state) }
            let isTaken = contents.withLock { contents in
                guard contents.last?.ticket == known?.ticket else { return false }
                guard seen.ticket > contents.last?.ticket ?? -1 else { return true }
                guard known == nil || note != nil else {
                    contents.last?.ticket = seen.ticket
                    return true
                }
                contents.last = seen
                if let note { _ = target.core.report(nil, seen.state, note: note.isEmpty ? nil : note) }
                return true
            }
            if isTaken { return }
        }
    }

    /// Reports a state that the program gives, or that a client asked for, however equal it is.
    func place(_ state: State, _ action: Action? = nil, note: String? = nil) {
        let ticket = tickets.next()
        let old = contents.withLock { contents in
            let old = contents.last
            // One that was read meanwhile is newer.
            if old?.ticket ?? 0 < ticket { contents.last = (ticket, state) }
            _ = target.core.report(action, contents.last?.state ?? state, note: note)
            return old
        }
        withExtendedLifetime(old) {}
    }
}

/// The names of what changed between two states.
enum StateNaming {
    /// The maximum number of names.
    private static let limit = 8

    /// The changed members, in order; empty if they have no names, `nil` if nothing changed.
    static func changed<State>(from old: State, to new: State) -> String? {
        if let old = old as? any Equatable, isEqual(old, new) { return nil }
        let changes = Differ().changes(from: old, to: new)
        guard !changes.isEmpty else { return old is any Equatable ? "" : nil }
        guard Node(new).kind == .object else { return "" }
        var names: [String] = []
        for case let name? in changes.map(\.path.tokens.first) where !names.contains(name) { names.append(name) }
        return names.prefix(limit).joined(separator: ", ") + (names.count > limit ? ", …" : "")
    }

    private static func isEqual<Known: Equatable>(_ old: Known, _ new: Any) -> Bool { old == new as? Known }
}

/// Numbers for what is read, in the order in which reading began.
final class Tickets: Sendable {
    private let last = Atomic<Int>(0)

    func next() -> Int { last.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
}
