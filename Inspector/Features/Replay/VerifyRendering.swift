import InspectorCore
import LineEditing
import StrobeProtocol

/// Renders the result of verifying a store.
struct VerifyRendering {
    var layout = Layout()
    var notation = Notation()
    var store = ""
    /// Whether the difference was printed before.
    var isReported = false

    func lines(_ result: HistoryVerify.Result) -> [StyledText] {
        guard let divergence = result.divergence else {
            let what =
                result.checked > 0
                ? "\(NumberText.counted(result.checked, "transition")), #\(result.from) to #\(result.seq)"
                : "there are no transitions yet"
            return [StyledText("✓ equal", .added) + StyledText("  \(what)", .dim)]
        }
        guard !isReported else {
            let place = divergence.path.map { " " + ChangeRendering.name(of: $0) } ?? ""
            return [
                (StyledText("✗ differs", .failure) + StyledText(" at #\(divergence.seq)\(place)", .strong)
                    + StyledText("  \(DivergenceRendering.cause(of: divergence.kind))")).fitted(to: layout.width)
            ]
        }
        return DivergenceRendering(layout: layout, notation: notation).lines(divergence, of: store)
    }
}
