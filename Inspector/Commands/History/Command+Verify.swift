import LineEditing
import StrobeProtocol

extension Command {
    static let verify = Command(
        name: "verify", group: .time, arguments: "[FROM..TO|N|all]",
        summary: "check that replay reaches the states of the store",
        details: [
            "Default: compare the live state with the replayed one. With a range, every transition in it is replayed",
            "several times from the same state; if it ends with the last one, the live state is compared as well.",
            "For a difference it finds the first transition, the path, and whether the reducer is not pure, something",
            "wrote to the state without an action, or elements have another order. The store is then no longer replayed.",
        ], limit: 1
    ) { invocation, session in
        let range = try await session.range(toVerify: invocation.argument)
        let store = try await session.store()
        let answer = try await session.answer(HistoryVerify(store: store, from: range.from, to: range.to))
        let isTold = await session.note(verified: answer.result.divergence, of: store)
        let notation = await session.notation()
        session.show(answer) { result in
            VerifyRendering(layout: session.layout, notation: notation, store: store, isTold: isTold).lines(result)
        }
    }

    static let replay = Command(
        name: "replay", group: .time, arguments: "on|off",
        summary: "turn replay on or off for this store",
        details: [
            "After a divergence, `replay on` starts again from the current state. Needs control",
            "access.",
        ], limit: 1, completion: [.onOff]
    ) { invocation, session in
        let isOn: Bool
        switch invocation.argument {
        case "on": isOn = true
        case "off": isOn = false
        default:
            throw InspectorError(.usage, "`replay` takes `on` or `off`. Usage: \(invocation.command.usage)")
        }
        let store = try await session.store()
        let answer = try await session.answer(HistoryReplay(store: store, on: isOn))
        await session.noteReplaying(answer.result.replay, of: store)
        session.show(answer) { result in
            let mode = result.replay ? "replayed" : "retained while a client is attached"
            return [
                StyledText("replay \(result.replay ? "on" : "off")", .strong)
                    + StyledText("  states are \(mode); known from @\(result.firstSeq)", .dim)
            ]
        }
    }
}
