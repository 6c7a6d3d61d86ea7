import Strobe

/// What the items screen asks of the outside.
enum ItemsEffect: Codable, Equatable {
    /// Load the items; the answer comes back as an event.
    case load

    /// How it is performed beside others: after a new request the earlier answer is not wanted any more.
    var schedule: EffectSchedule { .replacing("load") }
}
