import InspectorCore
import LineEditing
import StrobeRecording

/// The final output of `strobe import` and `strobe export`.
enum ExchangeRendering {
    static func imported(_ reader: RecordingReader, path: String, width: Int) -> [StyledText] {
        let store = reader.stores.first
        let count = store?.transitions ?? 0
        var text = "\(path): \(NumberText.counted(count, "transition"))"
        let known = store.map { store in
            store.transitions == 0 || reader.isKnown(store.lastSeq, of: store.id)
        }
        text += known == true ? "" : ", without the states after them: the export has actions only"
        return StyledText("\(text). `strobe open \(path)` opens it.").wrapped(to: width) + damage(reader, width)
    }

    static func exported(
        _ reader: RecordingReader, _ shape: DevToolsShape, path: String, width: Int
    ) -> [StyledText] {
        let what =
            shape == .lifted ? "the lifted state, with the state after each action" : "the actions and the first state"
        return StyledText("\(path): \(what).").wrapped(to: width) + damage(reader, width)
    }

    private static func damage(_ reader: RecordingReader, _ width: Int) -> [StyledText] {
        let lost = reader.damage.reduce(0) { $0 + $1.lostBytes }
        guard lost > 0 else { return [] }
        return StyledText("\(NumberText.bytes(lost)) of the recording are damaged and were skipped.", .changed)
            .wrapped(to: width)
    }
}
