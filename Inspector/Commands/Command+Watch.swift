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
        name: "wait", group: .session, arguments: "[SECONDS]",
        summary: "wait for an action, at most 10 seconds or SECONDS",
        details: [
            "Any action after the last one that was sent here (without one: from now on), or the first that fits",
            "GLOB. For scripts: send .load, then wait --action '.loaded*'. Fails when none comes in time.",
        ],
        options: [Option(name: "action", value: "GLOB", summary: "only an action whose text fits: `.loaded*`")],
        limit: 1
    ) { invocation, session in
        var seconds = 10.0
        if let text = invocation.argument {
            guard let given = Double(text), given > 0, given <= 86_400 else {
                throw InspectorError(.usage, "`wait` takes a number of seconds up to 86400, not `\(text)`.")
            }
            seconds = given
        }
        let answer = try await session.waitForEntry(matching: invocation.value("action"), for: .seconds(seconds))
        session.show(answer) { LogRendering(layout: session.layout).lines($0.entries) }
    }
}
