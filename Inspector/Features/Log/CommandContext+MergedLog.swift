import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Shows a page of the logs of all stores, merged by time.
    func logAll(_ invocation: Invocation) async throws {
        for option in ["path", "at", "tree", "branch"] where invocation.has(option) {
            throw InspectorError(.usage, "`--\(option)` is about one store, and cannot be combined with `--all`.")
        }
        let range = if let text = invocation.argument { try SeqRange(text) } else { SeqRange.newest(20) }
        guard case .newest(let count) = range else {
            throw InspectorError(
                .usage,
                "Each store has its own seqs: `log --all` takes a number, and --start N to leave out the newest.")
        }
        let start = try invocation.number("start") ?? 0
        let filter = try invocation.logFilter()
        var log: MergedLog
        if start > 0, let last = await session.mergedPage, last.next == String(invocation.line[...].trimmedBlanks) {
            log = last.log
        } else {
            let stores = try await session.refreshStores().result.stores.map(\.id)
            log = MergedLog(try await filters(filter, of: stores).map { .init(store: $0.store, filter: $0.filter) })
            try await log.skip(start) { try await self.page($0) }
        }
        let lines: [MergedLog.Line] = try await log.take(count) { try await self.page($0) }.reversed()
        let next = log.isAtEnd ? nil : log.taken
        // The number of entries, too, stays the same.
        let number = invocation.argument.map { " \($0)" } ?? ""
        let earlier = next.map { "log\(number)\(invocation.optionText(except: ["start"])) --start \($0)" }
        await session.set(mergedPage: MergedPage(filter: filter, log: log, next: earlier))
        var object: Value.Object = ["entries": .array(try lines.map { try Self.object($0) })]
        if let next { object["next"] = .int(Int64(next)) }
        continueOnEnter(earlier)
        show(.object(object), text(lines, log, earlier: earlier, isFiltered: filter != nil))
    }

    /// What is wanted of the log of each store; without those that cannot have such an action.
    ///
    /// - Parameter isStrict: Whether it is an error if no store can have one.
    /// - Throws: ``InspectorError`` in that case.
    func filters(
        _ filter: LogList.Filter?, of stores: [String], isStrict: Bool = true
    ) async throws -> [(store: String, filter: LogList.Filter?)] {
        guard let filter, let glob = filter.action else { return stores.map { ($0, filter) } }
        var filters: [(store: String, filter: LogList.Filter?)] = []
        var refusal: (any Error)?
        for store in stores {
            do throws(TreeError) {
                var own = filter
                own.action = try await notation(of: store).action?.actionGlob(glob) ?? glob
                filters.append((store, own))
            } catch {
                refusal = refusal ?? Named.actionGlob(glob).refusal(error)
            }
        }
        if filters.isEmpty, isStrict, let refusal { throw refusal }
        return filters
    }

    /// A page of a log; `nil` if its store was removed.
    func page(_ request: LogList) async throws -> LogList.Result? {
        do {
            return try await answer(request).result
        } catch let error as ProtocolError where error.code == .unknownStore {
            return nil
        }
    }

    private func text(_ lines: [MergedLog.Line], _ log: MergedLog, earlier: String?, isFiltered: Bool) -> [StyledText] {
        guard !lines.isEmpty else { return [StyledText(isFiltered ? "no such entries" : "no entries", .dim)] }
        var head = earlier.map { [StyledText("… earlier: \($0)", .dim)] } ?? []
        if earlier == nil, !log.cut.isEmpty {
            let firsts = log.cut.sorted { $0.key < $1.key }.map { "\($0.key) with \($0.value)" }.joined(separator: ", ")
            head += StyledText("… the logs begin later, earlier entries were dropped: \(firsts)", .dim)
                .wrapped(to: layout.width, hanging: 2)
        }
        return head + LogRendering(layout: layout).lines(lines)
    }

    /// An entry as JSON, with its store in front.
    static func object(_ line: MergedLog.Line) throws -> Value {
        guard case .object(let members) = try MessageEncoder().encode(line.entry) else { return .null }
        var object: Value.Object = ["store": .string(line.store)]
        for (name, member) in members { object[name] = member }
        return .object(object)
    }
}
