import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

/// The full-screen view as a value: what happens changes it and makes it ask for more; it is drawn from nothing else.
struct ScreenModel: Sendable {
    /// The panes.
    enum Focus: Sendable { case log, detail, held }
    /// What the details show.
    enum Mode: String, Sendable, CaseIterable {
        case both = "changes, state"
        case changes, state
    }
    /// What lies over the panes.
    enum Overlay: Sendable, Hashable { case help(top: Int), stores(index: Int) }
    /// A part of the state that was opened, from one of its elements on.
    struct Part: Sendable, Hashable {
        var path: Path
        var start: Int
    }
    /// A held action.
    struct Held: Sendable, Hashable {
        var store: String
        var action: HeldDescription
    }

    /// The process or the recording.
    let title: String
    let isRecording: Bool
    /// The user's store when the view began.
    let home: String?
    var rows = 24
    var columns = 80
    var traffic = FullScreen.Traffic()

    var stores: [StoreDescription] = []
    /// The only store that is shown.
    var only: String?
    var filter: ScreenFilter?
    /// What is being typed as a filter.
    var typing: String?
    var log = ScreenLog()
    /// Increases whenever pages that were requested are no longer wanted.
    var generation = 0
    var loading: Set<String> = []
    var isSeeking = false

    var selection: ScreenLog.ID?
    /// Whether the newest entry is always the chosen one.
    var isFollowing = true
    /// The row of the log pane that shows the chosen entry.
    var cursor = 0
    var focus = Focus.log
    var isWide = false
    var mode = Mode.both
    var parts: [Part] = []
    var detail: ScreenDetail?
    private var requested: ScreenSubject?
    var detailLines: [LocatedLine] = []
    var detailCursor = 0
    /// The part of the state at the line that was chosen, which stays chosen while one travels.
    var detailPath: Path?
    var detailTop = 0

    var gates: [String: GateDescription] = [:]
    /// The notations of the stores that hold actions.
    var notations: [String: Notation] = [:]
    var heldIndex = 0
    /// A held action that is dropped after a `y`.
    var dropping: Held?
    var overlay: Overlay?
    /// What happened last; shown until a key is pressed, or for a while.
    var message: StyledText? {
        didSet { messageEnd = nil }
    }
    private var messageEnd: Double?
    var loss: String?
    /// Actions a second, and the counts that it is computed from.
    var rate = 0.0
    private var sample: (time: Double, total: Int)?
    /// What the terminal was sent up to the last sample, and its bytes a second since.
    private var sentBytes = 0
    var byteRate = 0.0

    init(title: String, isRecording: Bool = false, home: String? = nil, position: Int? = nil) {
        (self.title, self.isRecording, self.home) = (title, isRecording, home)
        if let home, let position, position > 0 {
            (selection, isFollowing) = (ScreenLog.ID(store: home, seq: position), false)
        }
    }

    var shownStores: [StoreDescription] {
        stores.filter { (only == nil || $0.id == only) && (filter == nil || filter?.stores[$0.id] != nil) }
    }

    var selectedIndex: Int? { selection.flatMap { log.index(of: $0) } }

    /// The held actions of all paused stores.
    var held: [Held] {
        stores.flatMap { store in (gates[store.id]?.held ?? []).map { Held(store: store.id, action: $0) } }
    }

    /// The held action that keys apply to: the chosen one, or the first of the chosen entry's store.
    var chosenHeld: Held? {
        let all = held
        if focus == .held, all.indices.contains(heldIndex) { return all[heldIndex] }
        return all.first { $0.store == chosenStore } ?? all.first
    }

    /// The store that keys apply to.
    var chosenStore: String? {
        if focus == .held, held.indices.contains(heldIndex) { return held[heldIndex].store }
        return selection?.store ?? only ?? home ?? stores.first?.id
    }

    /// What the space bar does: at the live end it resumes what is paused, or pauses the store of the prompt, since the
    /// newest action is of any store there.
    var nextGate: (command: String, store: String)? {
        let live = isFollowing && focus != .held ? stores.first(where: \.paused)?.id ?? only ?? home : nil
        guard let store = live ?? chosenStore else { return nil }
        return (stores.contains { $0.id == store && $0.paused } ? "resume" : "pause", store)
    }

    /// What the details should show.
    var subject: ScreenSubject? {
        guard let store = selection?.store ?? only ?? home ?? stores.first?.id else { return nil }
        let part = parts.last
        return ScreenSubject(
            store: store, seq: selection?.seq,
            head: selection == nil ? stores.first { $0.id == store }?.seq : nil, path: part?.path ?? .root,
            start: part?.start ?? 0,
            hasEntry: selection != nil && mode != .state, hasState: mode != .changes)
    }

