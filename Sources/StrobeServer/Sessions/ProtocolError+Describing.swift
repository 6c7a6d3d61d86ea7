internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension ProtocolError {
    /// Converts an error thrown by a handler.
    init(describing error: any Error) {
        switch error {
        case let error as ProtocolError: self = error
        case let error as HistoryError: self.init(error)
        case let error as TreeError: self.init(error, as: error.code == .undecodable ? .internalError : nil)
        case let error as StoreError: self.init(error)
        case is CancellationError: self = .cancelled
        default: self.init(.internalError, "The store failed: \(String(describing: error).prefix(500))")
        }
    }

    /// The error for a store that no longer exists.
    static func ended(_ id: String) -> ProtocolError {
        ProtocolError(
            .notSupported,
            "The store \(id) has ended: its log can be read, but nothing can be dispatched to it.")
    }

    private init(_ error: StoreError) {
        switch error.code {
        case .cancelled: self.init(.cancelled, error.message)
        case .ended, .gateFull: self.init(.notSupported, error.message)
        case .stale, .runawayLoop, .reentered, .unhandledEffect, .handlerIsSet:
            self.init(.internalError, error.message)
        }
    }

    private init(_ error: HistoryError) {
        if let tree = error.tree {
            self.init(tree)
            return
        }
        switch error.code {
        case .seqEvicted, .stateUnknown:
            self = .seqEvicted(error.seq ?? 0, firstSeq: error.firstSeq ?? 0)
            message = error.message
        case .noSuchSeq, .noSuchBranch, .invalidEdit, .neverHolds: self.init(.invalidParams, error.message)
        case .tooManyBranches: self.init(.tooLarge, error.message)
        case .notReplayable: self.init(.notSupported, error.message)
        case .cancelled: self = .cancelled
        case .tree, .ended: self.init(.internalError, error.message)
        }
    }
}
