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
        /// Tests a state that was found by what the entries changed at some paths alone.
        case confirm(Int, part: ClosedRange<Int>)
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
    /// Whether entries need not be read as a whole: the condition asks for nothing but the state after them, and they
    /// fitted each other up to now.
    var maySkim: Bool
    /// Up to this state they are.
    var nextSkim = 0
    /// For how many of them, the next time.
    var pause = 1
    /// The facts of the entry of a test that takes longer than a slice.
    var pending: (@Sendable () -> EntryFacts)?
    /// The result of that test, and its state.
    var verdict: (seq: Int, holds: Bool)?

    init(
        _ condition: Condition, _ redaction: Redaction, mayHide: (Path) -> Bool, isLast: Bool, isMonotone: Bool,
        from: Int?, to: Int?
    ) {
        test = ConfinedTest(condition, redaction, mayHide: mayHide)
        (self.isLast, self.isMonotone, self.from, self.to) = (isLast, isMonotone, from, to)
        maySkim = !condition.needsBefore && !condition.needsFacts
    }

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
    /// The walk over a recorded log for the paths of the condition, and the last number that it went over.
    var skim: (seq: Int, walk: any LogSkim<State>)?

    init(_ condition: Condition, _ redaction: Redaction, mayHide: (Path) -> Bool) {
        self.condition = PreparedCondition(condition, redaction: redaction, mayHide: mayHide)
    }
}
