import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

/// One attached process as commands see it: what is asked goes through here, and so does what is answered.
actor Session: RequestSender, Printing {
    /// How answers are given.
    struct Options: Sendable, Hashable {
        /// Result objects for programs in place of text for people.
        var isJSON = false
        /// Whether a person types the commands, as opposed to a script.
        var isInteractive = false
        /// Whether nothing but looking was asked for.
        var isReadOnly = false
        /// How long events are gathered at the prompt before they are printed.
        var gathering = Duration.milliseconds(120)
        /// After how long without an answer a word is said about it.
        var patience = Duration.seconds(3)
    }

    nonisolated let output: Output
    nonisolated let options: Options
    private let connection: Connection
    nonisolated var client: DebugClient { connection.client }
    /// The process, as it described itself.
    nonisolated var process: Initialize.Process? { connection.process }
    /// The rules by which the process hides values; `nil` if unknown.
    nonisolated var redaction: [String]? { connection.redaction }
    /// Where it is shown how something long is going.
    nonisolated let board: ProgressBoard?
    /// Who knows of the other processes that are attached; `nil` where no others can be.
    weak var attachments: Attachments?
    /// What the process is called where others are attached as well.
    var label: String?
    /// Whether commands are about this process.
    var isInFront = true
    /// The stores there are, and what is known of them.
    var known: KnownStores
    var stores: [StoreDescription] { known.all }
    /// Where the user is.
    private(set) var location = Location() {
        didSet { tellPrompt() }
    }
    /// What is known of the stores' gates.
    var gates = Gates() {
        didSet { tellPrompt() }
    }
    var breakpoints = Breakpoints()
    var subscriptions = Subscriptions()
    /// Events that wait to be printed.
    var feed = EventFeed()
    /// What was sent from here.
    var sent = SentActions()
    /// The variables that `let` and loops have made.
    private(set) var variables = ScriptVariables()
    /// The script that commands are written into.
    var transcript: Transcript?
    /// What is open in place of a process; `nil` for a process.
    private(set) var recording: OpenRecording?
    /// What writes down what happens, while something does.
    var recorder: ClientRecorder? {
        didSet { tellPrompt() }
    }
    /// The recording that ended by itself, until that is said once more after the process came back.
    var endedRecording: String?
    var replay: PlayedReplay?
    private var line = PromptLine()
    /// Whether the user asked to leave.
    private(set) var isLeaving = false
    /// Why the connection is closed, once it is.
    private(set) var loss: String?
    private var onLoss: (@Sendable () -> Void)?

    /// Makes a session of a client that is initialised.
    init(
        client: DebugClient, process: Initialize.Process? = nil, redaction: [String]? = nil,
        stores: [StoreDescription], console: any Console, options: Options
    ) {
        connection = Connection(client, process, redaction: redaction)
        known = KnownStores(stores)
        output = Output(console: console, isJSON: options.isJSON)
        self.options = options
        board = options.isJSON ? nil : console.status.map(ProgressBoard.init)
        for store in known.all { gates.note(store) }
        location.use(stores.first?.id)
    }

    /// Goes somewhere else.
    func move(_ change: (inout Location) -> Void) {
        change(&location)
    }

    /// Sets a variable.
    func set(_ name: String, to text: String) throws {
        try variables.set(name, to: text)
    }

    /// Sets the variables that there are.
    func set(_ variables: ScriptVariables) {
        self.variables = variables
    }

    /// Notes that a command was about a store.
    func noteUse(of store: String) {
        known.noteUse(of: store)
    }

    /// Notes that it is a recording that one looks at.
    func setRecording(_ recording: OpenRecording?) {
        self.recording = recording
    }

    /// Makes this the last command.
    func leave() {
        isLeaving = true
    }

    /// Notes that the connection is closed, and says so once.
    func lose(_ reason: String) {
        guard loss == nil else { return }
        loss = reason
        if !isLeaving { report(InspectorError(.connectionLost, label.map { "\($0): \(reason)" } ?? reason)) }
        // Whoever waits for an event asks again, and hears that nobody answers.
        subscriptions.wakeAll()
        gates.wakeAll()
        onLoss?()
    }

    /// Takes a new connection in the place of the lost one.
    ///
    /// - Parameter isOther: Whether another process is at its end, of which nothing is known yet.
    func begin(_ back: Reattachment.Return, forgetting isOther: Bool) {
        connection.replace(with: back)
        loss = nil
        // What the server kept for the old connection went with it.
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

    /// Notes that an action was sent.
    func noteSent(_ seq: Int, to store: String) {
        sent.note(seq, to: store)
    }

    /// Sets what is done when the connection is lost; it is done at once where it is lost already.
    func setLossHandler(_ handler: (@Sendable () -> Void)?) {
        onLoss = handler
        if loss != nil { handler?() }
    }

    // MARK: - The line that is typed

    /// What is before it: `shop> `, `shop@41> `, with two actions at the gate `shop paused 2> `, of a store that
    /// differs from its replay `shop diverged> `, while something is recorded `shop ●> `, and with several processes
    /// `demo/shop> `.
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

    /// Sets who is told when the prompt changes.
    func setPromptHandler(_ handler: @escaping @Sendable (StyledText) -> Void) {
        line.handler = handler
    }

    func tellPrompt() {
        if isInFront, line.handler != nil { line.tell(prompt) }
    }

    /// Lets the next line that is typed begin with a text.
    func begin(nextLine text: String) {
        line.begin(with: text)
    }

    /// What the next line begins with, once.
    func takeNextText() -> String { line.takeText() }

    // MARK: - Asking

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
            // A script prints what came before an answer before it; at the prompt nobody waits for events.
            if !options.isInteractive, !subscriptions.watches.all.isEmpty || gates.subscription != nil {
                await settle()
            }
            return answer
        } catch let error as ClientError {
            // What the server refused is told in the server's words.
            guard var refusal = error.serverError else { throw error }
            if refusal.code == .readOnly { refusal.data["asked"] = options.isReadOnly ? "read" : "control" }
            throw refusal
        }
    }

    /// How the values of a store are written.
    func notation(of id: String) async -> Notation {
        if let notation = known.notations[id] { return notation }
        let notation: Notation
        do {
            let shapes = try await answer(ActionSchema(store: id)).result
            notation = Notation(state: shapes.state, action: shapes.schema)
        } catch let error as ProtocolError where error.code != .cancelled {
            // Some stores cannot tell; they are not asked again.
            notation = Notation()
        } catch {
            return Notation()
        }
        known.note(notation, of: id)
        return notation
    }
}
