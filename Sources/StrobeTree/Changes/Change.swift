/// One RFC 6902 operation, with the extra member `old` so that it can be read, checked and undone on its own.
public struct Change: Sendable, Hashable {
    /// The operation; differs produce the first four, application accepts all.
    public enum Operation: String, Sendable, Hashable, Codable {
        case add, remove, replace, move, copy, test
    }

    /// What to do.
    public var op: Operation
    /// Where.
    public var path: Path
    /// The source of a `move` or `copy`.
    public var from: Path?
    /// The new value of an `add` or `replace`, the expected one of a `test`.
    public var value: Value?
    /// The value at `path` before a `remove` or `replace`.
    public var old: Value?
    /// Whether the value there may have changed and cannot be compared; it is a `replace` of the shown value by the
    /// same.
    public var isIncomparable = false

    /// Makes a change.
    public init(_ op: Operation, _ path: Path, from: Path? = nil, value: Value? = nil, old: Value? = nil) {
        self.op = op
        self.path = path
        self.from = from
        self.value = value
        self.old = old
    }
}
