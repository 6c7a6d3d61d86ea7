import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let watch = Command(
        name: "watch", aliases: ["w"], group: .session, arguments: "[PATH]",
        summary: "print actions as they happen, or only changes at a path",
        details: [
            "Actions and changes of the current store are printed above the line being typed; summed up when",
            "there are many. `unwatch` ends it.",
        ], limit: 1, completion: [.path], names: { try $0.namedPaths() }
    ) { invocation, context in
        let path = try invocation.path()
        let answer = try await context.watch(path)
        var isThere = true
        if let path { isThere = try await context.isThere(path) }
        context.show(answer) { result in
            let what = path.map { StyledText($0.swiftStyle, .strong) } ?? "actions and changes"
            return [
                StyledText("watching ", .dim) + what + StyledText(result.seq.map { " from @\($0)" } ?? "", .dim)
                    + StyledText(isThere ? "" : "; there is nothing at it now", .dim)
            ]
        }
    }

    static let unwatch = Command(
        name: "unwatch", group: .session, arguments: "[PATH]", summary: "stop watching everything, or one path",
        limit: 1, completion: [.watched]
    ) { invocation, context in
        try await context.unwatch(try invocation.path(), all: invocation.argument == nil)
    }
}
