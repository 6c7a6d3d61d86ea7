import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTree

extension AgentTool {
    static let listStores = AgentTool(
        "list_stores", "List stores",
        "Processes and recordings with their stores, the seq each is at, and what cannot be done. Start here.", [],
        output: [
            AgentParameter(
                "stores",
                .list(
                    .object([
                        AgentParameter("store", .text, "").required, AgentParameter("process", .text, "").required,
                        AgentParameter("seq", .integer(0...Int.max), "").required,
                        AgentParameter("recorded", .flag, "").required,
                    ])), ""
            ).required
        ]
    ) { call in
        let (attached, faults) = await call.stores.all()
        var lists: [(AgentStores.Attached, [StoreDescription])] = []
        var problems = faults
        await withTaskGroup(of: (Int, [StoreDescription]?).self) { group in
            for (index, one) in attached.enumerated() {
                guard case .success(let session) = one.outcome else { continue }
                group.addTask { (index, await session.freshStores()) }
            }
            var fresh: [Int: [StoreDescription]] = [:]
            for await (index, stores) in group { fresh[index] = stores }
            for (index, one) in attached.enumerated() {
                switch one.outcome {
                case .success: lists.append((one, fresh[index] ?? []))
                case .failure(let error): problems += ["\(one.label): \(error.message)"] + error.quoted
                }
            }
        }
        return StoreListText(lists: lists, problems: problems, options: call.options).answer
    }

    static let readStore = AgentTool(
        "read_store", "Read a store",
        "What a store is and can do, how far back its history goes, its gate, running effects, branches, bookmarks.",
        [.store]
    ) { call in
        let store = try await call.store()
        let description = try await store.describe()
        var parts = [StoreText.lines(description)]
        if description.capabilities.gate {
            let gate = try await store.ask(GateStatus(store: store.id)).result
            parts.append(GateText(notation: try await store.notation()).lines(gate))
        }
        let effects = try await store.ask(EffectList(store: store.id)).result
        parts += effects.effects.map {
            ["effect \($0.id)  \($0.label)  \($0.phase)" + ($0.cause.map { ", of #\($0)" } ?? "")]
        }
        let branches = try await store.ask(BranchList(store: store.id)).result
        parts += branches.branches.map { [BranchText.line($0)] }
        let bookmarks = try await store.ask(BookmarkList(store: store.id)).result
        parts += bookmarks.bookmarks.map { ["bookmark \($0.name)  @\($0.seq)" + ($0.note.map { "  \($0)" } ?? "")] }
        var answer = AgentAnswer(store.head(description.seq) + (store.isRecorded ? " (recorded)" : " (live)"))
        answer.parts = parts
        answer.whole = [
            "store": try encoded(description), "effects": .array(try effects.effects.map(encoded)),
            "branches": .array(try branches.branches.map(encoded)),
            "bookmarks": .array(try bookmarks.bookmarks.map(encoded)),
        ]
        return answer
    }

    /// A part of an answer as the protocol writes it.
    private static func encoded(_ value: some Encodable) throws -> Value { try MessageEncoder().encode(value) }
}

extension AgentSession {
    /// The stores as they are now; as they were reported if the process does not answer soon.
    fileprivate func freshStores() async -> [StoreDescription] {
        let asked = try? await Deadline.wait(until: .now + .seconds(2)) {
            try await self.ask(StoreList()).result.stores
        }
        if let asked { signals.update { $0.replace(with: asked) } }
        return stores
    }
}

/// Writes the list of all stores.
private struct StoreListText {
    let lists: [(AgentStores.Attached, [StoreDescription])]
    let problems: [String]
    let options: AgentOptions

    var answer: AgentAnswer {
        let count = lists.reduce(0) { $0 + $1.1.count }
        var answer = AgentAnswer(
            NumberText.counted(lists.count, "process", plural: "processes") + ", "
                + NumberText.counted(count, "store") + (options.isControlling ? "" : "; read only"))
        for (one, stores) in lists {
            let process = one.process
            var heading = one.label
            if let session = process.session {
                heading += session.isRecorded ? "  recording" : "  pid \(session.opened.process.pid)"
                if !session.isRecorded { heading += "  \(session.opened.access.rawValue)" }
            }
            for (index, store) in stores.enumerated() {
                let line =
                    "  " + StoreText.line(store, diverged: process.session?.signals.read { $0.diverged[store.id] })
                answer.parts.append(index == 0 ? [heading, line] : [line])
            }
            if stores.isEmpty { answer.parts.append([heading, "  no stores yet"]) }
        }
        if !problems.isEmpty { answer.parts.append(["not attached:"] + problems.map { "  " + $0 }) }
        if count == 0 {
            answer.tail.append("start a program with STROBE=1, then " + AgentText.call("list_stores", [:]))
        }
        let lists = lists
        answer.structured = { shown in
            // The first line of a process without stores is a part, too.
            var rest = shown
            var stores: [Value] = []
            for (one, list) in lists {
                // Ids without end are in the text alone, where they are cut.
                for store in list.prefix(max(rest, 0)) where store.id.utf8.count + one.label.utf8.count < 200 {
                    stores.append([
                        "store": .string(store.id), "process": .string(one.label), "seq": .int(Int64(store.seq)),
                        "recorded": .bool(one.process.session?.isRecorded == true),
                    ])
                }
                rest -= max(list.count, 1)
            }
            return ["stores": .array(stores)]
        }
        return answer
    }
}
