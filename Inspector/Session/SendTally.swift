import LineEditing
import StrobeProtocol

/// What came of actions that were sent.
struct SendTally: Sendable, Hashable {
    var sent = 0
    var changed = 0
    var rejected = 0
    /// How many the gate holds.
    var held = 0

    mutating func add(_ result: ActionDispatch.Result) {
        sent += 1
        if result.held != nil {
            held += 1
        } else if result.error != nil {
            rejected += 1
        } else if result.changed == true {
            changed += 1
        }
    }

    /// What came since an earlier time.
    func since(_ earlier: SendTally) -> SendTally {
        SendTally(
            sent: sent - earlier.sent, changed: changed - earlier.changed, rejected: rejected - earlier.rejected,
            held: held - earlier.held)
    }

    /// `1,000 actions sent: 998 changed the state, 2 rejected`.
    ///
    /// - Parameter total: How many were to be sent, where that is known.
    func text(of total: Int? = nil) -> StyledText {
        let all = max(total ?? sent, sent)
        let count = all == sent ? "" : "\(NumberText.grouped(sent)) of "
        var text = StyledText("\(count)\(NumberText.counted(all, "action")) sent", .strong)
        var parts = [StyledText("\(NumberText.grouped(changed)) changed the state", .dim)]
        if rejected > 0 { parts.append(StyledText("\(NumberText.grouped(rejected)) rejected", .failure)) }
        if held > 0 { parts.append(StyledText("\(NumberText.grouped(held)) held at the gate", .changed)) }
        text.append(": ", .dim)
        return text + parts.joined(separator: StyledText(", ", .dim))
    }
}

/// What a loop of many rounds did, told at its end in place of its answers.
struct LoopSum {
    /// How many rounds were run.
    var rounds = 0
    private let isWanted: Bool
    private let start = ContinuousClock.now
    private let before: SendTally

    /// - Parameter tally: What came so far of all that was sent.
    init(_ tally: SendTally, isWanted: Bool) {
        self.isWanted = isWanted
        before = tally
    }

    /// What is printed of it.
    ///
    /// - Parameter isForced: Whether it is printed where the answers were as well.
    func text(_ name: String, _ tally: SendTally, isForced: Bool = false) -> StyledText? {
        guard isWanted || isForced else { return nil }
        let sum = tally.since(before)
        var line = StyledText("\(name)  \(NumberText.counted(rounds, "round"))  ", .strong)
        if sum.sent > 0 { line += sum.text() + "  " }
        line.append("in \(DurationArgument.text(start.duration(to: .now)))", .dim)
        return line
    }
}

extension Session {
    /// Counts an action that was sent.
    func count(_ result: ActionDispatch.Result) {
        sent.tally.add(result)
    }
}
