/// The actions that an asynchronous store has to reduce, in the order in which they were sent, and the current
/// reduction.
///
/// One task reduces as long as actions wait; when it is cancelled, with the current reduction, another one takes over.
/// Nothing here keeps the store alive: a reduction that returns after the store's end has no effect.
package final class ReductionQueue<State: Sendable, Action: Sendable>: Sendable {
    /// The store underneath: it has the state, the subscribers and the observer.
    typealias Journal = Store<State, ReductionResult<State, Action>, Never>

    let contents: Protected<Contents>
    /// Propagates the context of the code that dispatches.
    let propagator = Protected<ContextPropagator?>(nil)
    /// Returns the action that takes the place of one that waits and a newer one, if they are not both to be reduced.
    let coalesce: (@Sendable (Action, Action) -> Action?)?
    private let reduce: @Sendable (State, Action) async throws -> State
    private let journal: @Sendable () -> Journal?
    private let late: EffectRunner<Never>
    private let dependencies: SharedDependencies
    private let nestingLimit: Int

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0.
    ///   - journal: The store underneath, as long as there is one.
    ///   - late: Runs what reductions leave for later, and numbers all that runs in the store's name.
    ///   - dependencies: Where reductions are made.
    ///   - nestingLimit: A tenth of how many may be sent in answer to each other within a second.
    init(
        initial: State, coalesce: (@Sendable (Action, Action) -> Action?)?,
        reduce: @escaping @Sendable (State, Action) async throws -> State,
        journal: @escaping @Sendable () -> Journal?,
        late: EffectRunner<Never>, dependencies: SharedDependencies, nestingLimit: Int
    ) {
        contents = Protected(Contents(present: (0, initial)))
        self.coalesce = coalesce
        self.reduce = reduce
        self.journal = journal
        self.late = late
        self.dependencies = dependencies
        self.nestingLimit = nestingLimit
    }

    // MARK: From any thread

    /// Lets something wait its turn.
    ///
    /// - Parameter context: The reduction that left the sender for later; by default, the task's own.
    func put(_ item: Item, from context: ReductionContext? = nil) {
        var item = item
        item.link = link(from: context)
        if let propagator = propagator.withLock({ $0 }) { item.context = propagator.capture() }
        if let error = refusal(of: item) { return item.end(.failure(error)) }
        item.request?.setOwner(ObjectIdentifier(self))
        guard !takesPlace(item) else { return }
        var gateResult = GateResult<Item>()
        let isTaken = contents.withLock { contents in
            guard !contents.isEnded else { return false }
            contents.append(item)
            if contents.current == nil { _ = next(&contents, &gateResult) }
            return true
        }
        finish(gateResult)
        if !isTaken { item.end(.failure(.ended)) }
    }

    /// The depth of what is sent here among answers to answers.
    private func link(from context: ReductionContext?) -> DispatchDepth {
        let context = context ?? ReductionContext.current
        if let context, context.owner == ObjectIdentifier(self) { return context.answers }
        return journal()?.linkOfAnswer ?? DispatchDepth.current
    }

    /// The error for one too many in a chain of answers, which is reported once for each chain.
    private func refusal(of item: Item) -> StoreError? {
        let link = item.link
        guard let chain = link.chain else { return nil }
        let busy = max(late.count, contents.withLock { $0.waiting.count })
        let span = journal()?.chainSpan ?? RunawayGuard.span
        let isEndless = chain.isEndless(
            at: link.depth, limit: nestingLimit, running: busy, within: span, name: { item.work.name })
        guard isEndless else { return nil }
        return journal()?.reportEndless(
            link, item.work.name, culprit: "a subscriber or late work that sends whenever it is called") ?? .ended
    }

    /// The reduction at hand, committed or not.
    var current: Current? { contents.withLock { $0.current } }

    /// The waiting actions, beginning with the held ones.
    var waiting: [Item] {
        contents.withLock { $0.gate.items + $0.waiting }.filter { !$0.isTakenBack }
    }

    /// Cancels the reduction at hand, if it is the one of an id.
    ///
    /// - Returns: Whether it was the one, and can still be cancelled.
    func cancel(_ effect: Int?) -> Bool {
        let task = contents.withLock { contents -> Task<Void, Never>? in
            guard let current = contents.current, effect == nil || effect == current.effect, !current.isReturned,
                !current.isCancelled, current.item.work.action != nil
            else { return nil }
            contents.current?.isCancelled = true
            return current.task
        }
        task?.cancel()
        return task != nil
    }

    /// Ends the line with its store.
    func end() {
        let (current, waiting) = contents.withLock { $0.end() }
        current?.task?.cancel()
        current?.item.end(.failure(.ended))
        for item in waiting { item.end(.failure(.ended)) }
    }

    // MARK: The work

    /// How many are reduced before other tasks get their turn.
    private static var burst: Int { 64 }

    /// Puts the next one at hand; called under the lock.
    ///
    /// - Parameters:
    ///   - gateResult: Gets the items that are not reduced now. They must be released without the lock: an action may hold
    ///     an object that sends in its deinitializer.
    ///   - task: The task that is going to reduce it; `nil` for a new one.
    /// - Returns: The next item for that task; `nil` when none waits or a new task does it.
    private func next(
        _ contents: inout Contents, _ gateResult: inout GateResult<Item>, in task: Task<Void, Never>? = nil
    ) -> Item? {
        contents.current = nil
        while let item = contents.next(&gateResult) {
            guard item.begin() else {
                gateResult.takenBack.append(item)
                continue
            }
            contents.current = Current(item: item, effect: late.makeID(), sinceNanos: Timing.now(), task: task)
            if task != nil { return item }
            // Detached: what the sender's task knows is none of the reducer's business.
            let dependencies = dependencies.current
            contents.current?.task = Task.detached(executorPreference: dependencies.executor) {
                await dependencies.perform { await self.work(item) }
            }
            return nil
        }
        return nil
    }

    /// Reduces one after the other until none waits.
    private func work(_ first: Item) async {
        var item = first
        for count in 1... {
            // Without an answer the store has ended, and waiting callers were notified.
            guard let answer = await result(of: item), var present = journal()?.snapshot() else { return }
            var gateResult = GateResult<Item>()
            let following = contents.withLock { contents -> Item? in
                guard !contents.isEnded, let current = contents.current else { return nil }
                // The state before ends without the lock.
                swap(&present, &contents.present)
                if case .success = answer { contents.tellKeeper(of: item) }
                // A task that was cancelled is no good for the next one.
                return next(&contents, &gateResult, in: current.isCancelled ? nil : current.task)
            }
            finish(gateResult)
            item.end(answer)
            guard let following else { return }
            item = following
            if count.isMultiple(of: Self.burst) { await Task.yield() }
        }
    }

    private func result(of item: Item) async -> ReceiptRequest.Answer? {
        guard let (seq, state) = journal()?.snapshot() else { return nil }
        if let ifSeq = item.ifSeq, ifSeq != seq { return .failure(.stale(expected: ifSeq, seq: seq, [])) }
        contents.withLock { $0.current?.seq = seq + 1 }
        switch item.work {
        case .state(let new, let note): return await commit(.state(new, note: note), of: item)
        case .action(let action): return await reduce(action, in: state, as: seq + 1, item)
        }
    }

    private func reduce(_ action: Action, in state: State, as seq: Int, _ item: Item) async -> ReceiptRequest.Answer? {
        let context = ReductionContext(
            owner: ObjectIdentifier(self), seq: seq, answers: item.link.next(),
            report: { [journal] in journal()?.report($0) })
        let scopes = scopes(of: item, action, as: seq)
        let start = Timing.now()
        var new = Result<State, any Error>.failure(CancellationError())
        await scopes.perform {
            do {
                new = .success(
                    try await ReductionContext.$current.withValue(context) { try await reduce(state, action) })
            } catch {
                new = .failure(error)
            }
        }
        let timing = Timing(from: start)
        let isCancelled = contents.withLock { contents in
            contents.current?.isReturned = true
            return contents.current?.isCancelled ?? true
        }
        var rejection: String?
        if case .failure(let error) = new { rejection = "\(error)" }
        if isCancelled { rejection = "cancelled" }
        let result = ReductionResult(
            action: action, state: rejection == nil ? try? new.get() : nil, rejection: rejection, timing: timing,
            editedFrom: item.editedFrom)
        let answer = await commit(.action(result), of: item)
        context.end(isCommitted: answer != nil && !isCancelled)
        return answer?.map {
            Receipt(seq: $0.seq, effects: [], durationNanos: timing.durationNanos, rejection: result.rejection)
        }
    }

    /// Commits the end of a reduction to the store underneath, and waits until subscribers were notified.
    ///
    /// - Returns: `nil` when the store is gone.
    private func commit(
        _ work: Backlog<State, ReductionResult<State, Action>, Never>.Work, of item: Item
    ) async -> ReceiptRequest.Answer? {
        guard let journal = journal() else { return nil }
        return await withCheckedContinuation { continuation in
            journal.submit(
                .init(
                    work: work, origin: item.origin, cause: item.cause, source: item.source, link: item.link,
                    mayBeEndless: false, context: item.context, completion: { continuation.resume(returning: $0) }))
        }
    }

    /// The scopes of the reduction of an action.
    private func scopes(of item: Item, _ action: Action, as seq: Int) -> [any WorkScope] {
        let all = late.instruments
        guard !all.isEmpty else { return [] }
        let work = InstrumentedWork(
            id: current?.effect, name: nil, value: action, cause: item.cause, seq: seq, context: item.context,
            isOn: { [weak self] in self?.current?.isCancelled == false })
        return all.compactMap { $0.scope(of: work) }
    }
}

extension ReductionQueue {

    private func finish(_ result: GateResult<Item>) {
        result.finish { error in journal()?.report(error) }
    }

    /// Changes the gate, and begins a reduction if that lets one go.
    func changeGate<Result: Sendable>(_ change: (inout Gate<State, Item>) -> Result) -> Result {
        var gateResult = GateResult<Item>()
        let result = contents.withLock { contents in
            let result = change(&contents.gate)
            if contents.current == nil, !contents.isEnded { _ = next(&contents, &gateResult) }
            return result
        }
        finish(gateResult)
        return result
    }
}

extension Store {
    /// The place of an answer to the commit that this thread is delivering; `nil` on any other thread.
    fileprivate var linkOfAnswer: DispatchDepth? {
        locked { _ in backlog.drainer == currentThread() ? backlog.link.next() : nil } ?? nil
    }
}
