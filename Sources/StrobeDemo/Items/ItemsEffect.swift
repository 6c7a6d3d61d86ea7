/// What the items screen asks of the outside.
enum ItemsEffect: Codable, Sendable, Equatable {
    /// Load the items; the answer comes back as an event.
    case load
}
