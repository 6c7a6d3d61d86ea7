/// What a store can do beyond being read, by the names of the members of its description.
public enum StoreCapability: String, Codable, Sendable, Hashable, CaseIterable {
    /// Actions can be decoded and dispatched.
    case dispatch
    /// Past states are worked out by replaying the reducer.
    case replay
    /// A past state can be restored.
    case jump
    /// Actions can be held before they are reduced.
    case gate
    /// Parts of the present state can be set.
    case edit
}
