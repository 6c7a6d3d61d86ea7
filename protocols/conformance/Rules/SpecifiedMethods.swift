internal import StrobeTree

/// The methods of version 1, from section 5 of the specification.
enum SpecifiedMethods {
    struct Method: Sendable {
        var name: String
        var needsControl = false
        /// Params of valid types; `STORE` and `ACTION` in them are replaced.
        var params: Value.Object = [:]
    }

    static let all: [Method] = [
        Method(name: "ping"), Method(name: "protocol/describe"), Method(name: "store/list"),
        Method(name: "store/describe", params: ["store": "STORE"]),
        Method(name: "state/get", params: ["store": "STORE"]),
        Method(name: "state/tree", params: ["store": "STORE"]),
        Method(name: "state/diff", params: ["store": "STORE", "from": "live", "to": "live"]),
        Method(name: "state/set", needsControl: true, params: ["store": "STORE", "path": "", "value": .null]),
        Method(name: "state/search", params: ["store": "STORE", "query": "x"]),
        Method(name: "state/blame", params: ["store": "STORE", "path": ""]),
        Method(name: "action/schema", params: ["store": "STORE"]),
        Method(name: "action/dispatch", needsControl: true, params: ["store": "STORE", "action": "ACTION"]),
        Method(name: "action/redo", needsControl: true, params: ["store": "STORE", "seq": 1]),
        Method(name: "log/list", params: ["store": "STORE"]),
        Method(name: "log/get", params: ["store": "STORE", "seq": 1]),
        Method(name: "log/why", params: ["store": "STORE", "seq": 1]),
        Method(name: "log/search", params: ["store": "STORE", "query": "x"]),
        Method(name: "history/find", params: ["store": "STORE", "condition": "seq > 0"]),
        Method(name: "history/minimize", params: ["store": "STORE", "condition": "seq > 0"]),
        Method(name: "history/jump", needsControl: true, params: ["store": "STORE", "seq": 0]),
        Method(name: "history/reset", needsControl: true, params: ["store": "STORE"]),
        Method(name: "history/commit", needsControl: true, params: ["store": "STORE"]),
        Method(name: "history/verify", params: ["store": "STORE"]),
        Method(name: "history/replay", needsControl: true, params: ["store": "STORE", "on": true]),
        Method(name: "branch/create", params: ["store": "STORE", "edits": [["skip": 1_000_000_000]]]),
        Method(name: "branch/list", params: ["store": "STORE"]),
        Method(name: "branch/adopt", needsControl: true, params: ["store": "STORE", "id": "none"]),
        Method(name: "branch/delete", params: ["store": "STORE", "id": "none"]),
        Method(name: "bookmark/set", params: ["store": "STORE", "name": "not a name"]),
        Method(name: "bookmark/list", params: ["store": "STORE"]),
        Method(name: "bookmark/remove", params: ["store": "STORE", "name": "nobody-set-this"]),
        Method(name: "gate/status", params: ["store": "STORE"]),
        Method(name: "gate/pause", needsControl: true, params: ["store": "STORE"]),
        Method(name: "gate/resume", needsControl: true, params: ["store": "STORE"]),
        Method(name: "gate/step", needsControl: true, params: ["store": "STORE"]),
        Method(name: "gate/drop", needsControl: true, params: ["store": "STORE", "all": true]),
        Method(name: "gate/edit", needsControl: true, params: ["store": "STORE", "action": "ACTION"]),
        Method(name: "breakpoint/set", needsControl: true, params: ["store": "STORE", "action": "*"]),
        Method(name: "breakpoint/list", params: ["store": "STORE"]),
        Method(name: "breakpoint/remove", needsControl: true, params: ["store": "STORE", "all": true]),
        Method(name: "effect/list", params: ["store": "STORE"]),
        Method(name: "effect/cancel", needsControl: true, params: ["store": "STORE", "id": 1_000_000]),
        Method(name: "replay/begin", needsControl: true, params: ["store": "STORE", "effects": "suppress"]),
        Method(name: "replay/end", needsControl: true, params: ["store": "STORE"]),
        Method(name: "graph/get", params: ["store": "STORE"]),
        Method(name: "subscribe", params: ["store": "STORE", "events": ["log"]]),
        Method(name: "unsubscribe", params: ["subscription": "none"]),
    ]

    /// The methods that open or end a session, which are tested in other ways.
    static let ofSessions: Set<String> = ["initialize", "shutdown"]

    /// The params of a method, for a store and an action.
    static func params(of method: Method, store: String?, action: Value?) -> Value.Object {
        var params = method.params
        if params["store"] != nil { params["store"] = .string(store ?? "none") }
        if params["action"] == "ACTION" { params["action"] = action ?? "none" }
        return params
    }
}
