internal import StrobeReflection
internal import StrobeTree

/// The progress of a search for a condition.
struct FindWalk<State: Sendable>: LongWork {
    /// The next step.
    enum Step: Sendable {
        case begin
        /// Walks forward to a state and tests it.
        case scan(next: Int)
        /// Walks forward over one part of the log after the other, the last one first.
        case scanBack(part: ClosedRange<Int>, next: Int, best: Int?)
        /// Tests whether the condition holds at the end where it must, if it holds anywhere.
        case probeEnd
        /// Bisects the states that may be the answer.
        case bisect(low: Int, high: Int)
    }

    let test: ConfinedTest<State>
    let isLast: Bool
    let isMonotone: Bool
    /// The requested states, without those no longer kept.
    var from: Int?
    var to: Int?
    var step = Step.begin
    var pair = StatePair<State>(.unused)
    var tests = 0
    /// The facts of the entry of a test that takes longer than a slice.
    var pending: (@Sendable () -> EntryFacts)?
    /// The result of that test, and its state.
    var verdict: (seq: Int, holds: Bool)?

    var isLong: Bool { pending != nil }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) {
        guard let facts = pending.take(), let seq = pair.after?.seq else { return }
        verdict = (seq, try answer(facts(), meter))
    }

    /// Takes the result of a long test, if it was of the state at a number: others may have been dropped meanwhile.
    mutating func takeVerdict(for seq: Int) -> Bool? {
        guard let verdict = verdict.take(), verdict.seq == seq else { return nil }
        return verdict.holds
    }

    /// Whether the condition holds for the current state.
    func answer(_ facts: EntryFacts, _ meter: WorkMeter) throws(HistoryError) -> Bool {
        let answer = pair.withPointers { after, before in
            Result { () throws(TreeError) in
                try test.condition.answer(after: after, before: before, facts: facts, meter: meter)
            }
        }
        do throws(TreeError) {
            return try answer?.get() ?? false
        } catch {
            throw .noAnswer(error, at: pair.after?.seq)
        }
    }
}

/// A condition tested by one slice after the other.
///
/// `@unchecked Sendable`: it is reached only through the progress of sliced work, which one slice has at a time.
final class ConfinedTest<State>: @unchecked Sendable {
    let condition: PreparedCondition<State>

    init(_ condition: Condition, _ redaction: Redaction, mayHide: (Path) -> Bool) {
        self.condition = PreparedCondition(condition, redaction: redaction, mayHide: mayHide)
    }
}
