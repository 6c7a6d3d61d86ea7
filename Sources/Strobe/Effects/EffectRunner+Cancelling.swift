extension EffectRunner {
    /// Cancels one effect: its task is cancelled, it is no longer listed, and what it requests from now on is dropped.
    ///
    /// - Returns: Whether it was waiting or running.
    @discardableResult
    package func cancel(_ id: Int) -> Bool {
        let slot = contents.withLock { $0.remove(id) }
        slot?.end()
        return slot != nil
    }

    /// Takes effects out of the lists; what they ask for from now on is dropped.
    ///
    /// - Returns: Those that waited or ran; they have to be ended.
    func withdraw(_ ids: [Int]) -> [Slot] {
        let slots = contents.withLock { contents in ids.compactMap { contents.remove($0) } }
        for slot in slots { slot.life.turnOff() }
        return slots
    }

    /// Cancels all effects that are listed under a name.
    ///
    /// - Returns: How many were waiting or running.
    /// - Complexity: O(*n*) in the number of all effects.
    @discardableResult
    package func cancel(named name: EffectID) -> Int {
        let (scheduled, unnamed) = contents.withLock { contents in
            (contents.removeAll(named: name), contents.slots.values.filter { $0.name == nil })
        }
        // What shows an effect's name is code of the program, and must not run under the lock.
        let ids = unnamed.filter { $0.shownName == name.name }.map(\.id).sorted()
        let slots = scheduled + contents.withLock { contents in ids.compactMap { contents.remove($0) } }
        for slot in slots { slot.end() }
        return slots.count
    }

    /// Cancels all effects.
    ///
    /// - Returns: How many were waiting or running.
    @discardableResult
    package func cancelAll() -> Int {
        let slots = contents.withLock { contents in
            defer {
                contents.slots = [:]
                contents.named = [:]
                contents.waiting = [:]
            }
            return contents.slots
        }
        for slot in slots.values.sorted(by: { $0.id < $1.id }) { slot.end() }
        return slots.count
    }

    /// Cancels all effects, and runs no more.
    package func close() {
        let intervals = contents.withLock { contents in
            contents.isClosed = true
            defer { contents.intervals = [:] }
            return contents.intervals
        }
        for interval in intervals.values { interval.task?.cancel() }
        cancelAll()
    }
}
