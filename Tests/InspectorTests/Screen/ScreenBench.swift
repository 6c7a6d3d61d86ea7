import LineEditing
import StrobeProtocol
import StrobeTree

@testable import Inspector
@testable import InspectorCore

/// A screen with stores whose logs answer what it asks for; commands and moves are noted.
struct ScreenBench {
    var model: ScreenModel
    /// The logs of the stores, by id and in this order.
    private(set) var logs: [(id: String, entries: [LogEntry])] = []
    var gates: [String: GateDescription] = [:]
    /// Everything else that was asked for.
    private(set) var noted: [ScreenRequest] = []
    /// The number of entries that were sent.
    private(set) var sentEntries = 0
    private var time: Int64 = 0
    private var now = 0.0
    /// Whether requests wait until `settle()`.
    var isSlow = false
    private var waiting: [ScreenRequest] = []

    init(
        _ stores: [String] = ["shop", "user"], rows: Int = 24, columns: Int = 80, home: String? = "shop",
        position: Int? = nil, isRecording: Bool = false, filled: [String: Int] = [:]
    ) {
        model = ScreenModel(title: "demo 7", isRecording: isRecording, home: home, position: position)
        logs = stores.map { ($0, []) }
        for (store, count) in filled.sorted(by: { $0.key < $1.key }) { append(count, to: store) }
        take(.event(.resized(rows: rows, columns: columns)))
        look()
    }

    /// Adds actions to a log, and lets the screen know with the next look.
    mutating func append(_ count: Int, to store: String, label: String = ".add", changed: Bool = true) {
        guard let index = logs.firstIndex(where: { $0.id == store }) else { return }
        for _ in 0..<count {
            time += 1_000
            let seq = logs[index].entries.count + 1
            logs[index].entries.append(
                LogEntry(
                    seq: seq, time: time, action: .string(label), label: label, origin: "app", changed: changed,
                    durationNanos: 1_000))
        }
    }

    /// The screen looks at the stores.
    mutating func look() {
        now += 1
        for log in logs {
            if let gate = gates[log.id] { take(.gate(gate, store: log.id, Notation())) }
        }
        take(.stores(stores, now: now))
    }

    mutating func press(_ keys: Key...) {
        for key in keys { take(.event(.key(key))) }
    }

    mutating func type(_ text: String) {
        for character in text { take(.event(.key(.character(character)))) }
    }

    mutating func take(_ input: ScreenInput) {
        answer(model.take(input))
    }

    /// Answers what waits.
    mutating func settle() {
        isSlow = false
        let requests = waiting
        waiting = []
        answer(requests)
    }

    /// The requests noted since the last call.
    mutating func takeNoted() -> [ScreenRequest] {
        defer { noted = [] }
        return noted
    }

    /// The rows of the screen.
    var screen: [String] { model.grid().texts }

    /// The labels and seqs that the log pane shows.
    var shown: [ScreenLog.ID] {
        let first = model.firstRow
        return Array(model.log.rows.map(\.id)[first..<min(first + model.panes.logHeight, model.log.rows.count)])
    }

    // MARK: - Answers

    private var stores: [StoreDescription] {
        logs.map { log in
            StoreDescription(
                id: log.id, name: log.id, stateType: "State", actionType: "Action", kind: "reducer",
                seq: log.entries.count, firstSeq: 0, paused: gates[log.id]?.paused == true,
                capabilities: .init(dispatch: true, replay: true, jump: true, gate: true))
        }
    }

