/// Where an editor looks at a store, and whether the editor takes it for running.
struct ThreadCursor: Sendable, Hashable {
    /// A place in the history of a store.
    enum Place: Sendable, Hashable {
        case present
        /// The state after an entry; nothing is restored to look at it.
        case past(Int)
    }

    var place = Place.present
    var isStopped = false
    /// Whether the gate holds an action.
    var hasPending = false

    /// The seq that is looked at; `nil` at the present.
    var seq: Int? {
        if case .past(let seq) = place { seq } else { nil }
    }

    /// What an execution request does, which depends on nothing else.
    ///
    /// - Parameters:
    ///   - motion: The request.
    ///   - store: What is known of the store.
    func plan(_ motion: Motion, in store: Reach) -> Plan {
        switch (motion, place) {
        case (.pause, _): return isStopped ? .nothing : store.canHold ? .pauseGate : .look(at: store.last, .frozen)
        case (_, .present) where !isStopped: return .refuse("The store runs. Pause it first.")
        case (.resume, .present): return store.canHold ? .resumeGate : .present
        case (.next, .present), (.stepIn, .present): return store.canHold ? .stepGate : .present
        case (.stepOut, .present): return store.canHold ? .stepOutOfEffects : .present
        case (.stepBack, .present): return look(before: hasPending ? store.last + 1 : store.last, store)
        case (.reverse, .present): return .findLast(upTo: hasPending ? store.last : store.last - 1)
        case (.resume, .past(let seq)): return .findFirst(from: seq + 1)
        case (.next, .past(let seq)): return seq < store.last ? .look(at: seq + 1, .step) : .present
        case (.stepIn, .past(let seq)): return seq < store.last ? .lookAtChild(of: seq) : .present
        case (.stepOut, .past(let seq)): return .findOutsideOfEffects(from: seq + 1)
        case (.stepBack, .past(let seq)): return look(before: seq, store)
        case (.reverse, .past(let seq)): return .findLast(upTo: seq - 1)
        }
    }

    private func look(before seq: Int, _ store: Reach) -> Plan {
        seq - 1 > store.first ? .look(at: min(seq - 1, store.last), .step) : .look(at: store.first, .beginning)
    }
}

/// The execution requests of editors.
enum Motion: Sendable, Hashable, CaseIterable {
    case pause, resume, next, stepIn, stepOut, stepBack, reverse
}

/// How far a store reaches, and whether its actions can be held.
struct Reach: Sendable, Hashable {
    /// The first state that is kept.
    var first: Int
    /// The last entry.
    var last: Int
    var canHold: Bool
}

/// What an execution request comes down to.
enum Plan: Sendable, Hashable {
    /// Why a place is looked at.
    enum Reason: Sendable, Hashable {
        case step
        /// There is nothing before.
        case beginning
        /// The store runs on, since it cannot be held.
        case frozen
    }

    case nothing
    case refuse(String)
    case pauseGate
    case resumeGate
    case stepGate
    /// Goes on until an action that no effect dispatched.
    case stepOutOfEffects
    case look(at: Int, Reason)
    /// Looks at the first entry that an effect of another caused.
    case lookAtChild(of: Int)
    /// The present, stopped there.
    case present
    /// The first entry that a breakpoint fits, else the present, which goes on.
    case findFirst(from: Int)
    case findOutsideOfEffects(from: Int)
    /// The last entry that a breakpoint fits, else the first state.
    case findLast(upTo: Int)
}
