import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let watch = Command(
        name: "watch", aliases: ["w"], group: .session, arguments: "[PATH]",
        summary: "print what happens from now on, or only changes at a path",
        details: [
            "Actions and changes of the store in use are printed above the line that is typed; summed up when",
            "there are many. `unwatch` ends it.",
        ], limit: 1, completion: [.path]
    ) { invocation, session in
        let path = try invocation.path()
        let answer = try await session.watch(path)
        var isThere = true
        if let path { isThere = try await session.isThere(path) }
        session.show(answer) { result in
            let what = path.map { StyledText($0.swiftStyle, .strong) } ?? "actions and changes"
            return [
                StyledText("watching ", .dim) + what + StyledText(result.seq.map { " from @\($0)" } ?? "", .dim)
                    + StyledText(isThere ? "" : "; there is nothing at present", .dim)
            ]
        }
    }

    static let unwatch = Command(
        name: "unwatch", group: .session, arguments: "[PATH]", summary: "end watching: all of it, or one path",
        limit: 1, completion: [.watched]
    ) { invocation, session in
        try await session.unwatch(try invocation.path(), all: invocation.argument == nil)
    }

    static let wait = Command(
        name: "wait", group: .session, arguments: "[stopped] [SECONDS]",
        summary: "wait for an action, or for the gate to stop, at most 10 seconds or SECONDS",
        details: [
            "Any action after the last one that was sent here (without one: from now on), or the first that fits",
            "GLOB. For scripts: send .load, then wait --action '.loaded*'. Fails when none comes in time.",
            "`wait stopped` waits until the gate has stopped since it was moved from here last.",
        ],
        options: [Option(name: "action", value: "GLOB", summary: "only an action whose text fits: `.loaded*`")],
        limit: 2
    ) { invocation, session in
        var seconds = 10.0
        let isForStop = invocation.argument == "stopped"
        let times = invocation.arguments.dropFirst(isForStop ? 1 : 0)
        if let extra = times.dropFirst().first {
            throw InspectorError(.usage, "`\(extra)` is one argument too many. Usage: \(invocation.command.usage)")
        }
        if let text = times.first {
            guard let given = Double(text), given > 0, given <= 86_400 else {
                throw InspectorError(.usage, "`wait` takes a number of seconds up to 86400, not `\(text)`.")
            }
            seconds = given
        }
        if isForStop {
            guard !invocation.has("action") else {
                throw InspectorError(.usage, "`--action` and `stopped` do not go together.")
            }
            let notation = await session.notation()
            let (answer, stop) = try await session.waitForStop(for: .seconds(seconds))
            session.show(answer) { gate in
                stop.map { StopRendering(layout: session.layout, notation: notation).lines($0, seq: gate.seq) } ?? []
            }
            return
        }
        let answer = try await session.waitForEntry(matching: invocation.value("action"), for: .seconds(seconds))
        session.show(answer) { LogRendering(layout: session.layout).lines($0.entries) }
    }
}
