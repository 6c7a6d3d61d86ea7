internal import Strobe
internal import StrobeProtocol
internal import Synchronization

/// The replay into a store that does not track it.
final class ReplayFlag: Sendable {
    private let present = Mutex<ReplayInfo?>(nil)

    /// The replay in progress; `nil` if there is none.
    var info: ReplayInfo? { present.withLock { $0 } }

    /// Begins a replay, or ends it if `nil`.
    ///
    /// - Parameters:
    ///   - id: The store.
    ///   - tell: Notifies the store, if it can do without its effects.
    /// - Throws: `notSupported` if the store would have to do without its effects and cannot.
    func set(
        _ info: ReplayInfo?, for id: String, telling tell: (@Sendable (ReplayInfo?) -> Void)? = nil
    ) throws(ProtocolError) {
        guard info == nil || info?.effects == .live || tell != nil else {
            throw ProtocolError(
                .notSupported,
                "The store \(id) is a foreign store that cannot suppress its effects: replay with `live` effects.")
        }
        present.withLock { $0 = info }
        tell?(info)
    }
}
