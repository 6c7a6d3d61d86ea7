internal import StrobeProtocol
internal import StrobeTree

extension SessionLimits {
    /// The limits of a received tree.
    var tree: TreeLimits { TreeLimits(maxDepth: depth, maxNodes: nodes, maxBytes: answerBytes) }

    /// The limits of a received line.
    var line: JSONLimits { JSONLimits(maxDepth: depth, maxBytes: lineBytes) }

    /// The limits as reported: clamped to integers that a message can hold.
    var reported: SessionLimits {
        let members: [WritableKeyPath<SessionLimits, Int>] = [
            \.handshakeLineBytes, \.lineBytes, \.depth, \.nodes, \.answerBytes, \.page, \.outstandingRequests,
            \.queueBytes, \.sessions,
        ]
        return members.reduce(into: self) { $0[keyPath: $1] = WireInteger.held($0[keyPath: $1]) }
    }

    /// Whether changes fit into one message by their nodes and text.
    func fit(_ changes: [Change]) -> Bool {
        var left = (nodes: nodes, bytes: answerBytes)
        for change in changes {
            left.nodes -= 1
            if let value = change.value { Self.take(value, from: &left) }
            if let old = change.old { Self.take(old, from: &left) }
            if left.nodes < 0 || left.bytes < 0 { return false }
        }
        return true
    }

    /// Whether a value has at most a number of nodes and bytes of text.
    static func fits(_ value: Value, nodes: Int, bytes: Int) -> Bool {
        var left = (nodes: nodes, bytes: bytes)
        take(value, from: &left)
        return left.nodes >= 0 && left.bytes >= 0
    }

    fileprivate static func take(_ value: Value, from left: inout (nodes: Int, bytes: Int)) {
        left.nodes -= 1
        guard left.nodes >= 0, left.bytes >= 0 else { return }
        switch value {
        case .array(let elements):
            for element in elements { take(element, from: &left) }
        case .object(let members):
            for (key, value) in members {
                left.bytes -= key.utf8.count
                take(value, from: &left)
            }
        case .string(let text): left.bytes -= text.utf8.count
        case .null, .bool, .int, .uint, .double: break
        }
    }
}

/// The space left in an answer.
struct AnswerRoom {
    private var left: (nodes: Int, bytes: Int)

    /// The space of a whole answer, half of it for text and half for the structure around it.
    init(_ limits: SessionLimits) {
        left = (limits.nodes, limits.answerBytes / 2)
    }

    /// Reserves space for entries and their changes.
    ///
    /// - Returns: Whether there was enough space.
    mutating func take(_ entries: [LogEntry]) -> Bool {
        for entry in entries {
            left.nodes -= 1
            left.bytes -= entry.label.utf8.count
            if let action = entry.action { SessionLimits.take(action, from: &left) }
            for change in entry.changes ?? [] {
                left.nodes -= 1
                if let value = change.value { SessionLimits.take(value, from: &left) }
                if let old = change.old { SessionLimits.take(old, from: &left) }
            }
        }
        return left.nodes >= 0 && left.bytes >= 0
    }
}
