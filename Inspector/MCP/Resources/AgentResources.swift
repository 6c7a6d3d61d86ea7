import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

/// What can be read without a tool; everything here is also a tool, since some clients have no resources.
struct AgentResources: Sendable {
    let stores: AgentStores
    let options: AgentOptions

    /// The resource that is always there.
    static let all: [Value] = [
        [
            "uri": "strobe://stores", "name": "stores", "title": "Stores",
            "description": "Processes and recordings with their stores.", "mimeType": "text/plain",
        ]
    ]

    /// The forms of the others.
    static let templates: [Value] = [
        template("state{?path,at}", "state", "State", "Outline of a state, now or at a seq."),
        template("log", "log", "Log", "The newest entries of the log."),
        template("actions", "actions", "Actions", "The actions as Swift declarations."),
        template("graph{?path}", "graph", "Graph", "What actions did to an enum, as a state diagram of Mermaid."),
    ]

    private static func template(_ form: String, _ name: String, _ title: String, _ text: String) -> Value {
        [
            "uriTemplate": .string("strobe://{process}/{store}/\(form)"), "name": .string(name),
            "title": .string(title), "description": .string(text), "mimeType": "text/plain",
        ]
    }

    /// What was read, and how long it stays true.
    struct Reading: Sendable {
        var text: String
        var milliseconds: Int
    }

    /// Reads a resource.
    ///
    /// - Throws: ``AgentError``: `invalidParams` if there is none of this address.
    func read(_ uri: String) async throws -> Reading {
        do {
            return try await find(uri)
        } catch let error as AgentError where error.code == .tool {
            // What a tool would say in its result; here there is only an error.
            let quoted = error.quoted.map { Value.string(AgentText.line($0)) }
            throw AgentError(.invalidParams, error.message, data: ["program": .array(quoted)])
        }
    }

    private func find(_ uri: String) async throws -> Reading {
        guard let address = AgentAddress(uri) else { throw unknown(uri) }
        if address.parts == ["stores"] {
            return try await reading(.listStores, [:], isPast: false)
        }
        guard address.parts.count == 3 else { throw unknown(uri) }
        var arguments: Value.Object = ["store": .string("\(address.parts[0])/\(address.parts[1])")]
        for name in ["path", "at"] {
            if let value = address.parameters[name] { arguments[name] = .string(value) }
        }
        switch address.parts[2] {
        case "state":
            // A past state never changes; what is live, and what a branch of that name is, may.
            return try await reading(.readState, arguments, isPast: address.parameters["at"].flatMap { Int($0) } != nil)
        case "log":
            return try await reading(.listLog, ["store": arguments["store"] ?? .null], isPast: false)
        case "actions":
            return try await reading(.listActions, ["store": arguments["store"] ?? .null], isPast: false)
        case "graph":
            let store = try await stores.store(named: arguments.text("store"))
            let path = try AgentArguments(members: arguments).path()
            let graph = try await store.askLong(GraphGet(store: store.id, path: path)).result
            return Reading(text: cut(MermaidText.lines(graph)), milliseconds: 0)
        default: throw unknown(uri)
        }
    }

    private func reading(_ tool: AgentTool, _ arguments: Value.Object, isPast: Bool) async throws -> Reading {
        let call = AgentCall(arguments: AgentArguments(members: arguments), stores: stores, options: options)
        guard case .answer(let answer) = try await tool.run(call) else { return Reading(text: "", milliseconds: 0) }
        return Reading(text: answer.fitted(to: options.maxBytes).text, milliseconds: isPast ? 3_600_000 : 0)
    }

    /// The lines of a diagram that fit, and how many do not, as a comment of it.
    private func cut(_ lines: [String]) -> String {
        let whole = lines.joined(separator: "\n")
        guard whole.utf8.count > options.maxBytes else { return whole }
        // Some room for the comment.
        var room = options.maxBytes - 60
        let shown = lines.prefix { line in
            room -= line.utf8.count + 1
            return room >= 0
        }
        return (shown + ["%% \(NumberText.grouped(lines.count - shown.count)) lines were left out"])
            .joined(separator: "\n")
    }

    private func unknown(_ uri: String) -> AgentError {
        AgentError(
            .invalidParams,
            "There is no such resource: strobe://stores, or strobe://PROCESS/STORE/ and state, log, actions or graph.",
            data: ["uri": .string(AgentText.clipped(uri))])
    }
}

extension Value.Object {
    fileprivate func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }
}
