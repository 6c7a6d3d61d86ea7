import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

/// The store that a call is about.
struct AgentStore: Sendable {
    /// The name of its process.
    let process: String
    /// Its id.
    let id: String
    /// How the client named it, for the calls that are proposed to it.
    let asked: String
    let session: AgentSession

    /// Its name, for lines of ours.
    var name: String { AgentText.name(process, id) }
    /// Whether it is in a recording.
    var isRecorded: Bool { session.isRecorded }

    /// The beginning of every first line: `shop/cart @57`.
    func head(_ seq: Int) -> String { "\(name) @\(seq)" }

    /// Asks a question that is answered at once.
    ///
    /// - Throws: ``AgentError``.
    func ask<R: Request>(_ request: R) async throws -> Answer<R.Result> {
        do {
            return try await session.ask(request)
        } catch {
            throw AgentError(error, of: self)
        }
    }

    /// Asks a question that may take long.
    ///
    /// - Throws: ``AgentError``.
    func askLong<R: Request>(_ request: R) async throws -> Answer<R.Result> {
        do {
            return try await session.askLong(request)
        } catch let error as ClientError {
            throw AgentError(error, of: self)
        }
    }

    /// How its actions and states are written.
    ///
    /// - Throws: ``AgentError``.
    func notation() async throws -> Notation {
        do {
            return try await session.notation(of: id)
        } catch {
            throw AgentError(error, of: self)
        }
    }

    /// Its description now.
    ///
    /// - Throws: ``AgentError``.
    func describe() async throws -> StoreDescription { try await ask(StoreDescribe(store: id)).result }

    /// A call about this store, as the client would make it.
    func call(_ tool: String, _ arguments: Value.Object = [:]) -> String {
        var all: Value.Object = ["store": .string(asked)]
        for (key, value) in arguments { all[key] = value }
        return AgentText.call(tool, all)
    }
}
