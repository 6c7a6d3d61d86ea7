import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

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
    private let connection: Connection
    nonisolated var client: DebugClient { connection.client }
    /// The process, as it described itself.
    nonisolated var process: Initialize.Process? { connection.process }
    /// The redaction rules of the process; `nil` if unknown.
    nonisolated var redaction: [String]? { connection.redaction }
    /// The answer that opened the session; `nil` if unknown.
    nonisolated var opened: Initialize.Result? { connection.opened }
    /// Shows the progress of long-running work.
    nonisolated let board: ProgressBoard?
    /// The list of all attached processes; `nil` if there can be no others.
    weak var attachments: Attachments?
    /// The name of the process, if others are attached as well.
    var label: String?
    /// Whether this session is the current one.
    var isInFront = true
    /// The stores, and what is known of them.
    var known: KnownStores
    var stores: [StoreDescription] { known.all }
    /// The user's current store and positions.
    private(set) var location = Location() {
        didSet { tellPrompt() }
    }
    /// The gates of the stores.
    var gates = Gates() {
        didSet { tellPrompt() }
    }
    var breakpoints = Breakpoints()
    var subscriptions = Subscriptions()
    /// The events that wait to be printed.
    var feed = EventFeed()
    /// The actions sent by this session.
    var sent = SentActions()
    /// The variables set by `let` and loops.
    private(set) var variables = ScriptVariables()
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
    private var line = PromptLine()
    /// Whether the user asked to leave.
    private(set) var isLeaving = false
    /// Why the connection was closed; `nil` while it is open.
    private(set) var loss: String?
    private var onLoss: (@Sendable () -> Void)?

    /// Creates a session of an initialised client.
    init(
        client: DebugClient, process: Initialize.Process? = nil, redaction: [String]? = nil,
        opened: Initialize.Result? = nil, stores: [StoreDescription], console: any Console, options: Options
    ) {
        connection = Connection(client, process, redaction: redaction, opened: opened)
        known = KnownStores(stores)
        output = Output(console: console, isJSON: options.isJSON)
        self.options = options
        board = options.isJSON ? nil : console.status.map(ProgressBoard.init)
        for store in known.all { gates.note(store) }
        location.use(stores.first?.id)
    }

    /// Changes the current location.
    func move(_ change: (inout Location) -> Void) {
        change(&location)
    }

    /// Sets a variable.
    func set(_ name: String, to text: String) throws {
        try variables.set(name, to: text)
    }

    /// Replaces all variables.
    func set(_ variables: ScriptVariables) {
        self.variables = variables
    }

    /// Notes that a command used a store.
    func noteUse(of store: String) {
        known.noteUse(of: store)
    }

    /// Sets the recording opened instead of a process.
    func setRecording(_ recording: OpenRecording?) {
        self.recording = recording
    }

    /// Ends the session after the current command.
    func leave() {
        isLeaving = true
    }

    /// Notes that the connection is closed, and reports it once.
    func lose(_ reason: String) {
        guard loss == nil else { return }
        loss = reason
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
        loss = nil
        // The server's data for the old connection is gone.
        subscriptions.forgetConnection()
        gates.subscription = nil
        breakpoints.lose()
        replay = nil
        known.replace(with: back.opened.stores)
        if isOther {
            known.forgetDetails()
            gates.forgetAll()
            sent.forgetEntries()
            location.forgetPositions()
        }
        for store in stores { gates.note(store) }
        if !stores.contains(where: { $0.id == location.store }) { location.use(stores.first?.id) }
        tellPrompt()
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

    func tellPrompt() {
        if isInFront, line.handler != nil { line.tell(prompt) }
    }

    /// Sets the text that the next typed line starts with.
    func begin(nextLine text: String) {
        line.begin(with: text)
    }

    /// Removes and returns the text that the next line starts with.
    func takeNextText() -> String { line.takeText() }

    // MARK: - Requests

    /// Sends a request and waits for its answer; cancelling the task cancels the request.
    func answer<R: Request>(_ request: R) async throws -> Answer<R.Result> {
        do {
            let answer = try await SlowAnswerNotice.wait(options.patience) {
                self.note(
                    "no answer yet: a reducer is suspended, or the process is busy or stopped, maybe by a debugger. "
                        + "Ctrl-C gives up")
            } _: {
                try await client.answer(to: request)
            }
            // A script prints earlier events before the answer; the prompt does not wait for events.
            if !options.isInteractive, !subscriptions.watches.all.isEmpty || gates.subscription != nil {
                await settle()
            }
            return answer
        } catch let error as ClientError {
            // A refusal is reported in the server's own words.
            guard var refusal = error.serverError else { throw error }
            if refusal.code == .readOnly { refusal.data["asked"] = options.isReadOnly ? "read" : "control" }
            throw refusal
        }
    }

    /// The notation of a store's values.
    func notation(of id: String) async -> Notation {
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
        known.note(notation, of: id)
        return notation
    }
}
