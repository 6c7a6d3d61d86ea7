import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

/// Prints the logs of several stores as one, and what is added to them.
struct LogFollower: Sendable {
    /// The wanted stores; all if empty.
    var stores: [String] = []
    var filter: LogList.Filter?
    /// How many of the newest entries to begin with.
    var count = 20
    /// How many of the newest to leave out.
    var start = 0
    /// Whether to go on until cancelled.
    var follows = false

    /// Prints the entries, oldest first.
    ///
    /// - Throws: ``InspectorError`` if a store is missing or the filter fits none.
    func run(in session: Session) async throws {
        let context = CommandContext(session)
        // Subscribed before the logs are read: what is added from then on is reported.
        let (happened, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var subscription = follows ? try await session.listen(to: nil, [.log], wake) : ""
        var client = session.client
        var process = session.process
        var wanted: Set<String> = []
        for store in stores { wanted.insert(try await session.storeID(named: store)) }
        let known = try await descriptions(wanted, session)
        var log = MergedLog(
            try await context.filters(filter, of: known.map(\.id)).map { store, filter in
                .init(store: store, filter: filter, end: known.first { $0.id == store }?.seq)
            })
        try await log.skip(start) { try await context.page($0) }
        let first = try await log.take(count) { try await context.page($0) }
        let hasSeveral = known.count != 1
        print(first.reversed(), of: known, hasSeveral: hasSeveral, in: session)
        guard follows else { return }
        let what = stores.isEmpty ? "all stores" : stores.joined(separator: ", ")
        session.note("following \(what) of \(session.process?.title ?? "the process"); Ctrl-C ends")
        var last = Dictionary(known.map { ($0.id, $0.seq) }, uniquingKeysWith: { first, _ in first })
        for await _ in happened {
            do {
                if client !== session.client {
                    let ended = subscription
                    client = session.client
                    subscription = try await session.listen(to: nil, [.log], wake)
                    if subscription != ended { await session.stopListening(ended) }
                }
                if let before = process, let now = session.process, !now.isSame(as: before) { last = [:] }
                process = session.process
                try await readOn(&last, wanted, hasSeveral, context)
            } catch  where InspectorError(any: error).code == .connectionLost {
                // The session wakes its listeners once the process is back.
                if session.loss == nil { wake.yield() }
            }
        }
    }

    /// Reads pages until nothing new is left.
    private func readOn(
        _ last: inout [String: Int], _ wanted: Set<String>, _ hasSeveral: Bool, _ context: CommandContext
    ) async throws {
        var isBehind = true
        while isBehind {
            try Task.checkCancellation()
            isBehind = false
            var lines: [(time: Int64, line: MergedLog.Line)] = []
            let known = try await descriptions(wanted, context.session)
            let filters = try await context.filters(filter, of: known.map(\.id), isStrict: false)
            for store in known {
                // A store that was removed and added again starts over.
                let before = store.seq < last[store.id] ?? 0 ? 0 : last[store.id] ?? 0
                guard store.seq > before else { continue }
                guard let own = filters.first(where: { $0.store == store.id }) else {
                    last[store.id] = store.seq
                    continue
                }
                let (page, end) = try await page(of: store.id, after: before, own.filter, context)
                lines += inLogOrder(page, of: store.id)
                last[store.id] = end
                if end < store.seq { isBehind = true }
            }
            print(
                lines.sorted { $0.time < $1.time }.map(\.line), of: known, hasSeveral: hasSeveral, in: context.session)
        }
    }

    /// Entries with the times to merge them by: a clock that was set back does not change the order within a store.
    private func inLogOrder(_ entries: [LogEntry], of store: String) -> [(time: Int64, line: MergedLog.Line)] {
        var latest = Int64.min
        return entries.map { entry in
            latest = max(latest, entry.time)
            return (latest, (store, entry))
        }
    }

    /// The entries after a seq, and the seq up to which they were read.
    private func page(
        of store: String, after seq: Int, _ filter: LogList.Filter?, _ context: CommandContext
    ) async throws -> ([LogEntry], Int) {
        do {
            guard let result = try await context.page(LogList(store: store, from: seq + 1, filter: filter)) else {
                return ([], seq)
            }
            if let first = result.firstSeq, first > seq + 1 { tellMissed(seq + 1...first - 1, of: store, context) }
            return (result.entries, result.next.map { max($0 - 1, seq + 1) } ?? max(result.seq, seq + 1))
        } catch let error as ProtocolError where error.code == .seqEvicted {
            guard case .int(let first)? = error.data["firstSeq"], Int(first) > seq + 1 else { throw error }
            tellMissed(seq + 1...Int(first) - 1, of: store, context)
            return ([], Int(first) - 1)
        }
    }

    private func tellMissed(_ seqs: ClosedRange<Int>, of store: String, _ context: CommandContext) {
        let range = "#\(seqs.lowerBound) to #\(seqs.upperBound)"
        context.session.show(
            [
                "store": .string(store),
                "missed": ["from": .int(Int64(seqs.lowerBound)), "to": .int(Int64(seqs.upperBound))],
            ], of: "log",
            [StyledText("missed \(range) of \(store): the log dropped them before they were read", .changed)])
    }

    private func descriptions(_ wanted: Set<String>, _ session: Session) async throws -> [StoreDescription] {
        try await session.refreshStores().result.stores.filter { wanted.isEmpty || wanted.contains($0.id) }
    }

    /// Prints entries: a line for each, or more for a failure; as JSON one.
    private func print(
        _ lines: [MergedLog.Line], of stores: [StoreDescription], hasSeveral: Bool, in session: Session
    ) {
        guard session.options.isJSON else {
            var rendering = LogRendering(layout: session.layout)
            if follows {
                // The columns stay where they are from one print to the next.
                let longest = hasSeveral ? stores.map(\.id.count).max() ?? 0 : 0
                rendering.minimum = [1, min(longest, 24), 4, 12, 13]
                rendering.hasDuration = false
            }
            return session.console.print(hasSeveral ? rendering.lines(lines) : rendering.lines(lines.map(\.entry)))
        }
        for line in lines {
            guard let object = try? CommandContext.object(line) else { continue }
            session.console.print(machineLine: MachineLine.text(object, of: "log"))
        }
    }
}
