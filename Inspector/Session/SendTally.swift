import InspectorCore
import LineEditing
import StrobeProtocol

/// Counts the results of sent actions.
struct SendTally: Sendable, Hashable {
    var sent = 0
    var changed = 0
    var rejected = 0
    /// The number of actions that the gate holds.
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

    /// The difference to an earlier tally.
    func since(_ earlier: SendTally) -> SendTally {
        SendTally(
            sent: sent - earlier.sent, changed: changed - earlier.changed, rejected: rejected - earlier.rejected,
            held: held - earlier.held)
    }

    /// `1,000 actions sent: 998 changed the state, 2 rejected`.
    ///
    /// - Parameter total: The number of actions to send, if known.
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

/// The summary of a loop, printed at its end instead of its answers.
struct LoopSum {
    /// The number of rounds run.
    var rounds = 0
    private let isWanted: Bool
    private let start = ContinuousClock.now
    private let before: SendTally

    /// - Parameter tally: The tally of the session before the loop.
    init(_ tally: SendTally, isWanted: Bool) {
        self.isWanted = isWanted
        before = tally
    }

    /// The text of the summary.
    ///
    /// - Parameter isForced: Whether it is printed even if the answers were printed.
    func text(_ name: String, _ tally: SendTally, isForced: Bool = false) -> StyledText? {
        guard isWanted || isForced else { return nil }
        let sum = tally.since(before)
        var line = StyledText("\(name)  \(NumberText.counted(rounds, "round"))  ", .strong)
        if sum.sent > 0 { line += sum.text() + "  " }
        line.append("in \(DurationArgument.text(start.duration(to: .now)))", .dim)
        return line
    }
}
