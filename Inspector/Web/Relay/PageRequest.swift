package import StrobeProtocol
package import StrobeTree

/// A request of a page.
package struct PageRequest: Sendable, Hashable {
    /// The levels of what a page sends.
    private static let limits = JSONLimits(maxDepth: 140, maxBytes: MessageReader.messageBytes)

    package var id: Int64
    package var method: String
    package var params: Value.Object

    /// Reads a request: `{"id", "method", "params"}`.
    ///
    /// - Throws: `parseError` or `invalidRequest`; the page is not ours.
    package init(_ text: String) throws(ProtocolError) {
        let value: Value
        do {
            value = try JSON.parse(text, limits: Self.limits).fromPage()
        } catch {
            throw ProtocolError(.parseError, error.message)
        }
        guard case .object(let members) = value, case .int(let id)? = members["id"],
            case .string(let method)? = members["method"]
        else { throw ProtocolError(.invalidRequest, "A request has an id, a method and params.") }
        self.id = id
        self.method = method
        switch members["params"] {
        case nil, .null: params = [:]
        case .object(let object): params = object
        default: throw ProtocolError(.invalidRequest, "The params of a request are an object.")
        }
    }
}
