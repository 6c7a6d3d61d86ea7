import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let expect = Command(
        name: "expect", aliases: ["assert"], group: .script, arguments: "CONDITION",
        summary: "fail unless a condition holds now",
        details: [
            "expect .cart.total == 30 && .session == .loaded; see `help conditions`. It is checked once, in the",
            "state at the current position; `wait CONDITION` waits until it holds. A failure shows the values.",
        ],
        options: [
            Option(name: "at", value: "SEQ", summary: "in the state after that entry", completion: .seq)
        ], limit: nil, completion: [.condition], tail: .condition, isExpectation: true,
        check: { invocation throws(InspectorError) in _ = try invocation.expectedCondition() },
        names: { invocation in
            try invocation.argument.map { [.condition(try invocation.condition(in: $0), $0)] } ?? []
        }
    ) { invocation, context in
        let condition = try invocation.expectedCondition()
        let place = try await context.at(invocation)
        try await context.expect(condition, written: invocation.argument ?? "", at: place)
    }

    static let expectDiff = Command(
        name: "expect-diff", aliases: ["assert-diff"], group: .script,
        arguments: "[FROM..TO] PATH...|nothing",
        summary: "fail unless exactly these parts of the state changed",
        details: [
            "Checks the changes of the last action that was sent or waited for, or else of the last in the log; or",
            "what differs between two states:",
            "  expect-diff .cart.total .cart.items         both changed, and nothing else",
            "  expect-diff .cart.total = 30, .cart.items   the total became 30",
            "  expect-diff .n 1 -> 2                       it was 1 and became 2",
            "  expect-diff 3..9 .session                   from state 3 to state 9; names of `mark` also work",
            "  expect-diff nothing                         nothing changed",
            "A path includes everything below it. With --among, other parts may have changed as well.",
        ],
        options: [Option(name: "among", summary: "other parts may have changed as well")], limit: nil,
        completion: [.path], isExpectation: true,
        check: { invocation throws(InspectorError) in _ = try invocation.words(ExpectedDiff.self) },
        names: { try $0.words(ExpectedDiff.self).parts.map { .path($0.path) } }
    ) { invocation, context in
        try await context.expect(try invocation.words())
    }
}

extension Invocation {
    /// Parses the line as a condition.
    func expectedCondition() throws(InspectorError) -> Condition {
        guard let text = argument else {
            throw InspectorError(
                .usage, "`\(command.name)` needs a condition such as .cart.total == 30. Usage: \(command.usage)")
        }
        return try condition(in: text)
    }
}

extension CommandContext {
    /// Checks a condition at a position, by default the live state; if it does not hold, fails with the values found.
    fileprivate func expect(_ condition: Condition, written text: String, at place: Position?) async throws {
        let store = try await store()
        let seq: Int
        switch place {
        case .seq(let given): seq = given
        case .branch:
            throw InspectorError(.usage, "`expect` checks states of the log, not of a branch.")
        case .live, nil: seq = try await answer(StoreDescribe(store: store)).result.seq
        }
        let answer = try await answer(HistoryFind(store: store, condition: text, from: seq, to: seq))
        guard answer.result.seq == nil else {
            let line = StyledText("✓ ", .added) + LiteralHighlighting.styled(text)
            show(["expect": .string(text), "holds": true, "seq": .int(Int64(seq))], [line.fitted(to: layout.width)])
            return
        }
        let findings = await findings(of: condition, in: store, at: seq)
        throw InspectorError(expected: text, "does not hold at @\(seq)", findings)
    }
}

extension InspectorError {
    /// An expectation that failed.
    init(expected text: String, _ what: String, _ findings: [FoundValue]) {
        let width = findings.map(\.name.count).max() ?? 0
        let got = findings.map { finding in
            finding.name + String(repeating: " ", count: width - finding.name.count) + "  " + finding.text
        }
        let labels = (["got"] + Array(repeating: "", count: max(got.count - 1, 0))).map { label in
            label + String(repeating: " ", count: 8 - label.count)
        }
        self.init(
            .failed, "The expectation \(what).",
            details: ["expected  \(text)"] + zip(labels, got).map { "\($0)  \($1)" })
        data = [
            "expected": .string(text),
            "got": .array(findings.map { ["name": .string($0.name), "text": .string($0.text)] }),
        ]
    }
}
