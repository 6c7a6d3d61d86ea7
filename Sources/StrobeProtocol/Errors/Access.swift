/// What a session may do.
public enum Access: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
    /// Read everything, change nothing.
    case read
    /// Also dispatch, restore and edit.
    case control

    public static func < (a: Access, b: Access) -> Bool {
        a == .read && b == .control
    }
}
