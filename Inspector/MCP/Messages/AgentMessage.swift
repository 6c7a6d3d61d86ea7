package import StrobeProtocol
package import StrobeTree

/// What a client sends: a line with a message of JSON-RPC.
package enum AgentMessage: Sendable, Hashable {
    /// A request, which is answered.
    case request(id: RequestID, method: String, params: Value.Object)
    /// A message that gets no answer.
    case notification(method: String, params: Value.Object)
    /// An answer; nothing is asked of clients, so it is ignored.
    case answer

    /// The longest line that is read, in bytes.
    package static let lineBytes = 1 << 20

    /// Reads a line.
    ///
    /// - Returns: The message, or the line to answer with if it is none.
    package static func read(_ line: [UInt8]) -> Reading {
        do throws(ProtocolError) {
            switch try Envelope.decode(line, limits: JSONLimits(maxDepth: 64, maxBytes: lineBytes)) {
            case .request(let id, let method, let params):
                return .message(.request(id: id, method: method, params: params))
            case .notification(let method, let params): return .message(.notification(method: method, params: params))
            case .result, .failure: return .message(.answer)
            }
        } catch {
            let code: AgentError.Code =
                switch error.code {
                case .parseError: .notJSON
                case .invalidParams: .invalidParams
                default: .invalidRequest
                }
            return .refused(AgentReply.failure(AgentError(code, error.message), to: error.id))
        }
    }

    /// A message, or the answer to a line that is none.
    package enum Reading: Sendable, Hashable {
        case message(AgentMessage)
        case refused([UInt8])
    }
}

/// Writes the lines that are sent to a client.
enum AgentReply {
    /// The answer to a request.
    static func result(_ result: Value.Object, to id: RequestID) -> [UInt8] {
        line(["jsonrpc": "2.0", "id": id.value, "result": .object(result)])
    }

    /// The error in answer to a request, or to a line whose id could not be read.
    static func failure(_ error: AgentError, to id: RequestID?) -> [UInt8] {
        // A tool's own failure is a result; if one gets here it is the server's.
        let code = error.code.rawValue < 0 ? error.code : .failed
        var members: Value.Object = ["code": .int(Int64(code.rawValue)), "message": .string(error.message)]
        if !error.data.isEmpty { members["data"] = .object(error.data) }
        return line(["jsonrpc": "2.0", "id": id?.value ?? .null, "error": .object(members)])
    }

    /// A notification.
    static func notification(_ method: String, _ params: Value.Object) -> [UInt8] {
        line(["jsonrpc": "2.0", "method": .string(method), "params": .object(params)])
    }

    private static func line(_ members: Value.Object) -> [UInt8] {
        var bytes: [UInt8] = []
        JSON.write(.object(members), into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
