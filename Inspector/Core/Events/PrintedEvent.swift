package import LineEditing
import StrobeProtocol

/// An event, and how to print it.
package protocol PrintedEvent: Sendable {
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
    package var transition: (store: String, seq: Int)? { nil }

    package func lines(_ rendering: EventRendering, after last: (any PrintedEvent)?) -> [StyledText] {
        lines(rendering)
    }

    package func sumUp(in summary: inout EventSummary) { summary.keep(self) }
}

/// An event that is printed as its text.
package struct RemarkEvent: PrintedEvent {
    package let text: StyledText

    package init(
        text: StyledText
    ) {
        self.text = text
    }

    package func lines(_ rendering: EventRendering) -> [StyledText] { [text] }
}

/// The layout and notation of printed events.
package struct EventRendering {
    package var layout: Layout
    /// The current store, whose name is left out.
    package var current: String?
    /// Returns the notation of a store's values.
    package var notation: (String) -> Notation

    package init(
        layout: Layout, current: String? = nil, notation: @escaping (String) -> Notation
    ) {
        self.layout = layout
        self.current = current
        self.notation = notation
    }

    /// The store's name as a prefix of its events.
    package func name(of store: String) -> StyledText {
        store == current ? StyledText() : StyledText(store + " ", .store)
    }

    /// The layout that is left after a prefix.
    package func layout(behind prefix: StyledText) -> Layout {
        var narrow = layout
        narrow.width -= prefix.width
        return narrow
    }
}
