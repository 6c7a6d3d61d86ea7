import Synchronization

/// Who may open a socket: keys of links, keys of sessions, and how many.
///
/// The key of a link opens one socket within a minute; the first message on it is a key of the session, which opens
/// others: that of a page that is loaded again.
package final class Admissions: Sendable {
    /// What a key opens.
    package struct Admission: Sendable, Hashable {
        /// The key of the session.
        package var session: String
    }

    /// How long the key of a link is valid.
    package static let validity = Duration.seconds(60)
    /// The most sockets at a time.
    package static let mostSockets = 16
    /// So many refusals within a second refuse everything in the next.
    package static let mostRefusals = 20
    /// The most keys of each kind; older ones are forgotten.
    private static let mostKeys = 256

    private struct State {
        var links: [(key: String, until: ContinuousClock.Instant)] = []
        var sessions: [String] = []
        var sockets = 0
        /// The time of each refusal of the last second.
        var refusals: [ContinuousClock.Instant] = []
        var isClosedUntil: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// Creates admissions without keys.
    package init() {}

    /// A new key for a link.
    package func link(at now: ContinuousClock.Instant = .now) -> String {
        let key = Self.randomKey()
        state.withLock { state in
            state.links.removeAll { $0.until <= now }
            if state.links.count >= Self.mostKeys { state.links.removeFirst() }
            state.links.append((key, now + Self.validity))
        }
        return key
    }

    /// Admits a socket, which must be `leave`d for; `nil` if the key is wrong, or there are too many.
    package func admit(_ key: String, at now: ContinuousClock.Instant = .now) -> Admission? {
        state.withLock { state in
            guard state.sockets < Self.mostSockets else { return nil }
            // All are compared, so that the time tells nothing.
            let session = state.sessions.filter { Self.isSame($0, key) }.first
            let link = state.links.indices.filter { Self.isSame(state.links[$0].key, key) }.first
            if let session {
                state.sockets += 1
                return Admission(session: session)
            }
            guard let link else { return nil }
            let isValid = now < state.links[link].until
            state.links.remove(at: link)
            guard isValid else { return nil }
            let new = Self.randomKey()
            if state.sessions.count >= Self.mostKeys { state.sessions.removeFirst() }
            state.sessions.append(new)
            state.sockets += 1
            return Admission(session: new)
        }
    }

    /// Notes that an admitted socket is closed.
    package func leave() {
        state.withLock { $0.sockets -= 1 }
    }

    /// Notes a refusal.
    package func refuse(at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.refusals.removeAll { $0 + .seconds(1) <= now }
            state.refusals.append(now)
            guard state.refusals.count >= Self.mostRefusals else { return }
            state.refusals = []
            state.isClosedUntil = now + .seconds(1)
        }
    }

    /// Whether anything is answered: not in the second after too many refusals.
    package func isOpen(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { $0.isClosedUntil.map { $0 <= now } ?? true }
    }

    /// 32 random bytes in hexadecimal digits.
    private static func randomKey() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<32).map { _ in
            let byte = String(UInt8.random(in: 0...255, using: &random), radix: 16)
            return byte.count == 1 ? "0" + byte : byte
        }.joined()
    }

    /// Whether two keys are the same, in a time that depends on their lengths alone.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        guard a.utf8.count == b.utf8.count else { return false }
        return zip(a.utf8, b.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
