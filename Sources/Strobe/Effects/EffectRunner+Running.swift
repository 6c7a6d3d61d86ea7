extension EffectRunner {
    /// Runs an effect as its schedule says.
    ///
    /// - Parameters:
    ///   - name: The name by which it is listed and cancelled if its schedule has no id; by default, the case or the
    ///     type of the effect.
    ///   - schedule: How it is run beside others.
    ///   - effect: The effect; `nil` for work that is none.
    ///   - cause: The transition that asks for it.
    ///   - dependencies: What it waits by if it is debounced or throttled, and where it runs.
    ///   - bind: Gets the id of the effect before that begins; returns whether it may.
    ///   - operation: What to do, in a task of its own.
    /// - Returns: The id of the effect, which waits or runs; `nil` if nothing is to be run.
    @discardableResult
    package func run(
        name: EffectID? = nil, schedule: EffectSchedule = .now, effect: Effect?, cause: Int? = nil,
        with dependencies: Dependencies, bind: ((Int) -> Bool)? = nil, operation: @escaping Operation
    ) -> Int? {
        let launch = Launch(rule: schedule.rule, dependencies: dependencies, operation: operation)
        let now = Timing.now()
        let plan = contents.withLock { contents in
            var plan = contents.plan(schedule, launch)
            guard plan.isAccepted else { return plan }
            contents.lastID += 1
            let id = contents.lastID
            let life = EffectLife { [weak self] in _ = self?.contents.withLock { $0.remove(id) } }
            let slot = Slot(
                id: id, name: schedule.id ?? name, effect: effect, cause: cause, sinceNanos: now, life: life,
                phase: plan.waits ? .waiting : .running, held: plan.isHeld ? launch : nil)
            contents.insert(slot)
            plan.accepted = (id, life)
            return plan
        }
        for slot in plan.ended { slot.end() }
        guard let (id, life) = plan.accepted else { return nil }
        let isBound = bind?(id) ?? true
        if !isBound {
            cancel(id)
        } else if !plan.isHeld {
            start(id, life, launch)
        }
        if let number = plan.interval, let name = schedule.id { beginInterval(name, number, launch) }
        return isBound ? id : nil
    }

    /// Begins the task of an effect.
    private func start(_ id: Int, _ life: EffectLife, _ launch: Launch) {
        let timer = launch.silence.map { EffectTimer(launch.dependencies.clock, $0) }
        let scopes = scopes(of: id, life)
        let task = Task(executorPreference: launch.dependencies.executor) { [weak self] in
            defer { life.leave() }
            if let timer {
                guard (try? await timer.wait()) != nil, self?.endSilence(id) == true else { return }
            }
            guard life.isOn else { return }
            await launch.dependencies.perform { await scopes.perform { await launch.operation(life) } }
        }
        let isListed = contents.withLock { contents in
            contents.slots[id]?.task = task
            return contents.slots[id] != nil
        }
        if !isListed { task.cancel() }
    }

    /// Lets a debounced effect run.
    ///
    /// - Returns: Whether it still may.
    private func endSilence(_ id: Int) -> Bool {
        contents.withLock { contents in
            guard let name = contents.slots[id]?.name else { return false }
            contents.slots[id]?.phase = .running
            if contents.waiting[name] == id { contents.waiting[name] = nil }
            return true
        }
    }

    /// Begins the time in which no other effect of a name may begin.
    private func beginInterval(_ name: EffectID, _ number: Int, _ launch: Launch) {
        guard case .throttled(let duration, _) = launch.rule else { return }
        let timer = EffectTimer(launch.dependencies.clock, duration)
        let task = Task(executorPreference: launch.dependencies.executor) { [weak self] in
            if (try? await timer.wait()) != nil { self?.endInterval(name, number) }
        }
        let isOpen = contents.withLock { contents in
            guard contents.intervals[name]?.number == number else { return false }
            contents.intervals[name]?.task = task
            return true
        }
        if !isOpen { task.cancel() }
    }

    /// Lets the last effect that was held back run, if there is one, and begins the next interval with it.
    private func endInterval(_ name: EffectID, _ number: Int) {
        let next = contents.withLock { contents -> (id: Int, life: EffectLife, launch: Launch, number: Int)? in
            guard contents.intervals[name]?.number == number else { return nil }
            contents.intervals[name] = nil
            guard let id = contents.waiting[name], let slot = contents.slots[id], let launch = slot.held else {
                return nil
            }
            contents.waiting[name] = nil
            contents.slots[id]?.held = nil
            contents.slots[id]?.phase = .running
            return (id, slot.life, launch, contents.openInterval(name))
        }
        guard let next else { return }
        start(next.id, next.life, next.launch)
        beginInterval(name, next.number, next.launch)
    }
}

extension EffectRunner.Launch {
    /// How long it waits before it runs.
    var silence: Duration? {
        if case .debounced(let duration, _) = rule { duration } else { nil }
    }
}

extension EffectRunner.Contents {
    /// What a schedule makes of a new effect, and of those before it.
    struct Plan {
        var ended: [EffectRunner.Slot] = []
        var isAccepted = true
        var accepted: (id: Int, life: EffectLife)?
        var waits = false
        /// Whether it waits for an interval to end that another one began.
        var isHeld = false
        /// The number of the interval that it begins.
        var interval: Int?
    }

    mutating func plan(_ schedule: EffectSchedule, _ launch: EffectRunner.Launch) -> Plan {
        var plan = Plan()
        guard !isClosed else {
            plan.isAccepted = false
            return plan
        }
        guard let name = schedule.id else { return plan }
        switch schedule.rule {
        case .now: break
        case .replacing: plan.ended = removeAll(named: name)
        case .unlessRunning: plan.isAccepted = named[name] == nil
        case .cancelling:
            plan.ended = removeAll(named: name)
            plan.isAccepted = false
        case .debounced(_, let replacing):
            plan.ended = replacing ? removeAll(named: name) : removeWaiting(named: name)
            plan.waits = true
        case .throttled(_, let latest):
            if intervals[name] == nil {
                plan.interval = openInterval(name)
            } else if latest {
                plan.ended = removeWaiting(named: name)
                plan.waits = true
                plan.isHeld = true
            } else {
                plan.isAccepted = false
            }
        }
        return plan
    }

    mutating func insert(_ slot: EffectRunner.Slot) {
        slots[slot.id] = slot
        guard let name = slot.name else { return }
        named[name, default: []].insert(slot.id)
        if slot.phase == .waiting { waiting[name] = slot.id }
    }

    mutating func openInterval(_ name: EffectID) -> Int {
        lastInterval += 1
        intervals[name] = EffectRunner.Interval(number: lastInterval)
        return lastInterval
    }

    private mutating func removeWaiting(named name: EffectID) -> [EffectRunner.Slot] {
        guard let slot = waiting[name].flatMap({ remove($0) }) else { return [] }
        return [slot]
    }
}
