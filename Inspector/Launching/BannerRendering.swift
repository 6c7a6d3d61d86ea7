import InspectorCore
import LineEditing
import StrobeProtocol

/// The text printed when a session begins.
enum BannerRendering {
    /// The lines.
    static func lines(_ opened: Initialize.Result) -> [StyledText] {
        var first = StyledText(opened.process.name, .strong)
        first.append("  pid \(opened.process.pid)", .dim)
        first.append("  ")
        first.append(opened.access.words, opened.access == .control ? .added : .changed)
        return [first] + StoreRendering().lines(opened.stores, current: opened.stores.first?.id)
            + [StyledText("help explains, Tab completes, Ctrl-D quits", .dim)]
    }
}
