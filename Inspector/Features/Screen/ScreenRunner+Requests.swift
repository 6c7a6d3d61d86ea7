import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension ScreenRunner {
    func perform(_ request: ScreenRequest) {
        switch request {
        case .page(let store, let span, let count, let filter, let generation):
            yielding(page: store, generation) {
                let page = try await self.page(store, span, count, filter)
                return .page(page, store: store, span, generation: generation)
            }
        case .seek(let id, let filters, let stores, let count, let generation):
            yielding {
                .sought(id, try await seek(id, filters, stores, count), generation: generation)
            }
        case .find(let store, let seq, let isForward, let filter):
            yielding {
                let request = LogList(
                    store: store, from: isForward ? seq + 1 : nil, to: isForward ? nil : seq - 1, limit: 1,
                    filter: filter)
                guard isForward || seq > 1 else { return .found(nil) }
                let found = try await context.answer(request).result.entries.first
                return .found(found.map { ScreenLog.ID(store: store, seq: $0.seq) })
            }
        case .filter(let text): yielding { .filtered(try await filter(text)) }
        case .command(let line, let store):
            yielding {
                try await session.run(line, on: store)
                return .message(StyledText("\(store): \(line)", .added))
            }
        case .detail, .move, .edit, .leave: break
        }
    }

    private func yielding(
        page: String? = nil, _ generation: Int = 0, _ body: @escaping @Sendable () async throws -> ScreenInput
    ) {
        Task {
            switch await Result.known(body) {
            case .success(let input): happening.yield(input)
            case .failure(let error): happening.yield(.failed(error, page: page, generation: generation))
            }
        }
    }

    private func page(
        _ store: String, _ span: ScreenLog.Span, _ count: Int, _ filter: LogList.Filter?
    ) async throws -> LogList.Result {
        let request = LogList(store: store, from: span.from, to: span.to, limit: count, filter: filter)
        return try await context.answer(request).result
    }

    /// The pages of each store around an entry.
    private func seek(
        _ id: ScreenLog.ID, _ filters: [String: LogList.Filter], _ stores: [String], _ count: Int
    ) async throws -> [String: (before: LogList.Result, after: LogList.Result)] {
        let time = id.seq > 0 ? try await context.answer(LogGet(store: id.store, seq: id.seq)).result.entry.time : .min
        var pages: [String: (before: LogList.Result, after: LogList.Result)] = [:]
        for store in stores {
            let seq =
                store == id.store && id.seq > 0 ? id.seq : try await last(in: store, notAfter: time, closerThan: count)
            var before = LogList.Result(seq: seq, entries: [])
            if seq > 0 { before = try await page(store, .init(to: seq), count, filters[store]) }
            pages[store] = (before, try await page(store, .init(from: seq + 1), count, filters[store]))
        }
        return pages
    }

    /// A seq of a store whose entry is not after a time, and not many before it.
    private func last(in store: String, notAfter time: Int64, closerThan count: Int) async throws -> Int {
        let description = try await context.answer(StoreDescribe(store: store)).result
        var (low, high) = (description.firstSeq, description.seq)
        while high - low > count / 2, time > .min {
            let middle = low + (high - low) / 2
            let request = LogList(store: store, from: middle, limit: 1, changes: false)
            if let entry = try await context.answer(request).result.entries.first, entry.time <= time {
                low = middle
            } else {
                high = middle
            }
        }
        return time == .min ? low : high
    }

    func detail(_ subject: ScreenSubject) async -> ScreenDetail {
        var detail = ScreenDetail(subject: subject)
        detail.notation = await context.notation(of: subject.store)
        if subject.hasEntry, let seq = subject.seq {
            detail.entry = await .known { try await context.answer(LogGet(store: subject.store, seq: seq)).result }
        }
        if subject.hasState {
            let request = StateTree(
                store: subject.store, path: subject.path.isRoot ? nil : subject.path, at: subject.seq.map { .seq($0) },
                depth: 4, start: subject.start, count: 50)
            detail.state = await .known { try await context.answer(request).result }
        }
        return detail
    }

    /// What a typed filter means: a path where the state of a store has one like it, otherwise a part of an action.
    private func filter(_ text: String) async throws -> ScreenFilter {
        var stores: [String: LogList.Filter] = [:]
        if let path = try? Path(parsing: text), !path.isRoot {
            for store in session.stores where await context.notation(of: store.id).state?.part(at: path) != nil {
                stores[store.id] = LogList.Filter(path: path)
            }
            if !stores.isEmpty {
                return ScreenFilter(text: text, meaning: "changes of \(path.swiftStyle)", stores: stores)
            }
        }
        for store in session.stores { stores[store.id] = LogList.Filter(action: "*\(text)*") }
        return ScreenFilter(text: text, meaning: "actions like \(text)", stores: stores)
    }
}
