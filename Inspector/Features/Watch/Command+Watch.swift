import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let watch = Command(
        name: "watch", aliases: ["w"], group: .session, arguments: "[STORE] [PATH]",
        summary: "print actions as they happen, or only changes at a path",
        details: [
            "Actions and changes of the current store, or of STORE, are printed above the line being typed; if there",
            "are many, as a summary. With --all, those of all stores. `unwatch` ends it.",
        ], options: [Option(name: "all", summary: "all stores, also those that are added later")], limit: 2,
        completion: [.storeOrPath, .path], names: { $0.arguments.count == 1 ? try $0.namedPaths(onlyMarked: true) : [] }
    ) { invocation, context in
        guard !invocation.has("all") else {
            if let word = invocation.argument {
                throw InspectorError(.usage, "`--all` watches all stores as a whole; remove `\(word)` or `--all`.")
            }
            return try await context.watchEverything()
        }
        let (store, path) = try await context.watched(invocation)
        if let path, invocation.arguments.count > 1 { try await context.check([.path(path)], in: store) }
        let answer = try await context.watch(store, path)
        let isThere = if let path { await context.isThere(path, in: store) } else { true }
        let place = path.map { StyledText($0.swiftStyle, .strong) } ?? "actions and changes"
        let owner =
            store == context.location.store ? StyledText() : StyledText(" of ", .dim) + StyledText(store, .store)
        context.show(answer) { result in
            let seq = result.seq.map { " from @\($0)" } ?? ""
            return [
                StyledText("watching ", .dim) + place + owner
                    + StyledText(seq + (isThere ? "" : "; there is nothing at it now"), .dim)
            ]
        }
    }

    static let unwatch = Command(
        name: "unwatch", group: .session, arguments: "[STORE] [PATH]",
        summary: "stop watching everything, or one store or path", limit: 2, completion: [.watched]
    ) { invocation, context in
        try await context.unwatch(invocation)
    }
}
