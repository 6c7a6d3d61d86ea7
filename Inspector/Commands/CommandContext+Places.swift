import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// The names of places in the history of the store in use; none where the server has none.
    func bookmarks() async -> [Bookmark] {
        guard let store = await location.store else { return [] }
        return (try? await answer(BookmarkList(store: store)).result.bookmarks) ?? []
    }

    /// The place in the history that a word means, a bookmark included.
    ///
    /// - Throws: ``InspectorError`` (`usage`) where it means none, with the nearest bookmark.
    func place(_ text: String) async throws -> SeqArgument {
        if let argument = SeqArgument(text) { return argument }
        guard Bookmark.isName(text) else { return try SeqArgument.required(text) }
        let bookmarks = await bookmarks()
        if let bookmark = bookmarks.first(where: { $0.name == text }) { return .seq(bookmark.seq) }
        let near = Spelling.nearest(text, in: bookmarks.map(\.name) + ["live", "first", "last"])
        throw InspectorError(
            .usage,
            "`\(text)` is not a place in the history: there is no bookmark of that name."
                + (near.map { " Did you mean `\($0)`?" }
                    ?? " `marks` lists them; a seq, -1, `live`, `first` or `last` will do."))
    }

    /// The place that a word means; `nil` where it is something else, a path perhaps.
    func placeIfAny(_ text: String) async throws -> SeqArgument? {
        if let argument = SeqArgument(text) { return argument }
        guard Bookmark.isName(text) else { return nil }
        return await bookmarks().first { $0.name == text }.map { .seq($0.seq) }
    }

    /// The range of the log that a word means: as ``SeqRange`` reads it, or with bookmarks and other places as its ends.
    ///
    /// - Throws: ``InspectorError`` (`usage`) where it is no range.
    func range(_ text: String) async throws -> SeqRange {
        let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard bounds.count == 2, bounds.contains(where: Bookmark.isName) else { return try SeqRange(text) }
        var ends: [Int?] = []
        for bound in bounds {
            ends.append(bound.isEmpty ? nil : try await position(try await place(bound)))
        }
        if let from = ends[0], let to = ends[1], from > to {
            throw InspectorError(.usage, "The range \(text) is empty: \(bounds[0]) is after \(bounds[1]).")
        }
        return .between(from: ends[0], to: ends[1])
    }

    /// The entry that a word means; without one that where one stands, or the last.
    ///
    /// - Throws: ``InspectorError`` (`failed`) for seq 0, which no action led to.
    func entry(named text: String?) async throws -> Int {
        let here = await location.position
        let seq: Int
        if let text {
            let place = try await place(text)
            if case .seq(let given) = place {
                seq = given
            } else {
                seq = try place.resolved(from: here, in: try await history())
            }
        } else if let here {
            seq = here
        } else {
            seq = try await history().upperBound
        }
        guard seq > 0 else {
            throw InspectorError(.failed, "Seq 0 is the initial state: no action led to it. `state --at 0` shows it.")
        }
        return seq
    }
}
