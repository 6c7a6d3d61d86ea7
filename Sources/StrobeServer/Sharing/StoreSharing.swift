internal import Synchronization

/// Data about a store that the sessions of a server share.
final class StoreSharing: Sendable {
    /// The bookmarks in the history.
    let bookmarks = Bookmarks()
    /// The owners of the branches.
    let branches = Mutex(ReaderShare(of: "branch", each: 16, all: 32))
    /// The owner of the replay into the store.
    let replay = ReplayOwnership()
}
