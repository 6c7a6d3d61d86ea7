internal import DequeModule

/// The gate of a store: the keeper that decides which actions are held, and the held ones.
///
/// The store's lock protects it. Items that it returns have to be released without the lock: an action may hold an
/// object that calls the store in its deinitializer.
package struct Gate<State: Sendable, Item: Holdable>: Sendable {
    package typealias Keeper = any GateKeeper<State, Item.Action>

    private struct Entry: Sendable {
        let id: Int
        let sinceNanos: UInt64
        var item: Item
    }

    /// What becomes of something whose turn has come.
    package enum Verdict: Sendable {
        case passes
        case held(Int)
        /// It cannot be held, because too many are; `isFirst` once until there is room again.
        case refused(isFirst: Bool)
    }

    /// Creates an open gate.
    package init() {}

    /// How many are held at most.
    private static var limit: Int { StoreError.gateLimit }

    package private(set) var keeper: Keeper?
    private var entries = Deque<Entry>()
    /// How many of the first go without a question.
    private var passes = 0
    /// Whether the gate keeper must be asked about the first.
    private var isAsking = false
    private var lastID = 0
    /// The number of the next held action.
    var nextID: Int { lastID + 1 }
    /// How many of `entries` can be withdrawn.
    private var revocable = 0
    private var hasRefused = false

    /// Whether there is neither a keeper nor anything that is held.
    package var isOpen: Bool { keeper == nil && entries.isEmpty }
    /// Whether some held actions may be allowed to go.
    package var isMoving: Bool { !entries.isEmpty && (passes > 0 || isAsking) }
    package var count: Int { entries.count }

    // MARK: In turn

    /// Takes the first held action, if it may go.
    ///
    /// - Parameters:
    ///   - seq: The number that the store is at.
    ///   - state: The current state.
    package mutating func next(at seq: Int, state: UnsafePointer<State>) -> Item? {
        guard isMoving, let first = entries.first else { return nil }
        // An action that will not be reduced needs no leave, and uses up none.
        if first.item.isDue(at: seq) {
            if passes > 0 {
                passes -= 1
            } else if asks(for: first.item, first.id, first.sinceNanos, seq, state) {
                isAsking = false
                return nil
            }
        }
        return removeFirst()
    }

    /// Holds an action whose turn has come, if it has to wait.
    ///
    /// - Parameters:
    ///   - seq: The number that the store is at.
    ///   - state: The current state.
    package mutating func arrive(_ item: Item, at seq: Int, state: UnsafePointer<State>) -> Verdict {
        guard item.action != nil else { return .passes }
        let now = Timing.now()
        if entries.isEmpty {
            guard item.isDue(at: seq), asks(for: item, nextID, now, seq, state) else { return .passes }
        }
        return hold(item, sinceNanos: now)
    }

    /// Takes the next item to reduce: the first held one, if it may go, else the first waiting one that passes.
    ///
    /// - Parameters:
    ///   - waiting: The items that have not come to the gate.
    ///   - seq: The number that the store is at.
    ///   - state: The current state.
    ///   - result: Gets the items that do not pass, to be released without the lock.
    mutating func next(
        from waiting: inout Deque<Item>, at seq: Int, state: UnsafePointer<State>, _ result: inout GateResult<Item>
    ) -> Item? {
        if let held = next(at: seq, state: state) { return held }
        while let item = waiting.popFirst() {
            if isOpen || result.note(item, arrive(item, at: seq, state: state)) { return item }
        }
        return nil
    }

    /// Holds something without a question, if there is room.
    package mutating func hold(_ item: Item, sinceNanos now: UInt64 = Timing.now()) -> Verdict {
        guard entries.count < Self.limit else {
            defer { hasRefused = true }
            return .refused(isFirst: !hasRefused)
        }
        lastID += 1
        if item.canBeTakenBack { revocable += 1 }
        entries.append(Entry(id: lastID, sinceNanos: now, item: item))
        return .held(lastID)
    }

    private func asks(
        for item: Item, _ id: Int, _ sinceNanos: UInt64, _ seq: Int, _ state: UnsafePointer<State>
    ) -> Bool {
        guard let keeper, let held = describe(item, id, sinceNanos) else { return false }
        return withUnsafePointer(to: held.action) { keeper.answer(to: $0, at: seq, state: state) { held } } == .held
    }

    private func describe(_ item: Item, _ id: Int, _ sinceNanos: UInt64) -> HeldAction<Item.Action>? {
        item.action.map {
            HeldAction(
                id: id, action: $0, origin: item.origin, cause: item.cause, source: item.source, sinceNanos: sinceNanos)
        }
    }

    private mutating func removeFirst() -> Item {
        let item = entries.removeFirst().item
        if item.canBeTakenBack { revocable -= 1 }
        settle()
        return item
    }

    private mutating func settle() {
        passes = min(passes, entries.count)
        if entries.count < Self.limit / 2 { hasRefused = false }
        if entries.isEmpty { isAsking = false }
    }

    /// Notifies the keeper of a transition.
    ///
    /// - Parameters:
    ///   - item: The reduced action or the replaced state.
    ///   - seq: The number of the transition.
    ///   - state: The state after it.
    func tellKeeper(of item: Item, at seq: Int, state: UnsafePointer<State>) {
        if let action = item.action {
            keeper?.didReduce(action, seq: seq, state: state)
        } else {
            keeper?.didRestore(state: state, seq: seq)
        }
    }

    // MARK: From outside

    /// Sets the keeper, which decides what is held.
    ///
    /// - Returns: The earlier keeper.
    package mutating func setKeeper(_ new: Keeper?) -> Keeper? {
        defer { keeper = new }
        isAsking = !entries.isEmpty
        return keeper
    }

    package mutating func release(_ count: Int) {
        passes = min(entries.count, passes + min(max(0, count), entries.count))
        recheck()
    }

    package mutating func recheck() {
        isAsking = !entries.isEmpty
    }

    /// The held actions, in order.
    var items: [Item] { entries.map(\.item) }

    /// The first of the held actions, as others see them.
    package func first(_ count: Int) -> [HeldAction<Item.Action>] {
        entries.prefix(max(0, count)).compactMap { describe($0.item, $0.id, $0.sinceNanos) }
    }

    /// Removes the actions that were withdrawn.
    mutating func prune() -> [Item] {
        revocable == 0 ? [] : remove { $0.item.isTakenBack }.map(\.item)
    }

    /// Removes what has one of some numbers.
    package mutating func drop(_ ids: Set<Int>) -> [(id: Int, item: Item, action: HeldAction<Item.Action>?)] {
        remove { ids.contains($0.id) }.map { ($0.id, $0.item, describe($0.item, $0.id, $0.sinceNanos)) }
    }

    /// Removes everything.
    mutating func removeAll() -> [Item] {
        remove { _ in true }.map(\.item)
    }

    private mutating func remove(_ isWanted: (Entry) -> Bool) -> [Entry] {
        var kept = Deque<Entry>()
        var removed: [Entry] = []
        var passed = passes
        for (index, entry) in entries.enumerated() {
            if isWanted(entry) {
                removed.append(entry)
                if index < passes { passed -= 1 }
                if entry.item.canBeTakenBack { revocable -= 1 }
            } else {
                kept.append(entry)
            }
        }
        (entries, passes) = (kept, passed)
        settle()
        return removed
    }

    /// Replaces a held action.
    ///
    /// - Parameter words: The label of the action that was held, for the log.
    /// - Returns: The action that was held; `nil` if there is none with that number.
    package mutating func replace(_ id: Int, with action: Item.Action, from words: String?) -> Item? {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        let old = entries[index].item
        entries[index].item.replaceAction(with: action)
        entries[index].item.editedFrom = old.editedFrom ?? words ?? old.actionName
        return old
    }
}
