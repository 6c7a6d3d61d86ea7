import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// Where the process listens, by its discovery file; empty without one.
    nonisolated var endpoints: [String] {
        guard let process else { return [] }
        return (try? Discovery.processes())?.first { $0.pid == process.pid && $0.startedAt == process.startedAt }?
            .endpoints ?? []
    }

    /// Requests the list of stores.
    func refreshStores() async throws -> Answer<StoreList.Result> {
        let answer = try await answer(StoreList())
        update { $0.known.replace(with: answer.result.stores) }
        tellPrompt()
        for store in stores { gates.note(store) }
        if location.store == nil { move { $0.use(stores.first?.id) } }
        return answer
    }

    /// Shows the stores below the name of their process.
    ///
    /// - Parameter command: The command that shows them.
    func showStores(isCurrent: Bool, for command: String) async throws {
        let described: Value = [
            "pid": .int(Int64(process?.pid ?? 0)), "name": .string(process?.name ?? ""),
        ]
        var title = StyledText(process?.name ?? "process", .strong)
        if let process { title.append("  pid \(process.pid)", .dim) }
        guard loss == nil else {
            return show(
                ["process": described, "lost": true], of: command, [title + StyledText("  lost, waiting", .failure)])
        }
        let answer = try await refreshStores()
        let rendering = StoreRendering(layout: layout, diverged: known.diverged)
        let object: Value = [
            "process": described, "stores": answer.raw.value(at: Path(["stores"])) ?? [],
        ]
        show(object, of: command, [title] + rendering.lines(stores, current: isCurrent ? location.store : nil))
    }

    /// Returns the id of the store given by id, name or prefix of an id.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if no store matches or several do.
    func storeID(named name: String) async throws -> String {
        if !stores.contains(where: { $0.id == name }) { _ = try await refreshStores() }
        let exact = stores.first { $0.id == name } ?? stores.first { $0.name == name }
        let candidates = stores.filter { $0.id.hasPrefix(name) }
        if exact == nil, candidates.count > 1 {
            let ids = candidates.map(\.id).joined(separator: ", ")
            throw InspectorError(.failed, "`\(name)` is ambiguous: \(ids). Type another letter.")
        }
        guard let store = exact ?? candidates.first else {
            let hint = Spelling.nearest(name, in: stores.map(\.id)).map { " Did you mean `\($0)`?" } ?? ""
            throw InspectorError(.failed, "There is no store `\(name)`.\(hint) `stores` lists them.")
        }
        return store.id
    }

    /// Notes a new store.
    ///
    /// - Returns: Whether it was new.
    func add(_ store: StoreDescription) -> Bool {
        guard update({ $0.known.add(store) }) else { return false }
        gates.note(store)
        if location.store == nil { move { $0.use(store.id) } }
        if breakpoints.own.lostCount(of: store.id) > 0 { Task { await restoreBreakpoints(of: store.id) } }
        return true
    }

    /// Notes that a store was removed.
    func remove(storeID id: String) {
        update { $0.known.remove(id) }
        gates.forget(id)
        breakpoints.lose(of: id)
        move { $0.forget(id) }
    }
}
