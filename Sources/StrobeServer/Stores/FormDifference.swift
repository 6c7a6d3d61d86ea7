internal import StrobeTree

/// Finds where two JSON forms differ.
enum FormDifference {
    /// The first place at which two forms differ; `nil` where they are equal.
    static func first(_ a: Value, _ b: Value) -> Path? {
        a == b ? nil : first(a, b, [])
    }

    private static func first(_ a: Value, _ b: Value, _ here: [String]) -> Path? {
        func child(_ key: String, _ a: Value?, _ b: Value?) -> Path? {
            guard let a, let b else { return a == nil && b == nil ? nil : Path(here + [key]) }
            return a == b ? nil : first(a, b, here + [key])
        }
        switch (a, b) {
        case (.object(let a), .object(let b)):
            for (key, value) in a {
                if let found = child(key, value, b[key]) { return found }
            }
            for (key, value) in b where a[key] == nil {
                if let found = child(key, nil, value) { return found }
            }
            return nil
        case (.array(let a), .array(let b)):
            for index in 0..<max(a.count, b.count) {
                let (old, new) = (index < a.count ? a[index] : nil, index < b.count ? b[index] : nil)
                if let found = child(String(index), old, new) { return found }
            }
            return nil
        default: return a == b ? nil : Path(here)
        }
    }
}
