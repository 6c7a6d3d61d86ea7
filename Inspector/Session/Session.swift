import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree
import Synchronization

/// An attached process: commands send their requests through it, and it receives the events.
actor Session: RequestSender, Printing {
    /// The options of a session.
    struct Options: Sendable, Hashable {
        /// Whether results are JSON instead of text.
        var isJSON = false
        /// Whether a user types the commands, as opposed to a script.
        var isInteractive = false
        /// Whether only read access was requested.
        var isReadOnly = false
        /// How long events are gathered before they are printed at the prompt.
        var gathering = Duration.milliseconds(120)
        /// How long to wait for an answer before a notice is printed.
        var patience = Duration.seconds(3)
    }

    nonisolated let output: Output
    nonisolated let options: Options
    /// What the user has set.
    nonisolated let preferences: Preferences
    private let connection: Connection
    nonisolated var client: DebugClient { connection.client }
    /// The process, as it described itself.
    nonisolated var process: Initialize.Process? { connection.process }
    /// The redaction rules of the process; `nil` if unknown.
    nonisolated var redaction: [String]? { connection.redaction }
    /// The answer that opened the session; `nil` if unknown.
    nonisolated var opened: Initialize.Result? { connection.opened }
    /// Asks the user a question that is answered with yes or no; `nil` if no user can be asked.
    var confirmation: (@Sendable (String) async -> Bool)?
    /// The tour, while it lasts.
    var tour: Tour?
    /// The last line that the user typed, other than `again`.
    var lastLine: String?
    /// Shows the progress of long-running work.
    nonisolated let board: ProgressBoard?
    /// The list of all attached processes; `nil` if there can be no others.
    weak var attachments: Attachments?
    /// The name of the process, if others are attached as well.
    var label: String?
    /// Whether this session is the current one.
    var isInFront = true
    /// What commands read without waiting for the session, which alone changes it.
    private nonisolated let state: Mutex<SessionState>
    /// The stores, and what is known of them.
    nonisolated var known: KnownStores { state.withLock { $0.known } }
    nonisolated var stores: [StoreDescription] { known.all }
    /// The user's current store and positions.
    nonisolated var location: Location { state.withLock { $0.location } }
    /// The variables set by `let` and loops.
    nonisolated var variables: ScriptVariables { state.withLock { $0.variables } }
    /// Whether the user asked to leave.
    nonisolated var isLeaving: Bool { state.withLock { $0.isLeaving } }
    /// Why the connection was closed; `nil` while it is open.
    nonisolated var loss: String? { state.withLock { $0.loss } }
    /// The gates of the stores.
    var gates: Gates {
        didSet { tellPrompt() }
    }
    var breakpoints = Breakpoints()
    var subscriptions = Subscriptions()
    /// The events that wait to be printed.
    var feed = EventFeed()
    /// Where events go while a full-screen view is shown; `nil` for the console.
    var screen: AsyncStream<StyledText>.Continuation?
    /// The actions sent by this session.
    var sent = SentActions()
    /// The script that commands are written to.
    var transcript: Transcript?
    /// The recording opened instead of a process; `nil` for a process.
    private(set) var recording: OpenRecording?
    /// The running recorder, if any.
    var recorder: ClientRecorder? {
        didSet { tellPrompt() }
    }
    /// The path of a recording that ended by itself, until that is reported after the process returned.
    var endedRecording: String?
    var replay: PlayedReplay?
    /// The last page of all logs together.
    private(set) var mergedPage: MergedPage?
    private var line = PromptLine()
    private var onLoss: (@Sendable () -> Void)?

    /// Creates a session of an initialised client.
    init(
        client: DebugClient, process: Initialize.Process? = nil, redaction: [String]? = nil,
        opened: Initialize.Result? = nil, stores: [StoreDescription], console: any Console, options: Options,
        preferences: Preferences = Preferences()
    ) {
        self.preferences = preferences
        connection = Connection(client, process, redaction: redaction, opened: opened)
        let state = SessionState(stores)
        self.state = Mutex(state)
        gates = Gates(state.known.all)
        output = Output(console: console, isJSON: options.isJSON)
        self.options = options
        board = options.isJSON ? nil : console.status.map(ProgressBoard.init)
    }

    /// Changes what commands read.
    func update<Result: Sendable>(_ change: (inout SessionState) -> Result) -> Result {
        state.withLock { change(&$0) }
    }

    /// Changes the current location.
    func move(_ change: (inout Location) -> Void) {
        // Without the lock, since the change may read the session; nothing but the session changes the location.
        var location = location
        change(&location)
        update { $0.location = location }
        tellPrompt()
    }

    /// Sets a variable.
    nonisolated func set(_ name: String, to text: String) throws {
        try state.withLock { try $0.variables.set(name, to: text) }
    }

    /// Gives a variable back the value that it had; `nil` if it had none.
    nonisolated func restore(_ name: String, to text: String?) {
        state.withLock { state in
            state.variables.remove(name)
            // It fitted before.
            if let text { try? state.variables.set(name, to: text) }
        }
    }

    /// Replaces all variables.
    nonisolated func set(_ variables: ScriptVariables) {
        state.withLock { $0.variables = variables }
    }

    /// The results of commands.
    nonisolated var results: CommandResults { state.withLock { $0.results } }
    /// The line that Enter alone repeats or continues with.
    nonisolated var onEnter: String? { state.withLock { $0.onEnter } }
    /// Notes the result of a command.
    ///
    /// - Returns: Its number.
    @discardableResult
    nonisolated func note(_ result: CommandResults.Result) -> Int { state.withLock { $0.results.add(result) } }

    /// Keeps a result as the last one, without a number.
    nonisolated func noteLast(_ result: CommandResults.Result) { state.withLock { $0.results.setLast(result) } }

    /// Sets the line that Enter alone repeats or continues with.
    nonisolated func set(onEnter line: String?) { state.withLock { $0.onEnter = line } }

    /// Notes that a command used a store.
    nonisolated func noteUse(of store: String) {
        state.withLock { $0.known.noteUse(of: store) }
    }

    /// Sets the recording opened instead of a process.
    func setRecording(_ recording: OpenRecording?) {
        self.recording = recording
    }

    /// Keeps a page of all logs, so that the next one goes on from it.
    func set(mergedPage: MergedPage) {
        self.mergedPage = mergedPage
    }

    /// Ends the session after the current command.
    func leave() {
        update { $0.isLeaving = true }
    }

    /// Notes that the connection is closed, and reports it once.
    func lose(_ reason: String) {
        guard loss == nil else { return }
        update { $0.loss = reason }
        if !isLeaving { report(InspectorError(.connectionLost, label.map { "\($0): \(reason)" } ?? reason)) }
        // Waiting commands send their request again and find the connection lost.
        subscriptions.wakeAll()
        gates.wakeAll()
        onLoss?()
    }

    /// Replaces the lost connection.
    ///
    /// - Parameter isOther: Whether it leads to another process, of which nothing is known yet.
    func begin(_ back: Reattachment.Return, forgetting isOther: Bool) {
        connection.replace(with: back)
        update { $0.loss = nil }
        // The server's data for the old connection is gone.
        subscriptions.forgetConnection()
        gates.subscription = nil
        breakpoints.lose()
        replay = nil
        update {
            $0.known.replace(with: back.opened.stores)
            if isOther {
                $0.known.forgetDetails()
                $0.location.forgetPositions()
            }
            let stores = $0.known.all
            if !stores.contains(where: { [store = $0.location.store] in $0.id == store }) {
                $0.location.use(stores.first?.id)
            }
        }
        if isOther {
            gates.forgetAll()
            sent.forgetEntries()
            update { $0.results = CommandResults() }
            mergedPage = nil
        }
        for store in stores { gates.note(store) }
        tellPrompt()
    }

    /// Notes the result of a sent action.
    func noteSent(_ result: ActionDispatch.Result, to store: String) {
        sent.tally.add(result)
        guard result.held == nil else { return }
        sent.note(result.seq, to: store)
        if result.applied != false { sent.note(change: result.seq, of: store) }
    }

    /// Notes an entry by which this session changed a store.
    func noteChange(_ seq: Int, of store: String) {
        sent.note(change: seq, of: store)
    }

    /// Notes that a change was undone.
    func noteUndone(_ change: Int, by seq: Int, in store: String) {
        sent.note(undone: change, by: seq, in: store)
    }

    /// Notes a sent action.
    func noteSent(_ seq: Int, to store: String) {
        sent.note(seq, to: store)
    }

    /// Sets the handler of a lost connection; called at once if it is lost already.
    func setLossHandler(_ handler: (@Sendable () -> Void)?) {
        onLoss = handler
        if loss != nil { handler?() }
    }

    // MARK: - Prompt

    /// The prompt: `shop> `, `shop@41> `, with two held actions `shop paused 2> `, if a store diverged from its replay
    /// `shop diverged> `, while recording `shop ●> `, and with several processes `demo/shop> `.
    var prompt: StyledText {
        var text = label.map { StyledText($0 + "/", .dim) } ?? StyledText()
        text += location.place
        if let gate = location.store.flatMap({ gates[$0] }), gate.isPaused {
            text.append(" paused", .changed)
            if gate.count > 0 { text.append(" " + NumberText.grouped(gate.count), .past) }
        }
        if let store = location.store, known.diverged[store] != nil { text.append(" diverged", .failure) }
        if let replayMark { text.append(" \(replayMark)", .changed) }
        if recorder != nil { text.append(" ●", .red) }
        return text + "> "
    }

    /// Sets the handler called when the prompt changes.
    func setPromptHandler(_ handler: @escaping @Sendable (StyledText) -> Void) {
        line.handler = handler
    }

    /// Sets how the user is asked.
    func setConfirmation(_ confirmation: @escaping @Sendable (String) async -> Bool) {
        self.confirmation = confirmation
    }

    func tellPrompt() {
        if isInFront, line.handler != nil { line.tell(prompt) }
    }

    /// Sets the text that the next typed line starts with.
    func begin(nextLine text: String) {
        line.begin(with: text)
    }

    /// The prompt, and the text that its line starts with, which is removed.
    func takePrompt() -> (prompt: StyledText, text: String) { (prompt, takeNextText()) }

    /// Removes and returns the text that the next line starts with.
    func takeNextText() -> String { line.takeText() }

    // MARK: - Requests

    /// Sends a request and waits for its answer; cancelling the task cancels the request.
    func answer<R: Request>(_ request: R) async throws -> Answer<R.Result> {
        do {
            let raw = try await exchange(R.method, try DebugClient.params(of: request))
            return try DebugClient.answer(to: R.self, in: raw)
        } catch let error as ClientError {
            // A refusal is reported in the server's own words.
            guard var refusal = error.serverError else { throw error }
            if refusal.code == .readOnly { refusal.data["asked"] = options.isReadOnly ? "read" : "control" }
            throw refusal
        }
    }

    /// Not generic: as a part of `answer(_:)`, it would be compiled for each message.
    private func exchange(_ method: String, _ params: Value.Object) async throws -> Value {
        let raw = try await SlowAnswerNotice.wait(options.patience) {
            self.note(
                "no answer yet: a reducer is suspended, or the process is busy or stopped, maybe by a debugger. "
                    + "Ctrl-C gives up")
        } _: {
            try await client.request(method: method, params: .object(params))
        }
        // A script prints earlier events before the answer; the prompt does not wait for events.
        if !options.isInteractive, subscriptions.watches.areAny || gates.subscription != nil {
            await settle()
        }
        return raw
    }

    /// The notation of a store's values.
    nonisolated func notation(of id: String) async -> Notation {
        if let notation = known.notations[id] { return notation }
        let notation: Notation
        do {
            let shapes = try await answer(ActionSchema(store: id)).result
            notation = Notation(state: shapes.state, action: shapes.schema)
        } catch let error as ProtocolError where error.code != .cancelled {
            // Some stores have no schema; they are not asked again.
            notation = Notation()
        } catch {
            return Notation()
        }
        state.withLock { $0.known.note(notation, of: id) }
        return notation
    }
}
