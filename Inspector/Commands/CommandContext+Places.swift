import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// The bookmarks of the current store; empty if the server has none.
    func bookmarks() async -> [Bookmark] {
        guard let store = location.store else { return [] }
        return (try? await answer(BookmarkList(store: store)).result.bookmarks) ?? []
    }

    /// Parses a position, which may be a bookmark.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if it is none, with the nearest bookmark.
    func place(_ text: String) async throws -> SeqArgument {
        if let argument = SeqArgument(text) { return argument }
        guard Bookmark.isName(text) else { return try SeqArgument.required(text) }
        let bookmarks = await bookmarks()
        if let bookmark = bookmarks.first(where: { $0.name == text }) { return .seq(bookmark.seq) }
        let near = Spelling.nearest(text, in: bookmarks.map(\.name) + ["live", "first", "last"])
        throw InspectorError(
            .usage,
            "`\(text)` is not a position in the history: there is no bookmark of that name."
                + (near.map { " Did you mean `\($0)`?" }
                    ?? " `marks` lists them; a seq, -1, `live`, `first` and `last` also work."))
    }

    /// Parses a position; `nil` for anything else, such as a path.
    func placeIfAny(_ text: String) async throws -> SeqArgument? {
        if let argument = SeqArgument(text) { return argument }
        guard Bookmark.isName(text) else { return nil }
        return await bookmarks().first { $0.name == text }.map { .seq($0.seq) }
    }

    /// Parses a range of the log like ``SeqRange``, with bookmarks and other positions as its bounds.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if it is not a range.
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

    /// The entry that a word names; without a word, the current one or else the last.
    ///
    /// - Throws: ``InspectorError`` (`failed`) for seq 0, which has no action.
    func entry(named text: String?) async throws -> Int {
        let here = location.position
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
