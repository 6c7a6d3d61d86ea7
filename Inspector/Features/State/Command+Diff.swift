import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let diff = Command(
        name: "diff", aliases: ["d"], group: .look, arguments: "[A [B]] [PATH]",
        summary: "show the differences between two states",
        details: [
            "A and B are seqs, `live`, `first`, `last`, names that `mark` gave, -1, +1 from the current position, or",
            "branches: `branch:2` is the end of one, `branch:2@17` its entry 17. If B is absent, A is compared with",
            "the current position, or with --at. If both are absent, a past position is compared with the live state;",
            "at the live state, the changes of the last action are shown.",
        ],
        options: [
            Option(name: "at", value: "SEQ", summary: "use this as the current position", completion: .seq)
        ], limit: 3, completion: [.seq, .seq, .path], names: { try $0.namedPaths(onlyMarked: true) }
    ) { invocation, context in
        let range = try await DiffRange(invocation, context: context)
        let answer = try await context.answer(
            StateDiff(store: try await context.store(), from: range.from, to: range.to, path: range.path))
        let notation = await context.notation()
        context.show(answer) { result in
            let header =
                StyledText("\(PlaceText.of(range.from, result.from)) → \(PlaceText.of(range.to, result.to))", .strong)
                + StyledText(
                    "  "
                        + (result.incomplete.map(ChangeRendering.text(of:))
                            ?? NumberText.counted(result.changes.count, "change")),
                    .dim)
            guard !result.changes.isEmpty else { return [header] }
            return [header] + ChangeRendering(layout: context.layout, notation: notation).lines(result.changes)
        }
    }
}

/// The two compared states and the compared part.
private struct DiffRange {
    var from: Position
    var to: Position
    var path: Path?

    init(_ invocation: Invocation, context: CommandContext) async throws {
        var arguments = invocation.arguments[...]
        var places: [Position] = []
        while places.count < 2, let word = arguments.first, let argument = try await context.placeIfAny(word) {
            places.append(try await context.point(argument) ?? .live)
            arguments.removeFirst()
        }
        if let text = arguments.popFirst() { path = try invocation.path(in: text) }
        if let extra = arguments.first {
            throw InspectorError(.usage, "`\(extra)` is one argument too many. Usage: \(Command.diff.usage)")
        }
        let here = try await context.at(invocation)
        switch places.count {
        case 2: (from, to) = (places[0], places[1])
        case 1: (from, to) = (places[0], here ?? .live)
        default:
            if let here {
                (from, to) = (here, .live)
            } else {
                let history = try await context.history()
                (from, to) = (.seq(max(history.upperBound - 1, history.lowerBound)), .seq(history.upperBound))
            }
        }
    }
}
