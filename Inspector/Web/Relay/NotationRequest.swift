import StrobeProtocol
import StrobeTree

/// A text in the notation of the prompt, which a page typed: an action, or the value at a path of the state.
struct NotationRequest: Sendable {
    private let store: String
    private let text: String
    /// The place in the state that the text is for; `nil` for an action.
    private let path: Path?

    /// Reads `{"store", "text", "path"?}`.
    init(_ params: Value.Object) throws(ProtocolError) {
        guard case .string(let store)? = params["store"], case .string(let text)? = params["text"] else {
            throw ProtocolError(.invalidParams, "A store and a text are needed.")
        }
        self.store = store
        self.text = text
        guard case .string(let pointer)? = params["path"] else {
            path = nil
            return
        }
        do {
            path = try Path(pointer: pointer)
        } catch {
            throw ProtocolError(.invalidParams, error.message)
        }
    }

    private func schema(_ schemas: (String) async -> ActionSchema.Result?) async -> Schema? {
        let shapes = await schemas(store)
        guard let path else { return shapes?.schema }
        return shapes?.state?.part(at: path)
    }

    /// The JSON form: `{"value"}`.
    ///
    /// - Throws: `invalidParams` with the offset of the error and the nearest name.
    func parsed(by schemas: (String) async -> ActionSchema.Result?) async throws(ProtocolError) -> Value {
        do {
            return ["value": try Literal.parse(text, schema: await schema(schemas))]
        } catch {
            var data: Value.Object = [:]
            if let offset = error.offset { data["offset"] = .int(Int64(offset)) }
            if let suggestion = error.suggestion { data["suggestion"] = .string(suggestion) }
            throw ProtocolError(.invalidParams, error.message, data: data)
        }
    }

    /// The continuations: `{"completions": [{"text", "replaced", "detail"}]}`.
    func completed(by schemas: (String) async -> ActionSchema.Result?) async -> Value {
        guard let schema = await schema(schemas) else { return ["completions": []] }
        let completions = Literal.completions(text, schema: schema).prefix(50)
        return [
            "completions": .array(
                completions.map {
                    ["text": .string($0.text), "replaced": .int(Int64($0.replaced)), "detail": .string($0.detail)]
                })
        ]
    }
}
