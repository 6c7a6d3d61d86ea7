import StrobeClient

/// The code in the documentation of the messages, compiled with the import above and nothing else; what each of them is
/// answered, the tests of the server say.
private enum MessageExamples {
    static func bookmark(_ client: DebugClient) async throws {
        let mark = Bookmark(name: "before-checkout", seq: 41, time: 0)
        try await client.send(StateDiff(store: "shop", from: .seq(mark.seq), to: .live))
    }

    static func heldDescription(_ client: DebugClient) async throws {
        let held = HeldDescription(id: 7, action: "load", label: ".load", origin: "app", since: 0)
        try await client.send(GateDrop(store: "profile", ids: [held.id]))
    }

    static func logMatch(_ entry: LogEntry) {
        let match = LogMatch(entry: entry, in: [.action, .change])
        print(match.entry.label)
    }

    static func actionRedo(_ client: DebugClient) async throws {
        let edit = Change(.replace, Path(["increment", "by"]), value: 4)
        try await client.send(ActionRedo(store: "shop", seq: 12, changes: [edit]))
    }

    static func bookmarkList(_ client: DebugClient) async throws {
        let marks = try await client.send(BookmarkList(store: "shop")).bookmarks
        _ = marks
    }

    static func bookmarkSet(_ client: DebugClient) async throws {
        try await client.send(BookmarkSet(store: "shop", name: "before-checkout", seq: 41))
    }

    static func branchAdopt(_ client: DebugClient) async throws {
        try await client.send(BranchAdopt(store: "shop", id: "2"))
    }

    static func branchCreate(_ client: DebugClient) async throws {
        try await client.send(BranchCreate(store: "shop", edits: [.skip(3...5), .move(9, before: 2)]))
    }

    static func branchDelete(_ client: DebugClient) async throws {
        try await client.send(BranchDelete(store: "shop", id: "2"))
    }

    static func branchList(_ client: DebugClient) async throws {
        let branches = try await client.send(BranchList(store: "shop")).branches
        _ = branches
    }

    static func breakpointSet(_ client: DebugClient) async throws {
        let total = Path(["cart", "total"])
        try await client.send(BreakpointSet(store: "shop", path: total, condition: "/cart/total < 0"))
    }

    static func effectCancel(_ client: DebugClient) async throws {
        let answer = try await client.send(EffectCancel(store: "profile", id: 3))
        print(answer.cancelled ? "cancelled" : "it had ended already")
    }

    static func effectList(_ client: DebugClient) async throws {
        let running = try await client.send(EffectList(store: "profile")).effects
        _ = running
    }

    static func gateDrop(_ client: DebugClient) async throws {
        try await client.send(GateDrop(store: "profile"))
    }

    static func historyFind(_ client: DebugClient) async throws {
        let found = try await client.send(HistoryFind(store: "shop", condition: "/cart/total < 0"))
        if let entry = found.entry { print(entry.seq, entry.label) }
    }

    static func historyMinimize(_ client: DebugClient) async throws {
        let least = try await client.send(HistoryMinimize(store: "shop", condition: "/cart/total < 0"))
        _ = least
    }

    static func logSearch(_ client: DebugClient) async throws {
        let found = try await client.send(LogSearch(store: "shop", query: "umbrella"))
        for match in found.matches { print(match.entry.seq, match.entry.label) }
    }

    static func logWhy(_ client: DebugClient) async throws {
        let why = try await client.send(LogWhy(store: "profile", seq: 7))
        print(why.links.map(\.label).joined(separator: " -> "))
    }

    static func stateBlame(_ client: DebugClient) async throws {
        let blame = try await client.send(StateBlame(store: "shop", path: Path(["cart", "total"])))
        for line in blame.entries { print(line.entry.seq, line.entry.label) }
    }

    static func stateSearch(_ client: DebugClient) async throws {
        let found = try await client.send(StateSearch(store: "shop", query: "umbrella"))
        for match in found.matches { print(match.path) }
    }

    static func stateSet(_ client: DebugClient) async throws {
        try await client.send(StateSet(store: "shop", path: Path(["cart", "total"]), value: 3))
    }

    static func runningEffectDescription(_ client: DebugClient) async throws {
        let effect = RunningEffectDescription(id: 3, name: "load", label: ".load(id: 7)", since: 0, phase: "running")
        try await client.send(EffectCancel(store: "profile", id: effect.id))
    }

    static func stateMatch() {
        let match = StateMatch(path: Path(["items", "3", "title"]), value: "Umbrella")
        print(match.path.pointer)
    }
}
