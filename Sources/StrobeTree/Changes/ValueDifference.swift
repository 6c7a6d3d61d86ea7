/// The first place at which a value differs from the expected one.
package struct ValueDifference: Sendable, Hashable {
    package var path: Path
    /// The recorded value there; `nil` if there was none.
    package var recorded: Value?
    /// The actual value there; `nil` if there is none.
    package var got: Value?

    /// Makes a difference.
    package init(path: Path, recorded: Value?, got: Value?) {
        self.path = path
        self.recorded = recorded
        self.got = got
    }

    /// The first difference of two values, in the order of the first; `nil` if they are equal.
    ///
    /// The order of the members of objects does not count.
    ///
    /// - Parameter schema: The shape of both: an enum in another case is another value, and not one of other members.
    package static func first(recorded: Value, got: Value, schema: Schema? = nil) -> ValueDifference? {
        recorded == got ? nil : first(recorded, got, .root, schema)
    }

    private static func first(
        _ recorded: Value?, _ got: Value?, _ path: Path, _ schema: Schema?
    ) -> ValueDifference? {
        switch (recorded, got) {
        case (.object(let old)?, .object(let new)?) where old.keys != new.keys && schema?.choice(at: path) != nil:
            return ValueDifference(path: path, recorded: recorded, got: got)
        case (.object(let old)?, .object(let new)?):
            for (key, value) in old {
                if let found = first(value, new[key], path.appending(key), schema) { return found }
            }
            for (key, value) in new where old[key] == nil {
                return ValueDifference(path: path.appending(key), recorded: nil, got: value)
            }
            return nil
        case (.array(let old)?, .array(let new)?):
            for index in 0..<max(old.count, new.count) {
                // A plain `nil` would be the null of JSON.
                let (old, new) = (old.dropFirst(index).first, new.dropFirst(index).first)
                let found = first(old, new, path.appending(String(index)), schema)
                if let found { return found }
            }
            return nil
        default: return recorded == got ? nil : ValueDifference(path: path, recorded: recorded, got: got)
        }
    }
}
