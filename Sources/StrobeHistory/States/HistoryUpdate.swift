public import StrobeTree

/// What happened to a store since the last update: one or many transitions, as one.
public struct HistoryUpdate: Sendable {
    /// The number of the state before.
    public let fromSeq: Int
    /// The number of the state after.
    public let seq: Int
    /// How the state before becomes the state after; `nil` if it was not requested or is unknown.
    public let changes: [Change]?
}
