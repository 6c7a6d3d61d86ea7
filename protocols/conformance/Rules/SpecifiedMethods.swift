internal import StrobeTree

/// The methods of version 1, from section 5 of the specification.
enum SpecifiedMethods {
    struct Method: Sendable {
        var name: String
        var needsControl = false
        /// The members of `params` that it needs, and `store`, with their types.
        var members: KeyValuePairs<String, String> = [:]
    }

    /// The methods that can be tried in any order; the others open or end a session.
    static let all = specified.filter { !["initialize", "shutdown"].contains($0.name) }

    /// Valid params of a method that change as little as possible, for a store and an action.
    static func params(of method: Method, store: String?, action: Value?) -> Value.Object {
        var params: Value.Object = [:]
        for (name, type) in method.members {
            params[name] =
                switch name {
                case "store": .string(store ?? "none")
                case "action": action ?? "none"
                default: samples[name] ?? samples[type] ?? "none"
                }
        }
        return params
    }

    /// Values by the name of a member, and by its type.
    private static let samples: [String: Value] = [
        "condition": "seq > 0", "query": "x", "name": "not a name", "edits": [["skip": 1_000_000_000]],
        "effects": "suppress", "events": ["log"],
        "integer": 1, "boolean": true, "any": .null, "Path": "", "Position": "live",
    ]
}
