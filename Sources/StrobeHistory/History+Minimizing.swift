internal import Strobe
internal import StrobeReflection
public import StrobeTree

extension History {
    /// The maximum number of replayed entries before the current result is returned.
    private static var reductionLimit: Int { 200_000_000 }

    /// Finds the shortest part of the log that still makes a condition true, and creates a branch of it.
    ///
    /// The condition must hold of the state that the kept entries lead to. Entries are left out in ever smaller pieces
    /// until no single remaining one can be; another selection may be equally good. A state that was set is an entry
    /// like any other. Effects do not run: what they dispatched is in the log.
    ///
    ///     let least = try await history.minimize(Condition(parsing: "/cart/total < 0"))
    ///     print(least.kept)  // [12, 40, 41]
    ///
    /// - Parameters:
    ///   - condition: The condition. Its facts of the entry are those of the last one.
    ///   - from: The first entry that may be left out; by default, the first of the log.
    ///   - to: The last entry; by default, the first one after which the condition holds.
    ///   - label: The label of an action, for conditions that use it.
    ///   - form: Its JSON form, for labels that omit something.
    /// - Throws: `neverHolds` if it does not hold after `to`, or nowhere, `noSuchSeq`, `seqEvicted`, `notReplayable`,
    ///   `tooManyBranches`, `cancelled` or `ended`.
    /// - Complexity: O(*k* log *n*) replays for *k* entries needed of *n*, a few milliseconds at a time; at most
    ///   200,000,000 reductions, and then `isMinimal` is false.
    public func minimize(
        _ condition: Condition, from: Int? = nil, to: Int? = nil,
        label: @escaping @Sendable (Action) -> String = { String(describing: $0) },
        form: @escaping @Sendable (Action) -> Value? = { _ in nil },
        reason: @escaping @Sendable (String) -> String = { $0 }
    ) async throws(HistoryError) -> Minimized<Action> {
        let (last, base) = (seq, baseSeq)
        let (from, end) = (from ?? base + 1, to ?? last)
        guard end <= last else { throw .noSuchSeq(end, last: last, first: base + 1) }
        guard from > base else { throw .entryEvicted(from, first: base + 1) }
        guard from <= end + 1 else {
            throw .invalidEdit("The range begins at \(from) and ends at \(end); it must begin with the lower seq.")
        }
        let redaction = redaction
        let facts: @Sendable (Int?) -> EntryFacts = { [self] seq in
            guard condition.needsFacts, let seq, let entry = try? entry(seq) else { return EntryFacts(seq: seq) }
            return ActionWords(label: label, form: form, reason: reason).facts(of: entry, seq)
        }
        return try await minimize(
            over: from..<end + 1, endsEarly: to == nil, needsBefore: condition.needsBefore
        ) { spot, meter throws(HistoryError) in
            do throws(TreeError) {
                return try condition.answer(
                    after: Node(spot.state, redaction: redaction),
                    before: spot.before.map { Node($0, redaction: redaction) }, facts: facts(spot.seq), meter: meter)
            } catch {
                throw .noAnswer(error, at: spot.seq)
            }
        }
    }

    /// The same for any condition, over a checked range.
    private func minimize(
        over range: Range<Int>, endsEarly: Bool, needsBefore: Bool,
        holds: @escaping Minimizer<State>.Test
    ) async throws(HistoryError) -> Minimized<Action> {
        let first = try await state(at: range.lowerBound - 1)
        let start = Minimizer(
            range, on: first.state, needsBefore: needsBefore, endsEarly: endsEarly, limit: Self.reductionLimit,
            holds: holds)
        let result = try await sliced(start) { replica, minimizer, slice throws(HistoryError) in
            try replica.minimize(&minimizer, slice) ? minimizer.result : nil
        }
        let skipped = Self.gaps(in: result.range, around: result.kept)
        let branch = try await makeBranch(
            BranchOrder(
                edits: skipped.map { .skip($0) }, from: result.range.lowerBound, to: result.range.upperBound - 1,
                name: nil))
        return Minimized(branch: branch, kept: result.kept, tests: result.tests, isMinimal: result.isMinimal)
    }

    /// The parts of a range between some of its numbers.
    private static func gaps(in range: Range<Int>, around kept: [Int]) -> [ClosedRange<Int>] {
        var gaps: [ClosedRange<Int>] = []
        var next = range.lowerBound
        for seq in kept + [range.upperBound] {
            if next < seq { gaps.append(next...seq - 1) }
            next = seq + 1
        }
        return gaps
    }
}
