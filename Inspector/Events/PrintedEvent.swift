import LineEditing
import StrobeProtocol

/// An event, and how to print it.
protocol PrintedEvent: Sendable {
    /// The transition that it reports, if it reports exactly one.
    var transition: (store: String, seq: Int)? { get }

    /// The lines printed for it alone.
    func lines(_ rendering: EventRendering) -> [StyledText]

    /// The lines printed for it below another event; the same unless it continues that one.
    func lines(_ rendering: EventRendering, after last: (any PrintedEvent)?) -> [StyledText]

    /// Adds it to a summary.
    func sumUp(in summary: inout EventSummary)
}

extension PrintedEvent {
    var transition: (store: String, seq: Int)? { nil }

    func lines(_ rendering: EventRendering, after last: (any PrintedEvent)?) -> [StyledText] { lines(rendering) }

    func sumUp(in summary: inout EventSummary) { summary.keep(self) }
}

/// An event that is printed as its text.
struct RemarkEvent: PrintedEvent {
    let text: StyledText

    func lines(_ rendering: EventRendering) -> [StyledText] { [text] }
}

/// The layout and notation of printed events.
struct EventRendering {
    var layout: Layout
    /// The current store, whose name is left out.
    var current: String?
    /// Returns the notation of a store's values.
    var notation: (String) -> Notation

    /// The store's name as a prefix of its events.
    func name(of store: String) -> StyledText {
        store == current ? StyledText() : StyledText(store + " ", .store)
    }

    /// The layout that is left after a prefix.
    func layout(behind prefix: StyledText) -> Layout {
        var narrow = layout
        narrow.width -= prefix.width
        return narrow
    }
}
