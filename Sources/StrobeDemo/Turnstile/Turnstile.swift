import Strobe

/// The turnstile of a subway station, the smallest machine that is worth drawing.
///
/// The article has its two states, the coin that unlocks it, and that an arrow's label has two parts: the event, and the
/// action to be performed. The figure itself was not available; the labels are those of the well-known form, of Clean Code,
/// episode 28: coin/unlock, push/lock, coin/thank you, push/alarm.
///
/// A push at the locked turnstile is a transition with an action, not an illegal one: people will push, nothing in the
/// program went wrong when they do, and the machine has an answer to it. Illegal is what has no answer, such as items that
/// arrive on a screen that is not loading.
enum Turnstile {
    /// What it can be in.
    enum State: String, Codable, Sendable, CaseIterable, Kinded {
        case locked, unlocked
    }

    /// What people do to it.
    enum Event: String, Codable, Sendable, CaseIterable, Kinded {
        case coin, push
    }

    /// What it does in answer.
    enum Action: String, Codable, Sendable, CaseIterable {
        case unlock, lock, thankYou, alarm
    }
}
