internal import StrobeReflection
internal import StrobeTree

/// How far a search for a condition has come.
struct FindWalk<State: Sendable>: LongWork {
    /// What is done next.
    enum Step: Sendable {
        case begin
        /// Goes forward to a state and looks at it.
        case scan(next: Int)
        /// Goes forward over one part of the log after the other, the last one first.
        case scanBack(part: ClosedRange<Int>, next: Int, best: Int?)
        /// Looks whether the condition holds at the end where it has to, if it does anywhere.
        case probeEnd
        /// Halves the states among which the answer is.
        case bisect(low: Int, high: Int)
    }

    let test: ConfinedTest<State>
    let isLast: Bool
    let isMonotone: Bool
    /// The states that are asked for; those that are not kept go.
    var from: Int?
    var to: Int?
    var step = Step.begin
    var pair = StatePair<State>(.unused)
    var tests = 0
    /// The facts of the entry that a test is about which takes longer than a slice.
    var pending: (@Sendable () -> EntryFacts)?
    /// What came of that test, and for which state.
    var verdict: (seq: Int, holds: Bool)?

    var isLong: Bool { pending != nil }

    mutating func goOn(_ meter: WorkMeter) throws(HistoryError) {
        guard let facts = pending.take(), let seq = pair.after?.seq else { return }
        verdict = (seq, try answer(facts(), meter))
    }

    /// What came of a test that took longer than a slice, if it was of the state at a number: others may have gone meanwhile.
    mutating func takeVerdict(for seq: Int) -> Bool? {
        guard let verdict = verdict.take(), verdict.seq == seq else { return nil }
        return verdict.holds
    }

    /// Whether the condition holds for the state that it stands at.
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

/// A condition that one slice after the other asks.
///
/// `@unchecked Sendable`: it is reached through the progress of sliced work alone, which one slice has at a time.
final class ConfinedTest<State>: @unchecked Sendable {
    let condition: PreparedCondition<State>

    init(_ condition: Condition, _ redaction: Redaction, mayHide: (Path) -> Bool) {
        self.condition = PreparedCondition(condition, redaction: redaction, mayHide: mayHide)
    }
}
