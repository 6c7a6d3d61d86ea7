import StrobeTree

/// A tool: its name, form and text, what it does to programs, and how it answers.
struct AgentTool: Sendable {
    /// What a tool does to programs, which clients tell their users.
    enum Effect: Sendable, Hashable {
        case reads
        /// Changes a store.
        ///
        /// - Parameters:
        ///   - destroys: Whether something that was there is gone or different then.
        ///   - repeats: Whether doing it twice is like doing it once.
        ///   - reachesOut: Whether effects may reach other systems.
        case writes(destroys: Bool, repeats: Bool, reachesOut: Bool)

        var isReading: Bool { self == .reads }
    }

    let name: String
    let title: String
    let text: String
    let parameters: [AgentParameter]
    var effect = Effect.reads
    /// The members of the structured content, if its form is small.
    var output: [AgentParameter]?
    let run: @Sendable (AgentCall) async throws -> AgentOutcome

    /// Creates a tool that only reads.
    ///
    /// - Parameters:
    ///   - text: What it is for, at most 400 bytes.
    ///   - output: The members of its structured content, if the form is small.
    init(
        _ name: String, _ title: String, _ text: String, _ parameters: [AgentParameter],
        output: [AgentParameter]? = nil, _ run: @escaping @Sendable (AgentCall) async throws -> AgentAnswer
    ) {
        (self.name, self.title, self.text, self.output) = (name, title, text, output)
        self.parameters = parameters + [.maxBytes]
        self.run = { .answer(try await run($0)) }
    }

    /// Creates a tool that changes something, and may have a question for the user.
    init(
        writing name: String, _ title: String, _ text: String, _ effect: Effect, _ parameters: [AgentParameter],
        output: [AgentParameter]? = nil, _ run: @escaping @Sendable (AgentCall) async throws -> AgentOutcome
    ) {
        (self.name, self.title, self.text, self.output, self.effect) = (name, title, text, output, effect)
        self.parameters = parameters + [.maxBytes]
        self.run = run
    }

    /// The description that `tools/list` has.
    ///
    /// - Parameter structure: Which tools say the form of their structured content.
    func description(_ structure: AgentOptions.Structure) -> Value.Object {
        var tool: Value.Object = [
            "name": .string(name), "description": .string(text),
            "inputSchema": .object(AgentParameter.schema(of: parameters)),
        ]
        switch structure {
        case .none: break
        case .small, .all:
            if let output {
                tool["outputSchema"] = .object(AgentParameter.schema(of: output, isClosed: false))
            } else if structure == .all {
                tool["outputSchema"] = ["type": "object"]
            }
        }
        var hints: Value.Object = ["title": .string(title), "readOnlyHint": .bool(effect.isReading)]
        if case .writes(let destroys, let repeats, let reachesOut) = effect {
            hints["destructiveHint"] = .bool(destroys)
            hints["idempotentHint"] = .bool(repeats)
            hints["openWorldHint"] = .bool(reachesOut)
        } else {
            hints["openWorldHint"] = false
        }
        tool["annotations"] = .object(hints)
        return tool
    }
}

/// What comes of a call: an answer, or a question for the user first.
enum AgentOutcome: Sendable {
    case answer(AgentAnswer)
    case question(AgentQuestion)
}

/// A question for the user before something is changed.
struct AgentQuestion: Sendable {
    /// What is asked; what the program said is escaped in it.
    var message: String
    /// What holds if the user agrees.
    var promise: AgentPromise
}

/// What a user agreed to.
struct AgentPromise: Sendable, Hashable {
    /// The seq that the store must still be at.
    var seq: Int?
    /// The action that must still be held at the gate.
    var held: Int?
}
