import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    /// The options of the commands that show a state in pages.
    private static let paging: [Option] = [
        Option(
            name: "at", value: "SEQ", summary: "the state after that entry; 0 is the initial one", completion: .seq
        ),
        Option(name: "depth", value: "N", summary: "the number of levels"),
        Option(name: "start", value: "N", summary: "the first element, from 0"),
        Option(name: "count", value: "N", summary: "the number of elements"),
    ]

    static let state = Command(
        name: "state", aliases: ["s"], group: .look, arguments: "[PATH]",
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
        let mark = context.note(page.result(answer.result.seq))
        context.continueOnEnter(page.next("state", answer.result.node))
        context.show(answer) { result in
            var rendering = StateRendering(
                layout: context.layout, command: page.continuation("state"), start: page.start)
            rendering.remark = remark
            return context.marked(rendering.render(result.node, seq: result.seq), mark)
        }
    }

    static let print = Command(
        name: "print", aliases: ["p", "swift"], group: .look, arguments: "[PATH]",
        summary: "print the state, or the part at a path, as a Swift literal",
        details: ["Omitted parts of a long value become a comment that says how to print them."],
        options: paging + [Option(name: "all", summary: "omit nothing")], limit: 1, completion: [.path]
    ) { invocation, context in
        let isAll = invocation.has("all")
        let page = try await TreePage(
            invocation, depth: isAll ? 100 : 5, count: isAll ? 1_000_000 : 20, context: context)
        let answer = try await context.answer(page.request)
        let mark = context.note(page.result(answer.result.seq))
        context.continueOnEnter(page.next("print", answer.result.node))
        context.show(answer) { result in
            var layout = context.layout
            layout.isWhole = isAll
            var rendering = LiteralRendering(layout: layout, command: page.continuation("print"), start: page.start)
            // A comment, so that the whole stays Swift.
            return context.marked(rendering.render(result.node), mark, separator: "  //")
        }
    }

    static let table = Command(
        name: "table", group: .look, arguments: "[PATH [COLUMN...]]",
        summary: "show a collection as a table, one row for each element",
        details: [
            "The columns are the members of the elements: table .cart.items title price, or user.name for a member of",
            "a member. If no COLUMN is given, all that fit are shown.",
        ],
        options: Array(paging.prefix(1)) + Array(paging.suffix(2)) + [
            Option(name: "sort", value: "COLUMN", summary: "sort by a column"),
            Option(name: "desc", summary: "largest first"),
        ], limit: .max, completion: [.path, .nothing]
    ) { invocation, context in
        let sort = invocation.value("sort")
        let columns = Array(invocation.arguments.dropFirst())
        let levels = (columns + [sort ?? ""]).map { $0.split(separator: ".").count }.max() ?? 1
        let count = try invocation.number("count") ?? 20
        // The smallest one may be anywhere.
        let page = try await TreePage(
            invocation, depth: max(levels, 1) + 3, count: count, context: context, asks: sort == nil ? nil : 10_000)
        let answer = try await context.answer(page.request)
        guard [.array, .set, .dictionary].contains(answer.result.node.kind) else {
            let path = page.request.path?.swiftStyle ?? "The state"
            throw InspectorError(.failed, "\(path) is not a collection: `state` shows it.")
        }
        let mark = context.note(page.result(answer.result.seq))
        let names = (["table"] + invocation.arguments.map(Word.written)).joined(separator: " ")
        var rendering = TableRendering(
            layout: context.layout, columns: columns, sort: sort, isDescending: invocation.has("desc"),
            start: page.start)
        rendering.command = names + page.continuation("")
        if let sort { rendering.command += " --sort \(sort)\(rendering.isDescending ? " --desc" : "")" }
        if sort == nil { context.continueOnEnter(page.next(names, answer.result.node, isWhole: true)) }
        let lines = try rendering.lines(answer.result.node, count: count)
        context.show(answer) { _ in context.marked(lines, mark) }
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
        name: "get", aliases: ["g", "json"], group: .look, arguments: "[PATH]",
        summary: "print the state, or the part at a path, as plain JSON", options: Array(paging.prefix(1)), limit: 1,
        completion: [.path]
    ) { invocation, context in
        let store = try await context.store()
        let request = StateGet(store: store, path: try invocation.path(), at: try await context.at(invocation))
        let answer = try await context.answer(request)
        context.note(.value(store: store, path: request.path ?? .root, at: request.at, seq: answer.result.seq))
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
    private let store: String
    private let options: String

    /// - Parameter asks: The number of elements to request, if not those to show.
    init(
        _ invocation: Invocation, depth: Int, count: Int, context: CommandContext, asks: Int? = nil
    ) async throws {
        let path = try invocation.path()
        start = try invocation.number("start") ?? 0
        store = try await context.store()
        request = StateTree(
            store: store, path: path, at: try await context.at(invocation),
            depth: try invocation.number("depth") ?? depth, start: start,
            count: try asks ?? invocation.number("count") ?? count)
        options = ["at", "depth", "count"].compactMap { name in
            invocation.value(name).map { " --\(name) \($0)" }
        }.joined()
    }

    /// The result that the page shows a part of.
    func result(_ seq: Int) -> CommandResults.Result {
        .value(store: store, path: request.path ?? .root, at: request.at, seq: seq)
    }

    /// The command that shows the next page; `nil` if there is none.
    ///
    /// - Parameter isWhole: Whether the name is followed by the path already.
    func next(_ name: String, _ node: TreeNode, isWhole: Bool = false) -> String? {
        guard let more = node.more, more > 0 else { return nil }
        let path = isWhole || node.path.isRoot ? "" : " " + node.path.swiftStyle
        return "\(name)\(path)\(options) --start \(start + (node.children?.count ?? 0))"
    }

    /// The command that shows the next page, without path and start.
    func continuation(_ name: String) -> String {
        name + options
    }
}
