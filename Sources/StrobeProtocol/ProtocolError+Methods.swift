internal import StrobeTree

extension ProtocolError {
    /// No such method.
    ///
    /// - Parameter method: The method as received.
    public static func unanswered(method: String) -> ProtocolError {
        let shown = method.prefix(64)
        var data: Value.Object = ["method": .string(String(shown))]
        var hint = "protocol/describe lists what there is."
        if let near = Spelling.nearest(method, in: MethodRegistry.requests.map { $0.method }) {
            data["suggestion"] = .string(near)
            hint = "did you mean \(near)?"
        }
        return ProtocolError(.methodNotFound, "There is no method \(shown); \(hint)", data: data)
    }
}
