import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Completes a line at the cursor.
    func complete(_ line: String, _ cursor: String.Index) async -> LineEditing.Completion? {
        switch CompletionTarget(String(line[..<cursor])) {
        case .name(let prefix): return Self.completion(of: prefix, among: CommandTable.names(beginningWith: prefix))
        case .option(let command, let prefix):
            return Self.completion(of: prefix, among: command.options.map { "--\($0.name)" })
        case .argument(let kind, let text): return await complete(kind, text)
        case nil: return nil
        }
    }

    func complete(_ kind: Command.Completable, _ text: String) async -> LineEditing.Completion? {
        switch kind {
        case .nothing: return nil
        case .command:
            return Self.completion(of: text, among: CommandTable.all.map(\.name) + HelpTopic.all.map(\.name))
        case .alias: return Self.completion(of: text, among: preferences.aliases.keys.sorted())
        case .file: return nil
        case .store:
            let others = await session.attachments?.names() ?? []
            return Self.completion(of: text, among: (session.stores.map(\.id) + others).map(Word.written))
        case .process:
            let records = (try? Discovery.processes()) ?? []
            return Self.completion(
                of: text, among: records.map { Word.written($0.name) } + records.map { String($0.pid) })
        case .watched:
            return Self.completion(
                of: text, among: await session.subscriptions.watches.paths(of: location.store).map(\.swiftStyle))
        case .path: return await completePath(text)
        case .storeOrPath:
            let stores = Self.completion(of: text, among: session.stores.map { Word.written($0.id) })
            guard let paths = await completePath(text) else { return stores }
            return LineEditing.Completion(
                replacing: text.count, candidates: stores.candidates + paths.candidates, note: paths.note)
        case .effect: return await completeEffect(text)
        case .held: return await completeHeld(text)
        case .heldAction: return await completeHeldAction(text)
        case .breakpoint: return await completeBreakpoint(text)
        case .condition: return await completePath(inside: text)
        case .onOff: return Self.completion(of: text, among: ["on", "off"])
        case .commandLine: return await completeCommandLine(text)
        case .origin: return Self.completion(of: text, among: EntryFacts.origins)
        case .seq: return await completeSeq(text)
        case .bookmark: return Self.completion(of: text, among: await bookmarks().map { Word.written($0.name) })
        case .branch:
            return Self.completion(of: text, among: await branches().flatMap { [$0.id] + [$0.name].compactMap { $0 } })
        case .branchLine: return await completeBranchLine(text)
        case .pathAndValue: return await completePathAndValue(text)
        case .redo: return await completeRedo(text)
        case .textAndPath: return await completeTextAndPath(text)
        case .actionCase, .actionGlob:
            guard case .choice(_, let cases)? = await notation().action else { return nil }
            // A glob is matched against the action with its dot.
            let prefix = text.hasPrefix(".") || text.isEmpty && kind == .actionGlob ? "." : ""
            return Self.completion(of: text, among: cases.map { prefix + $0.name })
        case .action:
            return await notation().action.flatMap { Self.completion(of: text, schema: $0) }
        }
    }

    /// Completes a literal of a shape.
    static func completion(of text: String, schema: Schema) -> LineEditing.Completion? {
        let found = Literal.completions(text, schema: schema)
        guard let replacing = found.first?.replaced else { return nil }
        return LineEditing.Completion(
            replacing: replacing,
            candidates: found.filter { $0.replaced == replacing }.map { .init($0.text, display: display(of: $0)) })
    }

    /// A signature is shown alone; a type is shown after the inserted text.
    private static func display(of offer: Literal.Completion) -> String? {
        if offer.detail.isEmpty { return nil }
        let name = offer.text.hasSuffix("(") ? String(offer.text.dropLast()) : offer.text
        if offer.detail.hasPrefix(name) { return offer.detail }
        return offer.text + (offer.text.hasSuffix(" ") ? "" : "  ") + offer.detail
    }

    static func completion(of prefix: String, among words: [String]) -> LineEditing.Completion {
        LineEditing.Completion(
            replacing: prefix.count, candidates: words.filter { $0.hasPrefix(prefix) }.map { .init($0, suffix: " ") })
    }

    /// Completes a path with a page of the members at its parent, or with the elements whose index begins as typed.
    func completePath(_ text: String) async -> LineEditing.Completion? {
        let parent = PathPrefix(text)
        guard let path = try? Path(parsing: parent.text), let store = location.store else { return nil }
        var nodes: [TreeNode] = []
        var more = 0
        for page in parent.pages(of: text) {
            let request = StateTree(
                store: store, path: path.isRoot ? nil : path, at: location.at, depth: 1, start: page.lowerBound,
                count: page.count)
            guard let node = try? await answer(request).result.node else { return nil }
            nodes += node.children ?? []
            more += page.lowerBound == 0 ? node.more ?? 0 : 0
        }
        var seen: Set<Path> = []
        let candidates = nodes.compactMap { child -> LineEditing.Completion.Candidate? in
            guard seen.insert(child.path).inserted else { return nil }
            let spelled = parent.isPointer ? child.path.pointer : child.path.swiftStyle
            let isLeaf = (child.count ?? 0) == 0
            return spelled.hasPrefix(text) ? .init(spelled, suffix: isLeaf ? " " : "") : nil
        }
        return LineEditing.Completion(
            replacing: text.count, candidates: candidates,
            note: more > 0 ? "… \(NumberText.grouped(more)) more" : nil)
    }

    /// Completes the names, then the ids of running effects.
    private func completeEffect(_ text: String) async -> LineEditing.Completion? {
        guard let store = location.store else { return nil }
        let running = (try? await answer(EffectList(store: store)).result.effects) ?? []
        var seen: Set<String> = []
        let names = running.map(\.name).filter { seen.insert($0).inserted }
        let ids = running.map { effect in
            LineEditing.Completion.Candidate(
                String(effect.id), display: StyledText("\(effect.id) \(effect.label)").fitted(to: 38).plain)
        }
        return LineEditing.Completion(
            replacing: text.count,
            candidates: (names.map { .init($0) } + ids).filter { $0.text.hasPrefix(text) })
    }

    func completeSeq(_ text: String) async -> LineEditing.Completion? {
        guard let store = location.store else { return nil }
        let recent = (try? await answer(LogList(store: store, limit: 20)).result.entries) ?? []
        let seqs = recent.reversed().map { entry in
            LineEditing.Completion.Candidate(
                String(entry.seq), display: StyledText("\(entry.seq) \(entry.label)").fitted(to: 38).plain, suffix: " ")
        }
        let words = ["live", "first", "last", "-1", "+1"].map { LineEditing.Completion.Candidate($0, suffix: " ") }
        let names = await bookmarks().map { bookmark in
            LineEditing.Completion.Candidate(
                bookmark.name, display: "\(bookmark.name) @\(bookmark.seq)", suffix: " ")
        }
        let onBranches = await branches().map { branch in
            LineEditing.Completion.Candidate("branch:\(branch.name ?? branch.id)", suffix: " ")
        }
        return LineEditing.Completion(
            replacing: text.count, candidates: (words + names + onBranches + seqs).filter { $0.text.hasPrefix(text) })
    }
}
