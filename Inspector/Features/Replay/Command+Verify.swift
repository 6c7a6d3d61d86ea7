import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol

extension Command {
    static let verify = Command(
        name: "verify", group: .time, arguments: "[FROM..TO|N|all]",
        summary: "check that replay reaches the states of the store",
        details: [
            "Default: compare the live state with the replayed one. With a range, every transition in it is replayed",
            "several times from the same state; if it ends with the last one, the live state is compared as well. If",
            "there is a difference, it shows the first transition, the path and the cause: the reducer is not pure,",
            "something wrote to the state without an action, or elements have another order. The store is then no",
            "longer replayed.",
        ], limit: 1
    ) { invocation, context in
        let range = try await context.range(toVerify: invocation.argument)
        let store = try await context.store()
        let answer = try await context.answer(HistoryVerify(store: store, from: range.from, to: range.to))
        let isReported = await context.session.note(verified: answer.result.divergence, of: store)
        let notation = await context.notation()
        context.show(answer) { result in
            VerifyRendering(layout: context.layout, notation: notation, store: store, isReported: isReported).lines(
                result)
        }
    }

    static let replay = Command(
        name: "replay", group: .time, arguments: "on|off",
        summary: "turn replay on or off for this store",
        details: [
            "After a divergence, `replay on` starts again from the current state. Needs control",
            "access.",
        ], limit: 1, completion: [.word(["on", "off"])], isNeededAgain: true
    ) { invocation, context in
        let isOn: Bool
        switch invocation.argument {
        case "on": isOn = true
        case "off": isOn = false
        default:
            throw InspectorError(.usage, "`replay` takes `on` or `off`. Usage: \(invocation.command.usage)")
        }
        let store = try await context.store()
        let answer = try await context.answer(HistoryReplay(store: store, on: isOn))
        await context.session.noteReplaying(answer.result.replay, of: store)
        context.show(answer) { result in
            let mode = result.replay ? "replayed" : "retained while a client is attached"
            return [
                StyledText("replay \(result.replay ? "on" : "off")", .strong)
                    + StyledText("  states are \(mode); known from @\(result.firstSeq)", .dim)
            ]
        }
    }
}

extension CommandContext {
    /// The range of transitions given to `verify`; empty if only the live state is verified.
    fileprivate func range(toVerify text: String?) async throws -> (from: Int?, to: Int?) {
        guard let text else { return (nil, nil) }
        if text == "all" { return (nil, try await history().upperBound) }
        switch try await range(text) {
        case .newest(let count):
            let last = try await history().upperBound
            return (max(last - count, 0) + 1, nil)
        case .between(let from, let to): return (from.map { max($0, 1) }, to)
        }
    }
}