    private mutating func answer(_ requests: [ScreenRequest]) {
        for request in requests {
            guard !isSlow else {
                waiting.append(request)
                continue
            }
            switch request {
            case .page(let store, let span, let count, let filter, let generation):
                take(.page(page(store, span, count, filter), store: store, span, generation: generation))
            case .seek(let id, let filters, let stores, let count, let generation):
                let time = entry(id)?.time ?? .min
                var pages: [String: (before: LogList.Result, after: LogList.Result)] = [:]
                for store in stores {
                    let last = log(store).last { $0.time <= time }?.seq ?? 0
                    pages[store] = (
                        page(store, .init(to: last), count, filters[store]),
                        page(store, .init(from: last + 1), count, filters[store])
                    )
                }
                take(.sought(id, pages, generation: generation))
            case .detail(let subject): take(.detail(detail(subject)))
            case .find(let store, let seq, let isForward, let filter):
                noted.append(request)
                let fits = log(store).filter { Self.fits($0, filter) }
                let found = isForward ? fits.first { $0.seq > seq } : fits.last { $0.seq < seq }
                take(.found(found.map { ScreenLog.ID(store: store, seq: $0.seq) }))
            case .filter(let text):
                let filters = logs.map { ($0.id, LogList.Filter(action: "*\(text)*")) }
                take(
                    .filtered(
                        ScreenFilter(
                            text: text, meaning: "actions like \(text)",
                            stores: Dictionary(uniqueKeysWithValues: filters))))
            case .command, .edit, .move, .leave: noted.append(request)
            }
        }
    }

    private func log(_ store: String) -> [LogEntry] { logs.first { $0.id == store }?.entries ?? [] }

    private func entry(_ id: ScreenLog.ID) -> LogEntry? { log(id.store).first { $0.seq == id.seq } }

    private static func fits(_ entry: LogEntry, _ filter: LogList.Filter?) -> Bool {
        let text = filter?.action.map { $0.filter { $0 != "*" } } ?? ""
        return (text.isEmpty || entry.label.contains(text))
            && (filter?.changed == nil || entry.changed == filter?.changed)
    }

    private mutating func page(
        _ store: String, _ span: ScreenLog.Span, _ count: Int, _ filter: LogList.Filter?
    ) -> LogList.Result {
        let all = log(store)
        let fits = all.filter { Self.fits($0, filter) }
        var result = LogList.Result(seq: all.count, entries: [])
        let wanted = fits.filter { $0.seq >= span.from ?? 0 && $0.seq <= span.to ?? .max }
        result.entries = span.from == nil ? wanted.suffix(count) : Array(wanted.prefix(count))
        sentEntries += result.entries.count
        if let first = result.entries.first, first.seq > fits.first?.seq ?? 1 { result.previous = first.seq - 1 }
        if span.from != nil, let last = result.entries.last, last.seq < fits.last?.seq ?? 0 {
            result.next = last.seq + 1
        }
        return result
    }

    private func detail(_ subject: ScreenSubject) -> ScreenDetail {
        var detail = ScreenDetail(subject: subject)
        if subject.hasEntry, let seq = subject.seq, let entry = entry(.init(store: subject.store, seq: seq)) {
            let change = Change(.replace, Path(["count"]), value: .int(Int64(seq)), old: .int(Int64(seq - 1)))
            detail.entry = .success(LogGet.Result(entry: entry, changes: [change]))
        }
        if subject.hasState {
            let seq = subject.seq ?? log(subject.store).count
            let names = ["count", "items", "mode"]
            let children = names.map {
                TreeNode(name: $0, path: Path([$0]), kind: .scalar, type: "Int", value: .int(Int64(seq)))
            }
            let node =
                subject.path.isRoot
                ? TreeNode(name: "", path: .root, kind: .object, type: "State", count: 3, children: children)
                : TreeNode(
                    name: subject.path.tokens.last ?? "", path: subject.path, kind: .scalar, type: "Int",
                    value: .int(Int64(seq)))
            detail.state = .success(StateTree.Result(seq: seq, node: node))
        }
        return detail
    }
}

extension GateDescription {
    /// A closed gate that holds some actions, the first of which would change `.count`.
    static func holding(_ labels: String...) -> GateDescription {
        let held = labels.enumerated().map { index, label in
            HeldDescription(id: index + 1, action: .string(label), label: label, origin: "app", since: 0)
        }
        let change = Change(.replace, Path(["count"]), value: .int(9), old: .int(8))
        let stop = held.first.map { GateStop(reason: .pause, phase: .before, pending: $0, changes: [change]) }
        return GateDescription(seq: 8, paused: true, stopped: stop, held: held, count: held.count)
    }
}
