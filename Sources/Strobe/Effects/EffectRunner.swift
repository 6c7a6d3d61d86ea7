/// Runs effects in tasks, as their schedules say, and lists those that wait or run.
///
/// Any thread may call it. A call costs the same however many effects there are, but for those that list or cancel
/// several. Effects do not keep their runner alive: it cancels them when it ends.
@usableFromInline
package final class EffectRunner<Effect: Sendable>: Sendable {
    /// The work of an effect; before it lets the effect dispatch it has to check the life.
    package typealias Operation = @Sendable (EffectLife) async -> Void

    struct Slot {
        let id: Int
        let name: EffectID?
        let effect: Effect?
        let cause: Int?
        let sinceNanos: UInt64
        let life: EffectLife
        var phase = RunningEffectPhase.running
        var task: Task<Void, Never>?
        /// What begins one that waits for the end of an interval.
        var held: Launch?

        /// Makes sure that it has no further effect.
        func end() {
            life.turnOff()
            task?.cancel()
        }
    }

    /// How to begin an effect.
    struct Launch: Sendable {
        let rule: EffectSchedule.Rule
        let dependencies: Dependencies
        let operation: Operation
    }

    /// The time in which no other of a name may begin.
    struct Interval {
        let number: Int
        var task: Task<Void, Never>?
    }

    struct Contents {
        var lastID = 0
        var lastInterval = 0
        var isClosed = false
        var slots: [Int: Slot] = [:]
        /// The ids of what has each name.
        var named: [EffectID: Set<Int>] = [:]
        /// The one of each name that is held back.
        var waiting: [EffectID: Int] = [:]
        var intervals: [EffectID: Interval] = [:]
        /// What follows all work, the one with the outermost scope first.
        var instruments: [any WorkInstrument] = []
    }

    let contents = Protected(Contents())

    /// Creates a runner with nothing to do.
    package init() {}

    deinit { close() }

    /// What waits or runs, in the order of the ids.
    ///
    /// - Complexity: O(*n* log *n*).
    package var running: [RunningEffect<Effect>] {
        let slots = contents.withLock { Array($0.slots.values) }
        return slots.sorted { $0.id < $1.id }.map(\.description)
    }

    /// How many wait or run.
    package var count: Int { contents.withLock { $0.slots.count } }

    /// What follows all work that begins from now on.
    var instruments: [any WorkInstrument] { contents.withLock { $0.instruments } }

    /// Changes what follows work that begins from now on.
    func changeInstruments(_ change: (inout [any WorkInstrument]) -> Void) {
        contents.withLock { change(&$0.instruments) }
    }

    /// The scopes of an effect that is about to begin.
    func scopes(of id: Int, _ life: EffectLife) -> [any WorkScope] {
        let (all, slot) = contents.withLock { ($0.instruments, $0.instruments.isEmpty ? nil : $0.slots[id]) }
        guard let slot else { return [] }
        let work = InstrumentedWork(
            id: id, name: slot.effect == nil ? slot.name?.name : nil, value: slot.effect, cause: slot.cause,
            seq: nil, context: nil, isOn: { life.isOn })
        return all.compactMap { $0.scope(of: work) }
    }

    /// Whether an effect waits or runs.
    func isListed(_ id: Int) -> Bool { contents.withLock { $0.slots[id] != nil } }

    /// A number for something that is listed with the effects and not run as one.
    func makeID() -> Int {
        contents.withLock { contents in
            contents.lastID += 1
            return contents.lastID
        }
    }
}

extension EffectRunner.Slot {
    var shownName: String {
        name?.name ?? effect.map { ActionName.of($0) } ?? "effect"
    }

    var description: RunningEffect<Effect> {
        RunningEffect(
            id: id, name: shownName, effect: effect, cause: cause, sinceNanos: sinceNanos, phase: phase)
    }
}

extension EffectRunner.Contents {
    /// Takes a slot out of all lists.
    mutating func remove(_ id: Int) -> EffectRunner.Slot? {
        guard let slot = slots.removeValue(forKey: id) else { return nil }
        if let name = slot.name {
            if waiting[name] == id { waiting[name] = nil }
            named[name]?.remove(id)
            if named[name]?.isEmpty == true { named[name] = nil }
        }
        return slot
    }

    /// Takes all slots of a name out of all lists, but for one, oldest first.
    mutating func removeAll(named name: EffectID) -> [EffectRunner.Slot] {
        (named[name] ?? []).sorted().compactMap { remove($0) }
    }
}
