/// What a session may do.
public enum Access: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
    /// Look at everything, change nothing.
    case read
    /// Dispatch, restore and edit as well.
    case control

    public static func < (a: Access, b: Access) -> Bool {
        a == .read && b == .control
    }
}
