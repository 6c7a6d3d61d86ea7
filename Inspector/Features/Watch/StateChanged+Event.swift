import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension StateChanged: SessionNotification {
    var source: String? { subscription }

    func take(in session: isolated Session) async -> Reception {
        // If the log is watched as well, its entries say how far the watch is.
        if session.subscriptions.watches.isPartial(subscription) {
            session.subscriptions.watches.note(seq, of: subscription, in: store)
        }
        guard let part = session.subscriptions.watches.takePart(of: subscription, seq: seq) else {
            return .printed(ChangesEvent(changed: self))
        }
        guard let narrowed = await narrowed(to: part.path, in: session) else { return .ignored }
        return .printed(ChangesEvent(changed: narrowed, part: part))
    }

    /// The changes at a watched place; requested from the server if the notification does not tell.
    ///
    /// - Returns: `nil` if the place did not change.
    private func narrowed(to path: Path, in session: isolated Session) async -> StateChanged? {
        // Summaries and JSON output do not need more detail.
        guard !session.options.isJSON, !session.isFlooded else { return self }
        var narrowed = self
        if let own = changes?.ofPlace(path) {
            narrowed.changes = own
            return narrowed
        }
        let request = StateDiff(store: store, from: .seq(fromSeq), to: .seq(seq), path: path)
        do {
            // Not by `answer`, which waits for all events; with a short timeout, as other events wait for this.
            let found = try await session.client.send(request, timeout: .seconds(2))
            guard !found.changes.isEmpty || found.incomplete != nil else { return nil }
            narrowed.changes = found.changes.map { change in
                // Added, removed or replaced: each is shown as a replacement of the whole place.
                let isWhole = change.path == path && [.add, .remove].contains(change.op)
                return isWhole ? Change(.replace, path, value: change.value, old: change.old) : change
            }
            return narrowed
        } catch {
            return error.serverError?.code == .noSuchPath ? nil : self
        }
    }
}

/// Changes of a state, or of a watched place in it.
struct ChangesEvent: PrintedEvent {
    let changed: StateChanged
    /// The watched path, and the action that changed it.
    var part: (path: Path, action: String?)?

    private var isSingle: Bool { changed.seq - changed.fromSeq == 1 }

    var transition: (store: String, seq: Int)? { isSingle ? (changed.store, changed.seq) : nil }

    func sumUp(in summary: inout EventSummary) { summary.add(changed) }

    func lines(_ rendering: EventRendering, after last: (any PrintedEvent)?) -> [StyledText] {
        // They are the changes of the entry just printed.
        guard part == nil, let entry = last as? EntryEvent, let transition, entry.entry.seq == transition.seq,
            entry.store == transition.store, changed.changes != nil
        else { return lines(rendering) }
        return changeLines(rendering)
    }

    private func changeLines(_ rendering: EventRendering) -> [StyledText] {
        guard let changes = changed.changes, !changes.isEmpty else { return [] }
        var short = rendering.layout
        short.changes = 5
        let printed = ChangeRendering(layout: short, notation: rendering.notation(changed.store), indent: 2)
        let isWhole = part.map { changes.map(\.path) == [$0.path] } ?? false
        return isWhole ? printed.lines(changes, absent: "nothing") : printed.lines(changes)
    }

    func lines(_ rendering: EventRendering) -> [StyledText] {
        let prefix = rendering.name(of: changed.store)
        let range = "@\(changed.fromSeq) → @\(changed.seq)"
        var header: StyledText
        if let part {
            header = isSingle ? StyledText("#\(changed.seq)", .strong) : StyledText(range, .dim)
            if let action = part.action { header += "  " + LiteralHighlighting.styled(action) }
        } else {
            header = StyledText(isSingle ? "@\(changed.seq)" : range, .dim)
        }
        guard let changes = changed.changes else {
            return [prefix + header + StyledText("  changed in too many places to show", .dim)]
        }
        guard !changes.isEmpty else {
            return part == nil ? [] : [prefix + header + StyledText("  \(ChangeRendering.text(of: .hidden))", .dim)]
        }
        let lines = changeLines(rendering)
        if lines.count == 1, let only = lines.first {
            let joined = prefix + header + only
            if joined.width <= rendering.layout.width { return [joined] }
        }
        let first = prefix + header
        return [part == nil ? first : first.fitted(to: rendering.layout.width)] + lines
    }
}
