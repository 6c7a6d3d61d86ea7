internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// The reported changes of a transition, and why they are incomplete.
typealias ReportedChanges = (changed: Bool?, changes: [Change]?, incomplete: Incompleteness?)

/// Caches whether the state examined last has redacted values.
struct Hiding<State: Sendable> {
    /// Returns the state at a seq; `nil` if unknown.
    fileprivate let state: (Int) async -> State?
    fileprivate var known: (seq: Int, hides: Bool)?

    init(_ state: @escaping (Int) async -> State?) {
        self.state = state
    }
}

extension LogEntry {
    /// Sets the reported changes.
    mutating func note(_ reported: ReportedChanges) {
        (changed, incomplete) = (reported.changed, reported.incomplete)
    }
}

/// The notes that this server writes, which quote nothing of a state.
enum OwnNote {
    /// The note on a reset store.
    static let reset = "reset"

    /// The note on the state of an adopted branch.
    static func adoption(of branch: String) -> String { "adopted branch \(branch)" }

    static func contains(_ note: String) -> Bool {
        let name = note.dropFirst(adoption(of: "").count)
        return note == reset
            || note == adoption(of: String(name)) && name.utf8.count <= 64
                && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }
}

/// Free text of programs and types: reasons, notes, errors.
///
/// Such text may quote any part of the values that it is about. It is reported only if nothing in those is redacted:
/// decided by places and types, never by the redacted values themselves.
extension InspectedStore {
    /// Whether text of the program cannot quote redacted values, whatever is in states and actions.
    var hidesNothing: Bool {
        redaction.isEmpty || adapter.isRecorded
            || !redaction.mayHide(in: certainShape)
                && !actions.redaction.mayHide(in: SchemaProbe.certainShape(of: Adapter.Action.self))
    }

    /// Whether the state at a seq has redacted values.
    ///
    /// Decided by places and types, not by the redacted values.
    ///
    /// - Parameter hiding: The cached result, which also applies to the next state if nothing shown changed.
    func hides(at seq: Int, _ hiding: inout Hiding<Adapter.State>) async -> Bool {
        guard redaction.mayHide(in: certainShape) else { return false }
        if let known = hiding.known, known.seq == seq || known.seq == seq - 1 {
            hiding.known = (seq, known.hides)
            return known.hides
        }
        guard let state = await hiding.state(seq) else { return true }
        var parts = HiddenParts()
        let hides = parts.contains(state, hiddenBy: redaction)
        hiding.known = (seq, hides)
        return hides
    }

    /// The entries, among some, whose free text is reported.
    ///
    /// - Parameter state: Returns the state at a seq of the log or of a branch.
    func quotable(
        _ entries: [Entry<Adapter.Action, Adapter.Effect>], states: (Int) async -> Adapter.State?
    ) async -> Set<Int> {
        let talking = entries.filter { $0.rejection != nil || $0.note != nil }
        guard !talking.isEmpty, !hidesNothing else { return Set(talking.map { $0.seq }) }
        var parts = HiddenParts()
        var quotable: Set<Int> = []
        for entry in talking {
            // A reason may quote the state before, a note also the state that was set.
            let seqs = entry.note == nil ? [entry.seq - 1] : [entry.seq - 1, entry.seq]
            var known: [Adapter.State] = []
            for seq in seqs {
                if let state = await states(seq) { known.append(state) }
            }
            if known.isEmpty, let present = await presentStateIfKnown() { known = [present] }
            if isQuotable(entry.action, known, &parts) { quotable.insert(entry.seq) }
        }
        return quotable
    }

    /// The cache for entries of the log.
    var hiding: Hiding<Adapter.State> { Hiding { try? await adapter.history.state(at: $0).state } }

    /// The entries of the log, among some, whose free text is reported.
    func quotable(_ entries: [Entry<Adapter.Action, Adapter.Effect>]) async -> Set<Int> {
        await quotable(entries) { try? await adapter.history.state(at: $0).state }
    }

    /// Whether text about an action and some states is reported.
    func isQuotable(_ action: Adapter.Action?, _ states: [Adapter.State], _ parts: inout HiddenParts) -> Bool {
        if hidesNothing { return true }
        if let action, parts.contains(action, hiddenBy: actions.redaction) { return false }
        for state in states where parts.contains(state, hiddenBy: redaction) { return false }
        return true
    }

    /// Whether text about an action and the current state is reported.
    func isQuotable(_ action: Adapter.Action?) async -> Bool {
        if hidesNothing { return true }
        var parts = HiddenParts()
        return isQuotable(action, [await presentStateIfKnown()].compactMap { $0 }, &parts)
    }

    private func presentStateIfKnown() async -> Adapter.State? { try? await adapter.history.state().state }

    // MARK: Texts

    /// The reason an action was rejected.
    ///
    /// The reason of a declared machine names a state and an event, and is reported unless these are redacted.
    func describe(rejection: String, isQuotable: Bool) -> String {
        let isOwn =
            adapter.declaration != nil && redaction.shows(Adapter.State.self)
            && actions.redaction.shows(Adapter.Action.self)
        guard isQuotable || isOwn || rejection == "cancelled" else {
            return "rejected, for a reason that may repeat a hidden value"
        }
        return ActionFormatter.describe(rejection: rejection)
    }

    /// Describes reasons for conditions, which hold them against texts: each is given in full or, where it may repeat
    /// what is hidden in the store, replaced by a fixed text.
    var reason: @Sendable (String) -> String {
        { [self, hidesNothing] in describe(rejection: $0, isQuotable: hidesNothing) }
    }

    /// The note on a state that was set.
    func describe(note: String, origin: Origin, isQuotable: Bool) -> String {
        // Notes of this server quote nothing that is redacted.
        guard isQuotable || origin == .edit || OwnNote.contains(note) else {
            return RedactionRule.placeholder
        }
        return ActionFormatter.describe(note: note)
    }

    // MARK: Errors

    /// Runs work; if values are redacted, only the type of a thrown error is reported.
    ///
    /// - Parameter action: The action that it involves.
    func withoutHidden<Result: Sendable>(
        _ action: Adapter.Action? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch {
            switch error {
            case is ProtocolError, is HistoryError, is TreeError, is StoreError, is CancellationError: throw error
            default:
                guard await !isQuotable(action) else { throw error }
                throw ProtocolError(
                    .internalError,
                    "The store failed with \(type(of: error)), whose message may repeat a hidden value.")
            }
        }
    }

    /// Decodes an action; at redacted places the error says only what is expected there.
    ///
    /// - Parameter hidden: The places where the form has values that no client sent.
    func read(_ form: Value, hidden: [Path] = []) throws(ProtocolError) -> Adapter.Action {
        let redaction = actions.redaction
        return try actions.decode(form, for: id) { hidden + redaction.places(in: form) }
    }
}
