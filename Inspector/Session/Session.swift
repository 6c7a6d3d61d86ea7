import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree
import Synchronization

/// One attached process as commands see it: what is asked goes through here, and so does what is answered.
actor Session: RequestSender {
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

    /// What is at the other end.
    private struct Link: Sendable {
        var client: DebugClient
        var process: Initialize.Process?
        var redaction: [String]?
    }

    nonisolated let console: any Console
    nonisolated let options: Options
    /// The connection, which is another one after the process came back.
    nonisolated var client: DebugClient { link.withLock { $0.client } }
    /// The process, as it described itself.
    nonisolated var process: Initialize.Process? { link.withLock { $0.process } }
    /// The rules by which the process hides values; `nil` if unknown.
    nonisolated var redaction: [String]? { link.withLock { $0.redaction } }
    private let link: Mutex<Link>
    /// Where it is shown how something long is going.
    nonisolated let board: ProgressBoard?
    /// Who knows of the other processes that are attached; `nil` where no others can be.
    weak var attachments: Attachments?
    /// What the process is called where others are attached as well.
    var label: String?
    /// Whether commands are about this process.
    var isInFront = true
    /// The stores there are, as far as is known.
    var stores: [StoreDescription]
    /// Where the user stands.
    private var ownLocation = Location() {
        didSet { tellPrompt() }
    }
    /// Where one stands: the user, or the commands that are run on a hit.
    var location: Location {
        get { HitScope.current?.location ?? ownLocation }
        set {
            if let scope = HitScope.current { scope.location = newValue } else { ownLocation = newValue }
        }
    }
    /// What is known of the stores' gates.
    var gates = Gates() {
        didSet { tellPrompt() }
    }
    /// The variables that `let` and loops have made.
    var variables = ScriptVariables()
    /// What is run when breakpoints are hit.
    var hits = HitCommands()
    /// The breakpoints that were set from here.
    var ownBreakpoints = OwnBreakpoints()
    var hitTask: Task<Void, Never>?
    /// The subscription that tells of gates, where the server has one.
    var gateSubscription: String?
    /// Whether a stop was told before, with what can be done about it.
    var isUsedToStops = false
    /// Who waits for a gate to stop.
    var gateListeners: [Int: AsyncStream<Void>.Continuation] = [:]
    /// The stores that commands were about.
    var usedStores: Set<String> = []
    /// The stores that differ from their replay.
    var diverged: [String: DivergenceDescription] = [:] {
        didSet { tellPrompt() }
    }
    /// What is open in place of a process; `nil` for a process.
    private(set) var recording: OpenRecording?
    /// The replay that is played from here, and how far it is.
    var replay: ReplayRun?
    var replayProgress: (done: Int, total: Int)?
    var shownDifferences = 0
    /// What is watched.
    var watches = Watches()
    /// The paths of which a remark on the present command says that nothing is there.
    var remarked: Set<Path> = []
    /// The shapes of the stores' actions and states, by store id.
    var notations: [String: Notation] = [:]
    /// The seqs of the last actions that were sent from here, by store id.
    var sent: [String: [Int]] = [:]
    /// What writes down what happens, while something does.
    var recorder: ClientRecorder? {
        didSet { tellPrompt() }
    }
    /// The recording that ended by itself, until that is said once more after the process came back.
    var endedRecording: String?
    /// What came of all that was sent from here.
    var tally = SendTally()
    /// The last entry of each store that was waited for: its action, or a state that it led to.
    var waited = WaitCursors()
    /// The script that commands are written into.
    var transcript: Transcript?
    /// Events that wait to be printed.
    var feed = EventPrinter()
    var isPrintingScheduled = false
    /// Who waits for events of a subscription.
    var listeners: [String: AsyncStream<Void>.Continuation] = [:]
    /// How many subscriptions are being made, and events of subscriptions that are not known yet.
    var subscribesUnderWay = 0
    var earlyEvents: [ClientEvent] = []
    /// Whether the user asked to leave.
    private(set) var isLeaving = false
    /// Why the connection is closed, once it is.
    private(set) var loss: String?
    private var onLoss: (@Sendable () -> Void)?
    private var onPrompt: (@Sendable (StyledText) -> Void)?
    private var toldPrompt: StyledText?
    /// What the next line that is typed begins with.
    private var nextText = ""

    /// Makes a session of a client that is initialised.
    init(
        client: DebugClient, process: Initialize.Process? = nil, redaction: [String]? = nil,
        stores: [StoreDescription], console: any Console, options: Options
    ) {
        link = Mutex(Link(client: client, process: process, redaction: redaction))
        self.stores = Array(stores.prefix(StoreLimit.count))
        self.console = console
        self.options = options
        board = options.isJSON ? nil : console.status.map(ProgressBoard.init)
        for store in self.stores { gates.note(store) }
        ownLocation.use(stores.first?.id)
    }

    /// Runs a line that was typed, below what happened before it.
    func run(typed line: String) async throws {
        printGathered()
        try await run(line)
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
        for listener in listeners.values { listener.yield() }
        for listener in gateListeners.values { listener.yield() }
        onLoss?()
    }

    /// Takes a new connection in the place of the lost one.
    ///
    /// - Parameter isOther: Whether another process is at its end, of which nothing is known yet.
    func begin(_ back: Reattachment.Return, forgetting isOther: Bool) {
        link.withLock {
            $0 = Link(client: back.client, process: back.opened.process, redaction: back.opened.redaction ?? [])
        }
        loss = nil
        // What the server kept for the old connection went with it.
        watches = Watches()
        gateSubscription = nil
        earlyEvents = []
        ownBreakpoints.lose(hits)
        hits = HitCommands()
        replay = nil
        replayProgress = nil
        stores = Array(back.opened.stores.prefix(StoreLimit.count))
        if isOther {
            notations = [:]
            gates = Gates()
            diverged = [:]
            sent = [:]
            waited = WaitCursors()
            ownLocation.forgetPositions()
        }
        for store in stores { gates.note(store) }
        if !stores.contains(where: { $0.id == ownLocation.store }) { ownLocation.use(stores.first?.id) }
        tellPrompt()
    }

    /// Notes that an action was sent.
    func noteSent(_ seq: Int, to store: String) {
        sent[store, default: []].append(seq)
        if let count = sent[store]?.count, count > 100 { sent[store]?.removeFirst(count - 100) }
    }

    /// Prints what went wrong.
    nonisolated func report(_ error: any Error) {
        if options.isJSON {
            console.report(machineLine: JSON.text(ErrorRendering.object(error)))
        } else {
            console.report(ErrorRendering.lines(error, width: console.reportWidth))
        }
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
        text += ownLocation.place
        if let gate = ownLocation.store.flatMap({ gates[$0] }), gate.isPaused {
            text.append(" paused", .changed)
            if gate.count > 0 { text.append(" " + NumberText.grouped(gate.count), .past) }
        }
        if let store = ownLocation.store, diverged[store] != nil { text.append(" diverged", .failure) }
        if let replayMark { text.append(" \(replayMark)", .changed) }
        if recorder != nil { text.append(" ●", .red) }
        return text + "> "
    }

    /// Sets who is told when the prompt changes.
    func setPromptHandler(_ handler: @escaping @Sendable (StyledText) -> Void) {
        onPrompt = handler
    }

    func tellPrompt() {
        guard let onPrompt, isInFront else { return }
        let prompt = prompt
        guard prompt != toldPrompt else { return }
        toldPrompt = prompt
        onPrompt(prompt)
    }

    /// Lets the next line that is typed begin with a text.
    func begin(nextLine text: String) {
        nextText = text
    }

    /// What the next line begins with, once.
    func takeNextText() -> String {
        defer { nextText = "" }
        return nextText
    }

    // MARK: - Asking

    /// Sends a request and waits for its answer; cancelling the task cancels the request.
    func answer<R: Request>(_ request: R) async throws -> Answer<R.Result> {
        do {
            let params = Value.object(try request.params())
            let raw = try await SlowAnswerNotice.wait(options.patience) {
                self.note(
                    "no answer yet: a reducer is suspended, or the process is busy or stopped, maybe by a debugger. "
                        + "Ctrl-C gives up")
            } _: {
                try await client.request(method: R.method, params: params)
            }
            // A script prints what came before an answer before it; at the prompt nobody waits for events.
            if !options.isInteractive, !watches.all.isEmpty || gateSubscription != nil { await settle() }
            return Answer(raw: raw, result: try R.result(from: raw))
        } catch let error as ClientError {
            // What the server refused is told in the server's words.
            guard var refusal = error.serverError else { throw error }
            if refusal.code == .readOnly { refusal.data["asked"] = options.isReadOnly ? "read" : "control" }
            throw refusal
        }
    }

    /// The id of the store in use.
    func store() throws(InspectorError) -> String {
        guard let id = location.store else {
            throw InspectorError(.failed, "No store is in use. `stores` lists them, `use STORE` takes one.")
        }
        usedStores.insert(id)
        return id
    }

    /// The first and the last seq of the store in use, as of now.
    func history() async throws -> ClosedRange<Int> {
        let store = try await answer(StoreDescribe(store: try store())).result
        return min(store.firstSeq, store.seq)...store.seq
    }

    /// The seq of the log that an argument means; `nil` for the present.
    // Inlined into a function with errors of its own, it makes the optimiser of Swift 6.3 crash: LLVM sinks the stores of two
    // error paths into one whose address is chosen between them, which splitting a coroutine does not expect.
    @inline(never)
    func position(_ argument: SeqArgument) async throws -> Int? {
        switch argument {
        case .live: return nil
        case .seq(let seq): return seq
        case .first, .last, .relative, .branch:
            return try argument.resolved(from: location.position, in: try await history())
        }
    }

    /// How the values of the store in use are written; asked for once a store.
    func notation() async -> Notation {
        guard let id = location.store else { return Notation() }
        return await notation(of: id)
    }

    /// How the values of a store are written.
    func notation(of id: String) async -> Notation {
        if let known = notations[id] { return known }
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
        notations[id] = notation
        return notation
    }

    // MARK: - Answering

    /// How much room there is for an answer.
    nonisolated var layout: Layout { Layout(width: console.width) }

    /// Prints an answer: as it came for programs, rendered for people.
    nonisolated func show<Result>(_ answer: Answer<Result>, _ render: (Result) -> [StyledText]) {
        guard !OutputMuting.isOn else { return }
        if options.isJSON {
            console.print(machineLine: JSON.text(answer.raw))
        } else {
            console.print(render(answer.result))
        }
    }

    /// Prints something that did not come from the server.
    nonisolated func show(_ value: @autoclosure () -> Value, _ lines: @autoclosure () -> [StyledText]) {
        guard !OutputMuting.isOn else { return }
        if options.isJSON {
            console.print(machineLine: JSON.text(value()))
        } else {
            console.print(lines())
        }
    }

    /// Tells people, beside the answers, how things are going.
    nonisolated func note(_ text: String) {
        if !options.isJSON { console.report(StyledText(text, .dim).wrapped(to: console.reportWidth)) }
    }

    /// Prints a remark for people only.
    nonisolated func remark(_ text: StyledText) {
        if !options.isJSON, !OutputMuting.isOn { console.print([text]) }
    }
}
