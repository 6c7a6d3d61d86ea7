internal import StrobeProtocol

extension BookmarkSet: StoreMethod {
    static var attaches: Bool { false }

    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) throws(ProtocolError) -> Result {
        let place = try store.checked(seq, "seq") ?? store.seq
        return Result(bookmark: try store.sharing.bookmarks.set(name, seq: place, note: note, by: session))
    }
}

extension BookmarkList: StoreMethod {
    static var attaches: Bool { false }

    func answer(from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity) -> Result {
        Result(bookmarks: store.sharing.bookmarks.all)
    }
}

extension BookmarkRemove: StoreMethod {
    static var attaches: Bool { false }

    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) throws(ProtocolError) -> Empty {
        try store.sharing.bookmarks.remove(name, by: session)
        return Empty()
    }
}
