internal import StrobeProtocol

/// The bookmarks or branches of a store made by sessions with read access.
///
/// Such sessions change only their own items, and together have a limited share, so that space remains for sessions
/// with control access. Items of sessions that are gone are removed for others.
struct ReaderShare: Sendable {
    private struct Item: Sendable {
        let key: String
        let session: String
    }

    /// The noun for an item, for errors.
    let noun: String
    /// The maximum number of items of one session, and of all together.
    let limits: (each: Int, all: Int)
    /// The items, oldest first.
    private var items: [Item] = []

    init(of noun: String, each: Int, all: Int) {
        self.noun = noun
        limits = (each, all)
    }

    /// Checks whether a session may change or remove an item.
    func check(_ key: String, by session: any SessionIdentity) throws(ProtocolError) {
        guard session.access < .control, !items.contains(where: { $0.key == key && $0.session == session.id }) else {
            return
        }
        throw ProtocolError(
            .readOnly, "The \(noun) \(key.prefix(64)) belongs to another session: changing it needs control access.",
            data: ["access": .string(session.access.rawValue), "needed": .string(Access.control.rawValue)])
    }

    /// Adds an item of a session.
    ///
    /// - Returns: The item of a departed session that must be removed to make space.
    mutating func take(_ key: String, by session: any SessionIdentity) throws(ProtocolError) -> String? {
        guard session.access < .control else { return nil }
        let own = items.count { $0.session == session.id }
        guard own < limits.each else { throw full(own, limits.each, "This session has") }
        var leaving: String?
        if items.count >= limits.all {
            let present = session.presentIDs
            guard let index = items.firstIndex(where: { !present.contains($0.session) }) else {
                throw full(items.count, limits.all, "Sessions with read access have")
            }
            leaving = items.remove(at: index).key
        }
        items.append(Item(key: key, session: session.id))
        return leaving
    }

    /// Changes the key of an item.
    mutating func rename(_ key: String, to new: String) {
        guard let index = items.firstIndex(where: { $0.key == key }) else { return }
        items[index] = Item(key: new, session: items[index].session)
    }

    /// Removes an item.
    mutating func remove(_ key: String) {
        items.removeAll { $0.key == key }
    }

    private func full(_ count: Int, _ limit: Int, _ who: String) -> ProtocolError {
        ProtocolError(
            .tooLarge, "\(who) \(count) \(noun.plural) of this store; the limit is \(limit). Remove one first.",
            data: ["limit": .int(Int64(limit)), "count": .int(Int64(count))])
    }
}

extension String {
    fileprivate var plural: String { hasSuffix("ch") ? "\(self)es" : "\(self)s" }
}
