import StrobeTree

/// The first place at which a value is not what was expected.
struct ValueDifference: Sendable, Hashable {
    var path: Path
    /// What was recorded there; `nil` where there was nothing.
    var recorded: Value?
    /// What is there; `nil` where there is nothing.
    var got: Value?

    /// The first difference of two values, in the order of the first; `nil` where they are equal.
    ///
    /// The order of the members of objects does not count.
    static func first(recorded: Value, got: Value) -> ValueDifference? {
        recorded == got ? nil : first(recorded, got, .root)
    }

    private static func first(_ recorded: Value?, _ got: Value?, _ path: Path) -> ValueDifference? {
        switch (recorded, got) {
        case (.object(let old)?, .object(let new)?):
            for (key, value) in old {
                if let found = first(value, new[key], path.appending(key)) { return found }
            }
            for (key, value) in new where old[key] == nil {
                return ValueDifference(path: path.appending(key), recorded: nil, got: value)
            }
            return nil
        case (.array(let old)?, .array(let new)?):
            for index in 0..<max(old.count, new.count) {
                // A plain `nil` would be the null of JSON.
                let (old, new) = (old.dropFirst(index).first, new.dropFirst(index).first)
                let found = first(old, new, path.appending(String(index)))
                if let found { return found }
            }
            return nil
        default: return recorded == got ? nil : ValueDifference(path: path, recorded: recorded, got: got)
        }
    }
}
