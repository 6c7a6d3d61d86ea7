import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension ScreenModel {
    /// Chooses an entry, and moves the session there.
    mutating func choose(_ id: ScreenLog.ID) -> [ScreenRequest] {
        isFollowing = false
        selection = id
        keepSelection()
        let moved = ScreenRequest.move(store: id.store, seq: id.seq)
        return selectedIndex == nil ? seek(id) + [moved] : [moved]
    }

    /// Chooses the newest entry, and stays there.
    mutating func follow() -> [ScreenRequest] {
        let store = selection?.store
        isFollowing = true
        if log.isAtEnd { keepSelection() } else { forgetPages() }
        return store.map { [.move(store: $0, seq: nil)] } ?? []
    }

    /// Chooses the entry so many rows away.
    mutating func travel(_ count: Int) -> [ScreenRequest] {
        guard !log.rows.isEmpty, !isSeeking else { return [] }
        let index = selectedIndex ?? log.rows.count - 1
        if count > 0, index == log.rows.count - 1, log.isAtEnd { return isFollowing ? [] : follow() }
        cursor += count
        return choose(log.rows[min(max(index + count, 0), log.rows.count - 1)].id)
    }

    /// Chooses the first entry.
    mutating func goToBeginning() -> [ScreenRequest] {
        if log.isAtBeginning, let first = log.rows.first { return choose(first.id) }
        guard let store = shownStores.first else { return [] }
        isFollowing = false
        selection = nil
        return seek(ScreenLog.ID(store: store.id, seq: 0))
    }

    /// Requests the pages around an entry.
    mutating func seek(_ id: ScreenLog.ID) -> [ScreenRequest] {
        (generation, loading, isSeeking) = (generation + 1, [], true)
        let (filters, ids) = (filter?.stores ?? [:], shownStores.map(\.id))
        return [.seek(id, filters: filters, stores: ids, count: log.pageSize / 2, generation: generation)]
    }

    /// Forgets what was requested, since other entries are wanted now.
    private mutating func forgetPages() {
        (generation, loading, isSeeking) = (generation + 1, [], false)
        log.forget()
        log.note(shownStores)
        keepSelection()
    }

    /// Shows other entries, around the chosen one if its store is still shown.
    mutating func showOthers() -> [ScreenRequest] {
        forgetPages()
        guard !isFollowing, let selection else { return [] }
        return shownStores.contains { $0.id == selection.store } ? seek(selection) : follow()
    }

    /// Renders the details again: they, the width or the mode have changed.
    mutating func layOut() {
        detailLines = renderedDetail(width: panes.detailWidth)
        if let detailPath {
            let places = detailLines.indices.filter { detailLines[$0].path == detailPath }
            detailCursor = places.min { abs($0 - detailCursor) < abs($1 - detailCursor) } ?? detailCursor
        }
        detailCursor = min(detailCursor, max(detailLines.count - 1, 0))
        keepDetail()
    }

    /// Chooses a line of the details.
    mutating func choose(line: Int) {
        detailCursor = min(max(line, 0), max(detailLines.count - 1, 0))
        detailPath = detailLines.isEmpty ? nil : detailLines[detailCursor].path
        keepDetail()
    }

    /// Keeps the line of the cursor on the screen.
    mutating func keepDetail() {
        let height = panes.bodyHeight
        detailTop = max(min(detailTop, detailCursor, max(detailLines.count - height, 0)), detailCursor - height + 1, 0)
    }
}
