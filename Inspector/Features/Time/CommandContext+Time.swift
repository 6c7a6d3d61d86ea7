import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Moves to the live state of the current store without output.
    func goLive() async {
        await move { $0.go(to: nil) }
    }

    /// Moves to a position and shows the differences and the action that led to it.
    func go(to place: SeqArgument) async throws {
        let store = try await store()
        let here = location.at
        let last = try await history().upperBound
        let goal = try await exactPoint(place)
        let answer = try await answer(StateDiff(store: store, from: here ?? .seq(last), to: goal ?? .live))
        let entry = await entry(at: goal ?? .seq(last))
        let notation = await notation()
        // Moved only now: an error above leaves the position as it was.
        await move { $0.go(to: goal) }
        show(answer) { result in
            var header = StyledText((goal == nil ? "live " : "") + PlaceText.of(goal, result.to), .strong)
            header += "  "
            header +=
                entry.map { LiteralHighlighting.styled($0.label) }
                ?? StyledText(Self.beginning(goal, result.to), .dim)
            let from = PlaceText.of(here, result.from)
            let moved = from == PlaceText.of(goal, result.to) ? "here already" : nil
            let tail = moved ?? "\(NumberText.counted(result.changes.count, "change")) from \(from)"
            let lines = [header.fitted(to: layout.width, keeping: StyledText("  \(tail)", .dim))]
            guard !result.changes.isEmpty else { return lines }
            return lines + ChangeRendering(layout: layout, notation: notation).lines(result.changes)
        }
    }

    /// The name of a position that no entry led to.
    private static func beginning(_ place: Position?, _ seq: Int) -> String {
        if case .branch? = place { return "where the branch leaves the log" }
        return seq == 0 ? "initial state" : "the state that the log begins with"
    }
}
