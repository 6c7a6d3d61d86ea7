import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let branch = Command(
        name: "branch", group: .time, arguments: "EDITS | ID | adopt ID | drop ID",
        summary: "replay a part of the log with edits, on a copy",
        details: [
            "EDITS are any of these, in any order, with seqs of the log:",
            "  skip 3..5   replace 7 ACTION   insert 9 ACTION (before 9)   move 4 before 2",
            "The store is not touched and no effects run. `branch 1` shows a branch; `diff branch:1 live`,",
            "`state --at branch:1@17`, `goto branch:1` and `log --branch 1` read it; `branch adopt 1` restores its last",
            "state in the live store (needs control access, as do replace and insert); `branch drop 1` deletes it.",
            "Every client sees it.",
        ],
        options: [
            Option(name: "name", value: "NAME", summary: "a name to use instead of the id"),
            Option(
                name: "from", value: "SEQ", summary: "the first entry to replay; default: the first edited one",
                completion: .seq),
            Option(
                name: "to", value: "SEQ", summary: "the last entry to replay; default: the last of the log",
                completion: .seq),
        ], limit: nil, completion: [.branchLine], isNeededAgain: true
    ) { invocation, context in
        guard let text = invocation.argument else {
            guard invocation.has("from") || invocation.has("to") else {
                throw InspectorError(.usage, "`branch` needs an edit or an id. Usage: \(invocation.command.usage)")
            }
            return try await context.makeBranch([], invocation)
        }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        switch (words[0], words.count) {
        case ("adopt", 2): try await context.adoptBranch(words[1])
        case ("drop", 2), ("delete", 2): try await context.dropBranch(words[1])
        case ("adopt", _), ("drop", _), ("delete", _):
            throw InspectorError(.usage, "`branch \(words[0])` needs one id or name. `branches` lists them.")
        case (let word, 1) where !BranchLine.keywords.contains(word): try await context.showBranch(word)
        default:
            let line = try BranchLine(text, schema: await context.notation().action)
            try await context.makeBranch(line.edits, invocation)
        }
    }

    static let branches = Command(
        name: "branches", group: .time, arguments: "", summary: "list the branches of the store"
    ) { _, context in
        let answer = try await context.answer(BranchList(store: try await context.store()))
        let here = context.location.branch?.id
        context.show(answer) { BranchRendering(layout: context.layout, here: here).lines($0.branches) }
    }
}

extension CommandContext {
    fileprivate func makeBranch(_ edits: [BranchEditDescription], _ invocation: Invocation) async throws {
        let answer = try await answer(
            BranchCreate(
                store: try await store(), edits: edits, from: try invocation.number("from"),
                to: try invocation.number("to"),
                name: invocation.value("name")))
        show(answer) { result in
            let branch = result.branch
            let name = branch.name ?? branch.id
            return BranchRendering(layout: layout).description(of: branch)
                + [StyledText("diff branch:\(name) live   goto branch:\(name)   branch adopt \(name)", .dim)]
        }
    }

    fileprivate func showBranch(_ name: String) async throws {
        let branch = try await branch(named: name)
        let answer = try await answer(LogList(store: try await store(), limit: 20, branch: branch.id))
        let here = location.branch
        show(answer) { result in
            var log = LogRendering(layout: layout, position: here?.id == branch.id ? here?.seq : nil)
            log.remarks = BranchRendering.remarks(on: result.entries)
            var lines = BranchRendering(layout: layout).description(of: branch)
            if let previous = result.previous {
                lines.append(StyledText("… earlier: log ..\(previous) --branch \(branch.id)", .dim))
            }
            return lines + log.lines(result.entries)
        }
    }

    fileprivate func adoptBranch(_ name: String) async throws {
        hit?.noteChange()
        let answer = try await answer(BranchAdopt(store: try await store(), id: name))
        await goLive()
        let notation = await notation()
        show(answer) { result in
            DispatchRendering(layout: layout, notation: notation).lines(result, "restored the end of branch \(name)")
        }
    }

    fileprivate func dropBranch(_ name: String) async throws {
        let answer = try await answer(BranchDelete(store: try await store(), id: name))
        if location.branch?.id == answer.result.branch.id { await goLive() }
        show(answer) { result in
            [StyledText("dropped ", .dim) + StyledText("branch:\(result.branch.name ?? result.branch.id)", .past)]
        }
    }

    /// Completes a line of branch edits.
    func completeBranchLine(_ text: String) async -> LineEditing.Completion? {
        let clauses = BranchLine.clauses(of: text)
        let last = text.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        let word = text.last?.isWhitespace != false ? "" : last
        guard let clause = clauses.last, clauses.count > 1 || !clause.rest.isEmpty || word.isEmpty else {
            let names = await branches().map { $0.name ?? $0.id }
            return Self.completion(of: word, among: BranchLine.keywords + ["adopt", "drop"] + names)
        }
        switch clause.keyword {
        case "adopt", "drop":
            return Self.completion(of: word, among: await branches().map { $0.name ?? $0.id })
        case "replace", "insert":
            let parts = clause.rest.split(
                maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
            guard parts.count == 2 else { return await completeSeq(word) }
            return await notation().action.flatMap { Self.completion(of: String(parts[1]), schema: $0) }
        case "move" where clause.rest.contains(where: \.isWhitespace) && !clause.rest.contains("before "):
            return Self.completion(of: word, among: ["before"])
        default:
            // A word that begins with a letter is the next edit.
            let isKeyword = clauses.last?.rest.isEmpty == false && word.first?.isLetter == true
            return isKeyword ? Self.completion(of: word, among: BranchLine.keywords) : await completeSeq(word)
        }
    }
}
