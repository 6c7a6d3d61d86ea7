internal import StrobeProtocol
internal import Synchronization

/// Limits the actions that the gate of a store holds for clients, so that no client can fill the program's memory.
///
/// The program itself may have many more actions held, up to the store's limit.
final class HeldForClients: Sendable {
    private struct Contents: Sendable {
        /// The size of each action, by its id at the gate.
        var bytes: [Int: Int] = [:]
        var sum = 0
        /// The first held action when last checked.
        var first = 0
    }

    /// The maximum number of held actions.
    static let countLimit = 10_000
    /// The maximum size of all held actions, in bytes.
    static let byteLimit = 16 << 20

    private let contents = Mutex(Contents())

    /// Checks whether there is room for another action.
    ///
    /// - Parameters:
    ///   - bytes: Its size in memory.
    ///   - first: The first action held now; `nil` if none is.
    ///   - id: The id of the action that it replaces.
    /// - Throws: `tooLarge`.
    func checkRoom(for bytes: Int, first: Int?, inPlaceOf id: Int? = nil, store: String) throws(ProtocolError) {
        let (count, sum) = contents.withLock { contents in
            Self.forget(before: first, &contents)
            let known = id.flatMap { contents.bytes[$0] }
            return (contents.bytes.count - (known == nil ? 0 : 1), contents.sum - (known ?? 0))
        }
        guard count >= Self.countLimit || bytes > Self.byteLimit - sum else { return }
        let isMany = count >= Self.countLimit
        let limit = isMany ? Self.countLimit : Self.byteLimit
        throw ProtocolError(
            .tooLarge,
            "The gate of \(store) holds \(count) actions with \(sum) bytes for clients; at most \(limit) "
                + "\(isMany ? "are" : "bytes are") allowed. Step, resume or drop some first.",
            data: ["limit": .int(Int64(limit)), "count": .int(Int64(isMany ? count : sum))])
    }

    /// Adds a held action.
    func add(_ id: Int, bytes: Int) {
        contents.withLock { contents in
            contents.sum += bytes - (contents.bytes.updateValue(bytes, forKey: id) ?? 0)
        }
    }

    /// Removes dropped actions.
    func remove(_ ids: [Int]) {
        contents.withLock { contents in
            for id in ids { contents.sum -= contents.bytes.removeValue(forKey: id) ?? 0 }
        }
    }

    /// Removes reduced actions: ids grow in the order in which actions are held and released.
    private static func forget(before first: Int?, _ contents: inout Contents) {
        guard let first else { return contents = Contents() }
        guard first > contents.first else { return }
        contents.first = first
        contents.bytes = contents.bytes.filter { $0.key >= first }
        contents.sum = contents.bytes.values.reduce(0, +)
    }
}
