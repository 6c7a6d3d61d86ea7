import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTransport
import StrobeTree

extension InspectorError {
    /// Converts any error.
    package init(any error: any Error) {
        switch error {
        case let error as InspectorError: self = error
        case let error as ScriptFailure: self.init(any: error.underlying)
        case let error as ScriptErrors:
            self = error.failures.first.map { InspectorError(any: $0) } ?? .init(.usage, "The script cannot be read.")
        case let error as ProtocolError:
            self.init(error.code == .cancelled ? .cancelled : .failed, Self.message(of: error))
        case let error as ClientError: self.init(error)
        case let error as TransportError:
            self.init(error.code == .cancelled ? .cancelled : .connectionLost, error.message)
        case let error as RecordingError: self.init(.failed, error.message)
        case let error as TreeError: self.init(.failed, error.message)
        case is CancellationError: self.init(.cancelled, "The command was cancelled.")
        default: self.init(.failed, String(describing: error))
        }
    }
}

extension InspectorError {
    /// The server's message, reworded if it addresses authors of clients.
    private static func message(of error: ProtocolError) -> String {
        guard !error.message.isEmpty else {
            let code = "\(error.code.rawValue), \(error.code.kind)"
            return "The server refuses this with the error \(code) and gives no reason."
        }
        switch error.code {
        case .methodNotFound:
            guard case .string(let method)? = error.data["method"] else { return error.message }
            return "This server cannot do that: it has no method \(method)."
        case .readOnly:
            // The session added `asked`, the access that it requested.
            return switch error.data["asked"] {
            case "read": "This session may only read. Attach without --read-only for control access."
            case "control":
                "This session may only read. The process grants no more: start its server with control access."
            default:
                "This session may only read. Attach without --read-only; if that does not help, the process "
                    + "grants no more: start its server with control access."
            }
        case .undecodableAction:
            guard case .string(let pointer)? = error.data["path"], let path = try? Path(pointer: pointer), !path.isRoot
            else { return error.message }
            return "At \(path.swiftStyle) of the action: \(error.message)"
        case .invalidParams:
            guard case .array(let candidates)? = error.data["candidates"] else { return inCommands(error.message) }
            let paths = candidates.compactMap { candidate -> String? in
                guard case .string(let pointer) = candidate else { return nil }
                return (try? Path(pointer: pointer))?.swiftStyle
            }
            return "There is no enum. Name the path of one: \(paths.joined(separator: ", "))."
        default: return error.message
        }
    }

    /// A server's message for authors of clients, in the terms of the prompt.
    private static func inCommands(_ message: String) -> String {
        var text = message[...]
        if text.hasPrefix("Wrong params of "), let end = text.firstRange(of: ": ") {
            text = text[end.upperBound...]
            text = text.prefix(1).uppercased() + text.dropFirst()
        }
        for (method, command) in [("breakpoint/list", "breakpoints"), ("gate/status", "held")] {
            let end = ": \(method) lists them."
            if text.hasSuffix(end) { return "\(text.dropLast(end.count)): `\(command)` lists them." }
        }
        return String(text)
    }

    private init(_ error: ClientError) {
        let code: Code
        switch error.code {
        case .cancelled: code = .cancelled
        case .refused, .malformedAnswer, .timedOut, .tooLarge: code = .failed
        case .cannotConnect, .cannotLaunch, .connectionLost, .closed, .notFound, .noServer, .ambiguous, .insecure:
            code = .connectionLost
        }
        self.init(code, error.message)
    }
}

extension Result where Failure == InspectorError {
    /// What a closure returns or throws, with an error that can be shown.
    package static func known(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(InspectorError(any: error)) }
    }
}
