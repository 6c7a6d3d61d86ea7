internal import StrobeTree

/// What an editor asks to stop for.
struct BreakpointRequest: Sendable, Hashable {
    /// The requests that replace all breakpoints of a kind.
    enum Kind: Sendable, Hashable {
        case function, data, exception
        /// Of one source file, by its path.
        case line(file: String)
        /// Given with `launch` or `attach`.
        case given

        /// The reason of a stop, in the terms of the protocol of adapters.
        var reason: String {
            switch self {
            case .function, .given: "function breakpoint"
            case .data: "data breakpoint"
            case .line: "breakpoint"
            case .exception: "exception"
            }
        }
    }

    var kind: Kind
    /// The stores; all without.
    var store: String?
    var action: String?
    var path: Path?
    var condition: String?
    var hits: HitCondition?
    var isOnce = false
    var log: String?
    var line: Int?
    /// Why it can never be set.
    var problem: String?

    /// The condition that is the same as all its parts, for searches of the past; `nil` if it has none.
    ///
    /// A glob with characters that a text of a condition would take for its end is escaped there.
    var question: String? {
        var parts: [String] = []
        if let action {
            let (name, call) = (Literal.quoted(action), Literal.quoted(action + "(*"))
            parts.append("(action like \(name) || action like \(call))")
        }
        if let path { parts.append("changed(\(path.isRoot ? "." : path.pointer))") }
        if let condition { parts.append("(\(condition))") }
        return parts.isEmpty ? nil : parts.joined(separator: " && ")
    }
}

/// How often something has to happen until a breakpoint stops.
struct HitCondition: Sendable, Hashable {
    var count: Int
    var isOnce = false

    /// Reads `N`, `>= N` or `== N`.
    init(parsing text: String) throws(AdapterError) {
        var rest = text.drop { $0 == " " }
        for (sign, once) in [(">=", false), ("==", true)] where rest.hasPrefix(sign) {
            rest = rest.dropFirst(sign.count).drop { $0 == " " }
            isOnce = once
        }
        while rest.last == " " { rest.removeLast() }
        guard let count = Int(rest), count > 0, rest.allSatisfy(\.isNumber) else {
            throw AdapterError(.usage, "`\(text)` is not a hit count: write N, >= N or == N.")
        }
        self.count = count
    }
}

/// A breakpoint as the editor knows it.
struct EditorBreakpoint: Sendable {
    let id: Int
    let request: BreakpointRequest
    /// The stores that were asked to take it.
    var asked: Set<String> = []
    /// Its ids in the stores that took it.
    var places: [String: Int] = [:]
    /// The stores without a gate in which searches of the past stop at it.
    var searched: Set<String> = []
    /// Whether an action came from its line.
    var isReached = false
    /// Why no store took it.
    var refusal: String?

    var isVerified: Bool {
        guard request.problem == nil, !places.isEmpty || !searched.isEmpty else { return false }
        return request.line == nil || isReached
    }

    /// Its answer and event.
    var body: Value {
        var reason: String?
        var message = request.problem ?? refusal
        if !isVerified { reason = message == nil ? "pending" : "failed" }
        if message == nil, !isVerified {
            message =
                request.line == nil ? "it matches no store yet" : "no action was dispatched from here yet"
        }
        if isVerified, places.isEmpty { message = "stops only in the past: the live store cannot be stopped" }
        return .body([
            "id": .count(id), "verified": .bool(isVerified), "message": message.map { .string($0) },
            "reason": reason.map { .string($0) }, "line": request.line.map { .count($0) },
        ])
    }
}
