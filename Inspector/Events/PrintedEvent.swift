import LineEditing
import StrobeProtocol

/// Something that happened, and how it is printed.
protocol PrintedEvent: Sendable {
    /// The one transition that it tells of, if it is one.
    var transition: (store: String, seq: Int)? { get }

    /// What is printed of it alone.
    func lines(_ rendering: EventRendering) -> [StyledText]

    /// Counts it among many.
    func sumUp(in summary: inout EventSummary)
}

extension PrintedEvent {
    var transition: (store: String, seq: Int)? { nil }

    func sumUp(in summary: inout EventSummary) { summary.keep(self) }
}

/// A text that says itself what happened.
struct RemarkEvent: PrintedEvent {
    let text: StyledText

    func lines(_ rendering: EventRendering) -> [StyledText] { [text] }
}

/// How events are printed.
struct EventRendering {
    var layout: Layout
    /// The store in use, whose name need not be said.
    var current: String?
    /// How the values of a store are written.
    var notation: (String) -> Notation

    /// The name of a store in front of what happened there.
    func name(of store: String) -> StyledText {
        store == current ? StyledText() : StyledText(store + " ", .store)
    }

    /// The room behind that name.
    func layout(behind prefix: StyledText) -> Layout {
        var narrow = layout
        narrow.width -= prefix.width
        return narrow
    }
}
