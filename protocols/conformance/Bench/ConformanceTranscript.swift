internal import StrobeTree

/// A transcript of `protocols/v1/transcripts`, checked word for word.
public struct ConformanceTranscript: Sendable {
    /// A line of a transcript.
    enum Step: Sendable {
        case client(Value)
        case clientText(String)
        case server(Value)
        case end
    }

    /// The name of its file up to the first dot.
    public let name: String
    let steps: [(line: Int, step: Step)]

    /// Parses a transcript.
    ///
    /// - Parameters:
    ///   - name: The name of the transcript.
    ///   - text: Its lines, as `transcripts/README.md` describes them.
    /// - Throws: `badTranscript` with the number of the invalid line.
    public init(name: String, text: String) throws(ConformanceError) {
        self.name = name
        var steps: [(Int, Step)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty {
            guard let value = try? JSON.parse(String(line)), let members = value.members, members.count == 1,
                let (kind, content) = members.first, let step = Self.step(kind, content)
            else {
                throw ConformanceError(.badTranscript, "Line \(index + 1) of the transcript \(name) is not a step.")
            }
            steps.append((index + 1, step))
        }
        self.steps = steps
    }

    /// The rule that it tests.
    public var rule: Rule {
        Rule(
            id: "transcript.\(name)", section: "transcripts/\(name).jsonl",
            text: "The server gives the answers of the transcript.")
    }

    private static func step(_ kind: String, _ content: Value) -> Step? {
        switch (kind, content) {
        case ("client", .object): .client(content)
        case ("clientText", .string(let text)): .clientText(text)
        case ("server", .object): .server(content)
        case ("end", "server"): .end
        default: nil
        }
    }

    /// The description of its store, as the server first sends it; `nil` if it needs no store.
    private var store: Value? {
        for case (_, .server(let message)) in steps {
            return message["result"]?["stores"]?.list?.first
        }
        return nil
    }

    /// The methods that it needs: those of the requests that are answered with a result.
    private var methods: [String] {
        var answered: Set<Value> = []
        for case (_, .server(let message)) in steps where message["result"] != nil {
            if let id = message["id"] { answered.insert(id) }
        }
        return steps.compactMap { step in
            guard case .client(let message) = step.step, let id = message["id"], answered.contains(id) else {
                return nil
            }
            return message["method"]?.text
        }
    }

    /// Plays the transcript.
    func run(_ bench: Bench) async throws {
        try expectItsStore(bench)
        let peer = try await bench.connect()
        var pattern = TranscriptPattern()
        for (line, step) in steps {
            let place = "\(name).jsonl:\(line)"
            switch step {
            case .client(let message):
                var message = pattern.filled(message)
                if let token = bench.subject.token, message["method"] == "initialize",
                    case .object(let params)? = message["params"]
                {
                    message = .object(
                        (message.members ?? [:]).with("params", .object(params.with("token", .string(token)))))
                }
                if let id = message["id"] {
                    await peer.expectAnswer(
                        to: id, isOrdered: message["method"] != "ping", method: message["method"]?.text)
                }
                try await peer.send(JSON.text(message))
            case .clientText(let text):
                if let id = (try? JSON.parse(text))?["id"], id != .null {
                    await peer.expectAnswer(to: id, isOrdered: false)
                }
                try await peer.send(text)
            case .server(let expected):
                guard let answer = try await peer.next() else {
                    throw Finding.failed(
                        "\(place): the server closed.", expected: JSON.text(expected), got: "the end of the connection")
                }
                guard pattern.match(expected, answer.value) else {
                    throw Finding.failed(
                        "\(place): the server gives another answer.", expected: JSON.text(expected),
                        got: answer.value)
                }
            case .end: try await peer.expectEnd(after: place)
            }
        }
    }

    /// Throws a skip unless the endpoint has the store of the transcript, in its initial state.
    private func expectItsStore(_ bench: Bench) throws(Finding) {
        guard let store else { return }
        let id = store["id"]?.text ?? ""
        guard bench.facts.stores.count == 1, let there = bench.facts.stores.first, there["id"] == store["id"] else {
            throw .skipped("the endpoint's only store is not \(id), as transcripts/README.md describes it")
        }
        // A shared server has left its initial state after the first transcript.
        guard !bench.subject.transport.isShared else {
            throw .skipped("it needs a freshly started server: give a command")
        }
        var pattern = TranscriptPattern()
        guard pattern.match(store, there) else { throw .skipped("the store \(id) is not as described") }
        guard bench.facts.hasControl || name == "read-only" else {
            throw .skipped("the endpoint grants read access only")
        }
        if let missing = methods.first(where: { !bench.facts.methods.contains($0) }) {
            throw .skipped("\(missing) is not declared")
        }
    }
}
