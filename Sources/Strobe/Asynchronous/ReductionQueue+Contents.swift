internal import DequeModule

extension ReductionQueue {
    enum Work: Sendable {
        case action(Action)
        case state(State, note: String?)

        var action: Action? {
            if case .action(let action) = self { action } else { nil }
        }

        /// What it is called in messages.
        var name: String { action.map { ActionName.of($0) } ?? "restore" }
    }

    package struct Item: Holdable {
        var work: Work
        package var origin: Origin
        package var cause: Int?
        package var source: CallSite?
        package var ifSeq: Int?
        /// The caller that waits for it.
        var request: ReceiptRequest?
        /// The late work that it comes from.
        var life: EffectLife?
        /// Its place among answers to answers.
        var link = DispatchDepth.none
        var sinceNanos = Timing.now()
        package var editedFrom: String?
        /// The context of the code that dispatched it, if an observer asks for that.
        var context: ContextPropagator.Context?
        /// What distinguishes it from the others that wait.
        var number = 0

        /// The action, if another may take its place: the program dispatched it, not late work, and nobody waits for what
        /// becomes of it.
        var coalescable: Action? {
            origin == .app && cause == nil && ifSeq == nil && request == nil ? action : nil
        }

        package var action: Action? { work.action }
        package var canBeTakenBack: Bool { request != nil || life != nil }
        /// Whether it was withdrawn.
        package var isTakenBack: Bool { request?.isTakenBack == true || life?.isOn == false }

        package mutating func replaceAction(with action: Action) { work = .action(action) }
        package func tellHeld(_ id: Int) { request?.tellHeld(id) }
        package func refuse(_ error: StoreError) { end(.failure(error)) }

        /// Begins its reduction, unless it was withdrawn.
        func begin() -> Bool {
            life?.isOn != false && request?.begin() != false
        }

        /// Ends it.
        func end(_ answer: ReceiptRequest.Answer) {
            life?.leave()
            request?.answer(answer)
        }
    }

    /// The reduction at hand.
    struct Current: Sendable {
        let item: Item
        let effect: Int
        let sinceNanos: UInt64
        var task: Task<Void, Never>?
        /// The number that its transition is going to have, once its reducer runs.
        var seq: Int?
        var isCancelled = false
        /// Whether the reducer returned, so that it is too late to cancel.
        var isReturned = false
    }

    struct Contents: Sendable {
        var waiting = Deque<Item>()
        /// The number of the last one that came to wait.
        var lastNumber = 0
        var current: Current?
        var isEnded = false
        var gate = Gate<State, Item>()
        /// The state that the next one is reduced in, and its number.
        var present: (seq: Int, state: State)

        /// Takes everything out, and lets nothing in any more.
        mutating func end() -> (current: Current?, waiting: [Item]) {
            defer { (current, waiting, isEnded) = (nil, [], true) }
            return (current, gate.removeAll() + waiting)
        }

        mutating func append(_ item: Item) {
            waiting.append(item)
            numberLast()
        }

        /// Lets an item take the place of the one that waits last, if that has a number.
        ///
        /// - Returns: The one that waited; `nil` if it is not there any more.
        mutating func replaceLast(_ number: Int, with item: Item) -> Item? {
            guard let last = waiting.last, last.number == number else { return nil }
            waiting[waiting.count - 1] = item
            numberLast()
            return last
        }

        private mutating func numberLast() {
            lastNumber += 1
            waiting[waiting.count - 1].number = lastNumber
        }

        /// Takes the next one that the gate lets through.
        mutating func next(_ result: inout GateResult<Item>) -> Item? {
            gate.next(from: &waiting, at: present.seq, state: &present.state, &result)
        }

        mutating func tellKeeper(of item: Item) {
            gate.tellKeeper(of: item, at: present.seq, state: &present.state)
        }
    }
}
