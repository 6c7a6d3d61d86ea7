import LineEditing
import StrobeProtocol
import StrobeTree

extension Session {
    /// Stands at a seq of the store in use without a word; `nil` is the present.
    func stand(at seq: Int?) {
        standing.go(to: seq)
    }

    /// Goes to a place and tells what is different there, and which action led to it.
    func go(to place: SeqArgument) async throws {
        let store = try store()
        let here = standing.position
        let history = try await history()
        let goal = try place.resolved(from: here, in: history)
        let answer = try await answer(
            StateDiff(
                store: store, from: here.map { .seq($0) } ?? .seq(history.upperBound),
                to: place == .live ? .live : .seq(goal)))
        let entry = goal > 0 ? try? await self.answer(LogGet(store: store, seq: goal)).result.entry : nil
        let notation = await notation()
        // Only now: what failed has not moved anything.
        standing.go(to: place == .live ? nil : goal)
        show(answer) { result in
            var header = StyledText(place == .live ? "live @\(result.to)" : "@\(goal)", .strong)
            header += "  "
            header +=
                entry.map { LiteralHighlighting.styled($0.label) }
                ?? StyledText(goal == 0 ? "initial state" : "", .dim)
            let moved = result.from == result.to ? "here already" : nil
            header.append(
                moved.map { "  \($0)" }
                    ?? "  \(NumberText.counted(result.changes.count, "change")) from @\(result.from)", .dim)
            let lines = [header.fitted(to: layout.width)]
            guard !result.changes.isEmpty else { return lines }
            return lines + ChangeRendering(layout: layout, notation: notation).lines(result.changes)
        }
    }
}
