import Foundation
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree

/// A process that answers as little as a test wants.
final class ScriptedProcess: Sendable {
    /// What the process was asked.
    let requests = AsyncCondition<[String]>([])
    /// What was not answered: with it, the answer is sent after all.
    private let unanswered = AsyncCondition<[(method: String, answer: @Sendable (Value) async -> Void)]>([])
    let endpoint: String
    private let listener: Listener
    private let answers: @Sendable (String) -> Value?
    private let folder: URL

    /// Listens on a socket of its own.
    ///
    /// - Parameter answers: The result for a method; without one it is never answered.
    init(answering answers: @escaping @Sendable (String) -> Value?) async throws {
        folder = URL(filePath: "/tmp/agents-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = folder.appending(path: "peer.sock").path()
        endpoint = "unix:\(path)"
        listener = try await Transport.listen(on: .unix(path: path))
        self.answers = answers
        Task { [listener, weak self] in
            for await connection in listener.connections { self?.serve(connection) }
        }
    }

    /// A process that opens sessions, and answers nothing after that.
    static func silent() async throws -> ScriptedProcess {
        try await ScriptedProcess { method in
            // Not the literal `nil`, which is the value null as well.
            switch method {
            case "initialize": .some(opened)
            case "subscribe": .some(["subscription": "1"])
            default: .none
            }
        }
    }

    private func serve(_ connection: any Connection) {
        Task { [requests, answers, unanswered] in
            while let line = try? await connection.nextLine() {
                switch try? Envelope.decode(line) {
                case .request(let id, let method, let params)?:
                    let answer: @Sendable (Value) async -> Void = { value in
                        try? await connection.write(Envelope.result(id: id, value).encode())
                    }
                    let known = answers(method)
                    if known == nil { unanswered.update { $0.append((method, answer)) } }
                    requests.update { $0.append("\(method) \(id) \(JSON.text(.object(params)))") }
                    if let known { await answer(known) }
                case .notification(let method, let params)?:
                    requests.update { $0.append("\(method) \(JSON.text(.object(params)))") }
                default: break
                }
            }
        }
    }

    /// Answers the first request of a method that was not answered.
    func answer(_ method: String, with value: Value) async {
        let answer = unanswered.update { unanswered in
            unanswered.firstIndex { $0.method == method }.map { unanswered.remove(at: $0).answer }
        }
        await answer?(value)
    }

    /// Waits until it was asked something.
    func waitForRequest(_ fits: @escaping @Sendable (String) -> Bool) async -> String? {
        await requests.wait(within: .seconds(30)) { $0.first(where: fits) }
    }

    func end() async {
        await listener.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The answer to `initialize` of a process with a store.
    static let opened: Value = [
        "protocolVersion": 1, "server": ["name": "test", "version": "1"],
        "process": ["pid": 77, "name": "slow", "startedAt": 0], "session": "1", "access": "control",
        "limits": (try? MessageEncoder().encode(SessionLimits())) ?? .null,
        "capabilities": ["methods": [], "events": ["stores"]],
        "stores": [
            [
                "id": "lake", "name": "lake", "stateType": "Lake", "actionType": "LakeAction", "kind": "reducer",
                "seq": 3, "firstSeq": 0, "paused": false,
                "capabilities": ["dispatch": true, "replay": true, "jump": true, "gate": true, "edit": true],
            ]
        ],
    ]
}
