internal import StrobeReflection
internal import StrobeTree

extension Replica {
    /// How far a search got without reading entries as a whole.
    struct Skimmed {
        /// The next state to test.
        var next: Int
        /// The first or the last state for which the condition holds, if what else the entries changed fits.
        var hit: Int?
    }

    /// How many states are tested between two looks at the clock.
    private static var stride: Int { 16 }
    /// How many steps these tests may take.
    private static var steps: Int { 4_000_000 }
    /// A walk that ends after fewer entries than this was not worth its start.
    private static var worthwhile: Int { 64 }
    /// How many entries are read as a whole at most before another attempt.
    private static var longestPause: Int { 1_024 }

    /// Goes on with a search in a recorded log by what the entries changed at the paths of the condition alone.
    ///
    /// - Parameters:
    ///   - next: The first state to test.
    ///   - last: The last one.
    /// - Returns: `nil` if the next entry has to be read as a whole.
    func skim(_ walk: inout FindWalk<State>, from next: Int, through last: Int, _ slice: TimeSlice) -> Skimmed? {
        guard walk.maySkim, next >= walk.nextSkim, next <= last else { return nil }
        guard let skim = startSkim(of: walk, before: next) else {
            pause(&walk, at: next, after: 0)
            return nil
        }
        let (condition, isLast) = (walk.test.condition, walk.isLast)
        var (hit, fault): (Int?, Int?)
        var (visits, tests, meter, isOver) = (0, 0, WorkMeter(limit: Self.steps), false)
        let passed = skim.run(through: last) { seqs, state in
            visits += 1
            if visits % Self.stride == 0 {
                isOver = slice.isOver
                meter = WorkMeter(limit: Self.steps)
            }
            guard seqs.upperBound >= next else { return !isOver }
            let seqs = max(seqs.lowerBound, next)...seqs.upperBound
            do throws(TreeError) {
                let holds = try condition.answer(after: state, meter: meter)
                tests += holds && !isLast ? 0 : seqs.count
                if holds { hit = isLast ? seqs.upperBound : seqs.lowerBound }
                if holds, !isLast { return false }
                return !isOver
            } catch {
                fault = seqs.lowerBound
                return false
            }
        }
        walk.tests += tests
        walk.test.skim = (passed, skim)
        let reached = fault ?? max(next, passed + 1)
        if fault != nil || passed < last && !isOver && (hit == nil || isLast) {
            pause(&walk, at: reached, after: reached - next)
        }
        return Skimmed(next: reached, hit: hit)
    }

    /// The walk that goes on at an entry, or one from the state before it.
    private func startSkim(of walk: FindWalk<State>, before next: Int) -> (any LogSkim<State>)? {
        if let known = walk.test.skim, known.seq < next { return known.walk }
        guard let recorded, reduce != nil, next > checkpoints.first.seq else { return nil }
        let present = walk.pair.after.flatMap { $0.seq == next - 1 ? $0 : nil }
        let point = present ?? start(for: next - 1)
        return recorded.skim(walk.test.condition.condition.paths, from: point.state, at: point.seq)
    }

    /// Has some entries read as a whole, more of them each time.
    private func pause(_ walk: inout FindWalk<State>, at seq: Int, after passed: Int) {
        walk.test.skim = nil
        walk.pause = passed < Self.worthwhile ? min(walk.pause * 2, Self.longestPause) : 1
        walk.nextSkim = seq + walk.pause
    }
}
