import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders running effects as a table.
struct EffectRendering {
    var layout = Layout()
    /// The current time, in microseconds since 1970-01-01T00:00:00Z.
    var now = TimeText.now()

    /// The lines for an answer.
    func lines(_ list: EffectList.Result) -> [StyledText] {
        guard !list.effects.isEmpty else { return [StyledText("no effects are running", .dim)] }
        var table = Table(.right, .left, .left, .left, .right, .left)
        for effect in list.effects {
            // An effect without a value is labelled with its name, which already has a column.
            let label = effect.label == effect.name ? StyledText() : LiteralHighlighting.styled(effect.label)
            table.add(
                StyledText(String(effect.id), .strong), StyledText(effect.name, .enumCase),
                StyledText(effect.phase, effect.phase == "running" ? .plain : .changed),
                StyledText(effect.cause.map { "of \($0)" } ?? "", .dim),
                Slowness.styled(wait: max(now - effect.since, 0)), label)
        }
        let more = list.more.map { [StyledText("… \(NumberText.grouped($0)) more", .dim)] } ?? []
        return table.lines(width: layout.width, flexible: 5) + more
    }

    /// The line for the result of cancelling an effect.
    ///
    /// - Parameter effect: The effect as it was listed; `nil` if it was not.
    static func cancelled(_ id: Int, _ effect: RunningEffectDescription?, wasRunning: Bool) -> StyledText {
        var line = StyledText(wasRunning ? "cancelled " : "no longer running: ", wasRunning ? .plain : .dim)
        line += StyledText(String(id), .strong)
        guard let effect else { return line }
        line += StyledText(" ") + StyledText(effect.name, .enumCase)
        if effect.label != effect.name { line += StyledText("  ") + LiteralHighlighting.styled(effect.label) }
        return line
    }
}
