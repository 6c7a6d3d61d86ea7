internal import StrobeProtocol
internal import Synchronization

/// The actions that the gate of one store holds for clients, limited so that no client can fill the program's memory.
///
/// The program itself may have many more held, up to the store's limit.
final class HeldForClients: Sendable {
    private struct Contents: Sendable {
        /// The bytes of each action, by its id at the gate.
        var bytes: [Int: Int] = [:]
        var sum = 0
        /// The first held action when last checked.
        var first = 0
    }

    /// How many actions may be held.
    static let countLimit = 10_000
    /// How many bytes they may have together.
    static let byteLimit = 16 << 20

    private let contents = Mutex(Contents())

    /// Checks whether there is room for another action.
    ///
    /// - Parameters:
    ///   - bytes: What it holds in memory.
    ///   - first: The first that is held at present; `nil` if none is.
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
            "Clients have \(count) actions with \(sum) bytes held at the gate of \(store); at most \(limit) "
                + "\(isMany ? "are" : "bytes are") held for them. Step, resume or drop some first.",
            data: ["limit": .int(Int64(limit)), "count": .int(Int64(isMany ? count : sum))])
    }

    /// Takes note of one that is held.
    func add(_ id: Int, bytes: Int) {
        contents.withLock { contents in
            contents.sum += bytes - (contents.bytes.updateValue(bytes, forKey: id) ?? 0)
        }
    }

    /// Forgets what was dropped.
    func remove(_ ids: [Int]) {
        contents.withLock { contents in
            for id in ids { contents.sum -= contents.bytes.removeValue(forKey: id) ?? 0 }
        }
    }

    /// Forgets what was reduced: ids grow in the order in which actions are held and released.
    private static func forget(before first: Int?, _ contents: inout Contents) {
        guard let first else { return contents = Contents() }
        guard first > contents.first else { return }
        contents.first = first
        contents.bytes = contents.bytes.filter { $0.key >= first }
        contents.sum = contents.bytes.values.reduce(0, +)
    }
}
