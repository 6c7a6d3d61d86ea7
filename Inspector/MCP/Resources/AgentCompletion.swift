import StrobeClient
import StrobeProtocol
import StrobeTree

/// Completes what a user types into the arguments of resources and prompts.
struct AgentCompletion: Sendable {
    let stores: AgentStores

    /// The most values of an answer, by the protocol.
    private static let most = 100

    /// The result of `completion/complete`.
    ///
    /// - Throws: ``AgentError`` if the request is wrong.
    func complete(_ params: Value.Object) async throws -> Value.Object {
        guard case .object(let argument)? = params["argument"], case .string(let name)? = argument["name"],
            case .string(let value)? = argument["value"], case .object(let reference)? = params["ref"]
        else {
            throw AgentError(.invalidParams, "`ref` and `argument` with `name` and `value` are needed.")
        }
        var given: [String: String] = [:]
        if case .object(let context)? = params["context"], case .object(let arguments)? = context["arguments"] {
            for (key, value) in arguments { if case .string(let text) = value { given[key] = text } }
        }
        let isPrompt = reference["type"] == "ref/prompt"
        let all: [String]
        switch name {
        case "process": all = await stores.names().map(\.process)
        case "store" where isPrompt: all = await stores.names().flatMap { one in one.stores }
        case "store":
            let names = await stores.names()
            all = names.filter { given["process"] == nil || $0.process == given["process"] }.flatMap(\.stores)
        case "path": all = (try? await paths(given, value)) ?? []
        case "at": all = ["live"]
        default: all = []
        }
        let fits = all.filter { $0.hasPrefix(value) }
        return [
            "completion": [
                "values": .array(fits.prefix(Self.most).map { .string($0) }), "total": .int(Int64(fits.count)),
                "hasMore": .bool(fits.count > Self.most),
            ]
        ]
    }

    /// The paths below the last whole part of what is typed.
    private func paths(_ given: [String: String], _ typed: String) async throws -> [String] {
        let name = given["store"].map { id in given["process"].map { "\($0)/\(id)" } ?? id }
        let store = try await stores.store(named: name)
        let parent = typed.lastIndex(of: "/").map { String(typed[..<$0]) } ?? ""
        let node = try await store.ask(
            StateTree(store: store.id, path: try Path(pointer: parent), depth: 1, count: 500)
        ).result.node
        return (node.children ?? []).map(\.path.pointer)
    }
}
