public import Logging
public import Strobe

/// Metadata of log lines that are written in the work of a store: `store` and `seq`.
///
///     LoggingSystem.bootstrap(StreamLogHandler.standardOutput, metadataProvider: .strobe)
///     store.addLogMetadata(as: "cart")
///
/// A line that is logged in an effect handler, a thunk, late work or an asynchronous reducer has the id of the store, and
/// as `seq` the number of the transition that requested the work; in an asynchronous reducer, the number that its own
/// transition is going to have.
extension Logger.MetadataProvider {
    /// The store and the transition that the current code works for; nothing elsewhere.
    public static let strobe = Logger.MetadataProvider {
        guard let work = LoggedWork.current else { return [:] }
        var metadata: Logger.Metadata = ["store": "\(work.store)"]
        if let seq = work.seq { metadata["seq"] = "\(seq)" }
        return metadata
    }
}

extension Store {
    /// Gives log lines that effect handlers and thunks of this store write the metadata of `MetadataProvider.strobe`.
    ///
    /// Work that runs already does not get it. Actions cost what they cost before.
    ///
    /// - Parameter id: What the store is called in log lines.
    public func addLogMetadata(as id: String) { addInstrument(LoggedStore(id)) }
}

extension AsyncStore {
    /// Gives log lines that the reducer and late work of this store write the metadata of `MetadataProvider.strobe`.
    ///
    /// - Parameter id: What the store is called in log lines.
    public func addLogMetadata(as id: String) { addInstrument(LoggedStore(id)) }
}

extension StateObjectMachine {
    /// Gives log lines that the work of states writes the metadata of `MetadataProvider.strobe`.
    ///
    /// - Parameter id: What the machine is called in log lines.
    nonisolated public func addLogMetadata(as id: String) { addInstrument(LoggedStore(id)) }
}

/// What the current code works for.
private struct LoggedWork: WorkScope {
    @TaskLocal static var current: LoggedWork?

    let store: String
    let seq: Int?

    func perform(_ body: () async -> Void) async {
        await Self.$current.withValue(self, operation: body)
    }

    func performInline(_ body: () -> Void) {
        Self.$current.withValue(self, operation: body)
    }
}

private final class LoggedStore: WorkInstrument {
    private let id: String

    init(_ id: String) {
        self.id = id
    }

    func scope(of work: InstrumentedWork) -> (any WorkScope)? {
        LoggedWork(store: id, seq: work.seq ?? work.cause)
    }
}
