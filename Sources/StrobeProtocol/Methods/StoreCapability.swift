/// What a store can do besides being read, named as in its description.
public enum StoreCapability: String, Codable, Sendable, Hashable, CaseIterable {
    /// Actions can be decoded and dispatched.
    case dispatch
    /// Past states are computed by replaying the reducer.
    case replay
    /// A past state can be restored.
    case jump
    /// Actions can be held before they are reduced.
    case gate
    /// Parts of the live state can be set.
    case edit
}
