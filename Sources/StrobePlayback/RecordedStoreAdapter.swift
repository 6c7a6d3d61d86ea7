internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeServer
internal import StrobeTree

/// The adapter of a recorded store: it answers all queries about the past, and changes nothing.
struct RecordedStoreAdapter: StoreAdapter {
    typealias State = RecordedState
    typealias Action = RecordedAction
    typealias Effect = EffectDescription

    let id: String
    let name: String
    let kind: String
    let canRestore = false
    let isRecorded = true
    let declaration: MachineDeclaration?
    let history: History<RecordedState, RecordedAction, EffectDescription>
    let log: RecordingLog

    init(_ log: RecordingLog, options: HistoryOptions) {
        self.log = log
        id = log.id
        // An id that occurs in several recordings is distinguished by its prefix.
        name = log.store.name == log.store.id ? log.id : log.store.name
        kind = log.store.kind
        declaration = log.store.declaration.flatMap { MachineDeclaration(recorded: $0) }
        history = History(recorded: log, initial: log.initial, options: options)
    }

    /// The error of a request that would change a live store or need its reducer.
    static func refusal(of id: String) -> ProtocolError {
        ProtocolError(
            .notSupported,
            "\(id) is in a recording, which cannot be changed. To continue from it, replay it into a program: "
                + "strobe replay FILE TARGET.")
    }

    var refusal: ProtocolError? { Self.refusal(of: id) }
    var stateTypeName: String { log.store.stateType }
    var stateSchema: Schema? { log.store.stateSchema }
    var stateShape: Schema { log.store.stateSchema ?? .unknown(type: log.store.stateType) }

    var certainShape: Schema { stateShape }

    func isShown(_ action: RecordedAction) -> Bool { !log.isInGap(action) }
    func gap(at seq: Int) -> ClosedRange<Int>? { log.gap(at: seq) }

    func close() {}

    /// None: actions cannot be dispatched to it.
    var replay: ReplayInfo? { nil }

    func setReplay(_ info: ReplayInfo?) throws(ProtocolError) {
        throw Self.refusal(of: id)
    }

    func perform(
        _ action: Action, origin: Origin, cause: Int?, ifSeq: Int?
    ) async throws -> DispatchOutcome<EffectDescription> {
        throw Self.refusal(of: id)
    }

    func restore(_ state: State, origin: Origin, from source: Int?, note: String?, ifSeq: Int?) async throws -> Int? {
        throw Self.refusal(of: id)
    }

    func verify(from: Int?, to: Int?) async throws -> HistoryVerify.Result? {
        try await RecordingCheck(log).run(from: from, to: to)
    }
}
