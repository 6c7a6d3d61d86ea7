internal import Synchronization

/// What the sessions of a server share about one store, beside the store itself.
final class StoreSharing: Sendable {
    /// The named places of the history.
    let bookmarks = Bookmarks()
    /// The owners of the branches.
    let branches = Mutex(ReaderShare(of: "branch", each: 16, all: 32))
    /// The owner of the replay into the store.
    let replay = ReplayOwnership()
}
