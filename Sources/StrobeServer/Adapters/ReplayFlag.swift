internal import Strobe
internal import StrobeProtocol
internal import Synchronization

/// The replay into a store that keeps no account of it.
final class ReplayFlag: Sendable {
    private let present = Mutex<ReplayInfo?>(nil)

    /// The replay that is under way; `nil` where none is.
    var info: ReplayInfo? { present.withLock { $0 } }

    /// Begins a replay, or ends it with `nil`.
    ///
    /// - Parameters:
    ///   - id: The store.
    ///   - tell: Tells the store, where it can do without its effects.
    /// - Throws: `notSupported` where it cannot, and would have to.
    func set(
        _ info: ReplayInfo?, for id: String, telling tell: (@Sendable (ReplayInfo?) -> Void)? = nil
    ) throws(ProtocolError) {
        guard info == nil || info?.effects == .live || tell != nil else {
            throw ProtocolError(
                .notSupported,
                "The store \(id) is of another make and cannot do without its effects: replay with `live` effects.")
        }
        present.withLock { $0 = info }
        tell?(info)
    }
}