    /// Takes what happened.
    ///
    /// - Returns: What to do about it.
    mutating func take(_ input: ScreenInput) -> [ScreenRequest] {
        var requests: [ScreenRequest] = []
        switch input {
        case .event(let event): requests = take(event)
        case .stores(let stores, let now): note(stores, now)
        case .page(let page, let store, let span, let generation):
            guard generation == self.generation else { break }
            loading.remove(store)
            log.add(page, of: store, span)
            keepSelection()
        case .sought(let id, let pages, let generation):
            guard generation == self.generation else { break }
            isSeeking = false
            log.replace(with: pages)
            let nearest = log.rows.first { $0.id.store == id.store && $0.id.seq >= id.seq }
            let chosen = id.seq == 0 ? log.rows.first : nearest ?? log.rows.last
            cursor = panes.logHeight / 2
            if let chosen, chosen.id != selection { requests = choose(chosen.id) } else { keepSelection() }
        case .gate(let gate, let store, let notation):
            gates[store] = gate.paused ? gate : nil
            notations[store] = notation
            if held.isEmpty, focus == .held { focus = .log }
            heldIndex = min(heldIndex, max(held.count - 1, 0))
            if focus == .held { layOut() }
        case .detail(let new):
            // A late answer to an earlier question is better than none, but not than the right one.
            guard new.subject == requested || detail?.subject != requested else { break }
            let isSame = new.subject.path == detail?.subject.path && new.subject.start == detail?.subject.start
            detail = new
            if !isSame { (detailTop, detailCursor, detailPath) = (0, 0, nil) }
            layOut()
        case .found(let id):
            if let id { requests = choose(id) } else { message = StyledText("no other change there", .changed) }
        case .filtered(let filter):
            self.filter = filter
            requests = showOthers()
        case .message(let text): message = text
        case .failed(let error, let page, let generation):
            if let page, generation == self.generation, loading.remove(page) != nil { log.giveUp(page) }
            // The entry may be gone.
            if isSeeking { requests = follow() }
            message = StyledText(error.message, .failure)
        case .lost(let reason): (loss, loading, isSeeking) = (reason, [], false)
        case .returned:
            requests = (selection?.store).map { [.move(store: $0, seq: nil)] } ?? []
            // It may be another process, with another history.
            (loss, log, selection, gates, detail, detailLines, requested) = (nil, ScreenLog(), nil, [:], nil, [], nil)
            message = StyledText("the process is back", .added)
            (isFollowing, generation) = (true, generation + 1)
        }
        return requests + needed() + wantedDetail()
    }

    private mutating func note(_ stores: [StoreDescription], _ now: Double) {
        self.stores = stores
        for store in stores where !store.paused { gates[store.id] = nil }
        if held.isEmpty, focus == .held { focus = .log }
        if only.map({ only in !stores.contains { $0.id == only } }) == true { only = nil }
        log.note(shownStores)
        keepSelection()
        if message != nil {
            let end = messageEnd ?? now + 8
            if now >= end { message = nil } else { messageEnd = end }
        }
        let total = stores.reduce(0) { $0 + $1.seq }
        if let last = sample, now - last.time >= 1 {
            rate = max(Double(total - last.total), 0) / (now - last.time)
            byteRate = Double(traffic.bytes - sentBytes) / (now - last.time)
            (sample, sentBytes) = ((now, total), traffic.bytes)
        } else if sample == nil {
            sample = (now, total)
        }
    }

    /// The pages that are missing on the screen.
    private mutating func needed() -> [ScreenRequest] {
        guard loss == nil, !isSeeking, !stores.isEmpty else { return [] }
        if !isFollowing, !log.isLoaded, let selection { return seek(selection) }
        let index = isFollowing ? nil : selectedIndex ?? log.rows.count - 1
        return log.needed(around: index, height: panes.logHeight).filter { loading.insert($0.store).inserted }.map {
            .page(store: $0, $1, count: log.pageSize, filter?.stores[$0], generation: generation)
        }
    }

    private mutating func wantedDetail() -> [ScreenRequest] {
        guard loss == nil, !isSeeking, let subject, subject != requested else { return [] }
        requested = subject
        return [.detail(subject)]
    }

    /// Keeps the chosen entry on its row, or the newest one at the end.
    mutating func keepSelection() {
        let height = panes.logHeight
        if isFollowing {
            selection = log.rows.last?.id
            cursor = max(min(height, log.rows.count) - 1, 0)
        } else if let index = selectedIndex {
            cursor = min(max(cursor, 0, index - log.rows.count + height), max(height - 1, 0), index)
        }
    }
}
