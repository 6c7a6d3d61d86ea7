internal import StrobeProtocol
internal import StrobeTree

extension SessionLimits {
    /// How large a tree may get that is sent.
    var tree: TreeLimits { TreeLimits(maxDepth: depth, maxNodes: nodes, maxBytes: answerBytes) }

    /// Whether changes have no more nodes and text than one message holds.
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

    /// Whether a value has no more nodes and text than that.
    static func fits(_ value: Value, nodes: Int, bytes: Int) -> Bool {
        var left = (nodes: nodes, bytes: bytes)
        take(value, from: &left)
        return left.nodes >= 0 && left.bytes >= 0
    }

    private static func take(_ value: Value, from left: inout (nodes: Int, bytes: Int)) {
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
