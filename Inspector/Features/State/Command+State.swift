import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    /// The options of the commands that show a state in pages.
    private static let paging: [Option] = [
        Option(
            name: "at", value: "SEQ", summary: "the state after that transition; 0 is the initial one", completion: .seq
        ),
        Option(name: "depth", value: "N", summary: "the number of levels"),
        Option(name: "start", value: "N", summary: "the first element, from 0"),
        Option(name: "count", value: "N", summary: "the number of elements"),
    ]

    static let state = Command(
        name: "state", aliases: ["p"], group: .look, arguments: "[PATH]",
        summary: "show the state, or the part at a path",
        details: [
            "Long collections are shown in pages; the last line says how to continue. At a past position (`goto`), the",
            "past state is shown. While a reducer is suspended, the first line says so: the state shown is the one",
            "before its action.",
        ], options: paging, limit: 1, completion: [.path]
    ) { invocation, context in
        let page = try await TreePage(invocation, depth: 4, count: 20, context: context)
        let answer = try await context.answer(page.request)
        let remark = await context.pendingRemark(at: page.request.at, seq: answer.result.seq)
        context.show(answer) { result in
            var rendering = StateRendering(
                layout: context.layout, command: page.continuation("state"), start: page.start)
            rendering.remark = remark
            return rendering.render(result.node, seq: result.seq)
        }
    }

    static let tree = Command(
        name: "tree", aliases: ["t"], group: .look, arguments: "[PATH]",
        summary: "show names, types and sizes as an outline", options: paging, limit: 1, completion: [.path]
    ) { invocation, context in
        let page = try await TreePage(invocation, depth: 3, count: 20, context: context)
        let answer = try await context.answer(page.request)
        context.show(answer) { result in
            OutlineRendering(layout: context.layout, command: page.continuation("tree"), start: page.start)
                .lines(result.node, seq: result.seq)
        }
    }

    static let get = Command(
        name: "get", aliases: ["g"], group: .look, arguments: "[PATH]",
        summary: "print the state, or the part at a path, as plain JSON", options: Array(paging.prefix(1)), limit: 1,
        completion: [.path]
    ) { invocation, context in
        let answer = try await context.answer(
            StateGet(
                store: try await context.store(), path: try invocation.path(), at: try await context.at(invocation)))
        context.show(answer) { result in
            JSON.text(result.value, style: .pretty).split(separator: "\n", omittingEmptySubsequences: false)
                .map { StyledText(String($0)) }
        }
    }
}

/// The page of a state tree that a command requests.
private struct TreePage {
    let request: StateTree
    let start: Int
    private let options: String

    init(_ invocation: Invocation, depth: Int, count: Int, context: CommandContext) async throws {
        let path = try invocation.path()
        start = try invocation.number("start") ?? 0
        request = StateTree(
            store: try await context.store(), path: path, at: try await context.at(invocation),
            depth: try invocation.number("depth") ?? depth, start: start,
            count: try invocation.number("count") ?? count)
        options = ["at", "depth", "count"].compactMap { name in
            invocation.value(name).map { " --\(name) \($0)" }
        }.joined()
    }

    /// The command that shows the next page, without path and start.
    func continuation(_ name: String) -> String {
        name + options
    }
}
