import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Completes a line at the cursor.
    func complete(_ line: String, _ cursor: String.Index) async -> LineEditing.Completion? {
        switch CompletionTarget(String(line[..<cursor])) {
        case .name(let prefix): return completion(ofCommand: prefix)
        case .option(let command, let prefix):
            let options = command.options.map { option in
                LineEditing.Completion.Candidate("--\(option.name)", detail: option.summary, suffix: " ")
            }
            return Self.completion(of: prefix, among: options)
        case .variable(let prefix): return completeVariable(prefix)
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
        case .store:
            let stores = session.stores.map { store in
                LineEditing.Completion.Candidate(
                    Word.written(store.id), detail: TreeNotation.shortName(store.stateType), suffix: " ")
            }
            let others = await session.attachments?.names() ?? []
            return Self.completion(of: text, among: stores + others.map { .init(Word.written($0), suffix: " ") })
        case .process:
            let records = (try? Discovery.processes()) ?? []
            let names = records.map { record in
                LineEditing.Completion.Candidate(Word.written(record.name), detail: String(record.pid), suffix: " ")
            }
            let pids = records.map { record in
                LineEditing.Completion.Candidate(String(record.pid), detail: record.name, suffix: " ")
            }
            return Self.completion(of: text, among: names + pids)
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
        case .condition: return await completeCondition(text)
        case .message: return await completePath(inside: text)
        case .word(let words): return Self.completion(of: text, among: words)
        case .file: return FileCompletion.completion(of: text)
        case .letLine: return await completeLet(text)
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
            let names = cases.map { choice in
                LineEditing.Completion.Candidate(
                    prefix + choice.name, display: choice.payload.isEmpty ? nil : choice.signature, suffix: " ")
            }
            return Self.completion(of: text, among: names)
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
            candidates: found.filter { $0.replaced == replacing }.map(candidate))
    }

    /// A signature is shown alone; a type is shown beside the inserted text.
    private static func candidate(_ offer: Literal.Completion) -> LineEditing.Completion.Candidate {
        let name = offer.text.hasSuffix("(") ? String(offer.text.dropLast()) : offer.text
        return offer.detail.hasPrefix(name) && !offer.detail.isEmpty
            ? .init(offer.text, display: offer.detail) : .init(offer.text, detail: offer.detail)
    }

    static func completion(of prefix: String, among words: [String]) -> LineEditing.Completion {
        LineEditing.Completion(
            replacing: prefix.count, candidates: words.filter { $0.hasPrefix(prefix) }.map { .init($0, suffix: " ") })
    }

    static func completion(
        of prefix: String, among candidates: [LineEditing.Completion.Candidate]
    ) -> LineEditing.Completion {
        LineEditing.Completion(
            replacing: prefix.count, candidates: candidates.filter { $0.text.hasPrefix(prefix) })
    }

    /// Completes the name of a command; a few are explained.
    private func completion(ofCommand prefix: String) -> LineEditing.Completion {
        let names = CommandTable.names(beginningWith: prefix)
        let aliases = preferences.aliases.sorted { $0.key < $1.key }.map { name, line in
            LineEditing.Completion.Candidate(name, detail: line, suffix: " ")
        }
        return Self.completion(
            of: prefix,
            among: names.map { name in
                let summary = names.count > 12 ? nil : try? CommandTable.command(named: name).summary
                return LineEditing.Completion.Candidate(name, detail: summary ?? "", suffix: " ")
            } + aliases)
    }

    /// Completes `$name` and `${name}`.
    private func completeVariable(_ typed: String) -> LineEditing.Completion {
        let isBraced = typed.hasPrefix("${")
        let variables = session.variables
        return Self.completion(
            of: typed,
            among: variables.names.sorted().map { name in
                .init(isBraced ? "${\(name)}" : "$\(name)", detail: variables[name].map { String($0.prefix(60)) } ?? "")
            })
    }

    /// Completes what a variable is set to: `= TEXT` or `from PATH`.
    private func completeLet(_ text: String) async -> LineEditing.Completion? {
        let words = (try? Word.split(text, lenient: true)) ?? []
        let isAtNewWord = words.last.map { $0.range.upperBound < text.endIndex } ?? true
        let typed = isAtNewWord ? "" : words.last?.text ?? ""
        switch words.count + (isAtNewWord ? 1 : 0) {
        case 1: return Self.completion(of: typed, among: session.variables.names.sorted())
        case 2: return Self.completion(of: typed, among: ["=", "from"])
        case 3 where words[1].text == "from": return await completePath(typed)
        default: return nil
        }
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
