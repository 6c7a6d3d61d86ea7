import StrobeClient
import StrobeProtocol
import StrobeTransport
import StrobeTree

extension InspectorError {
    /// Any error as one of the inspector.
    init(any error: any Error) {
        switch error {
        case let error as InspectorError: self = error
        case let error as ProtocolError: self.init(error.code == .cancelled ? .cancelled : .failed, error.message)
        case let error as ClientError: self.init(error)
        case let error as TransportError:
            self.init(error.code == .cancelled ? .cancelled : .connectionLost, error.message)
        case let error as TreeError: self.init(.failed, error.message)
        case is CancellationError: self.init(.cancelled, "The command was cancelled.")
        default: self.init(.failed, String(describing: error))
        }
    }
}

extension InspectorError {
    private init(_ error: ClientError) {
        let code: Code
        switch error.code {
        case .cancelled: code = .cancelled
        case .refused, .malformedAnswer, .timedOut, .tooLarge: code = .failed
        case .cannotConnect, .cannotLaunch, .connectionLost, .closed, .notFound, .ambiguous, .insecure:
            code = .connectionLost
        }
        self.init(code, error.message)
    }
}
