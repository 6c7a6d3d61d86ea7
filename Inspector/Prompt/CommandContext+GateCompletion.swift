import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Completes the ids of held actions.
    func completeHeld(_ text: String) async -> LineEditing.Completion? {
        guard let store = location.store else { return nil }
        let held = (try? await answer(GateStatus(store: store)).result.held) ?? []
        let ids = held.map { Self.numbered($0.id, $0.label) }
        return Self.completion(of: text, among: ids + (held.isEmpty ? [] : [.init("all", suffix: " ")]))
    }

    /// Completes the id of a held action, or the action that replaces it.
    func completeHeldAction(_ text: String) async -> LineEditing.Completion? {
        let digits = text.prefix { $0.isNumber }
        let rest = text[digits.endIndex...]
        if rest.isEmpty, !digits.isEmpty { return await completeHeld(text) }
        if !digits.isEmpty, rest.first?.isWhitespace != true { return nil }
        let action = String(rest.drop(while: \.isWhitespace))
        return await complete(.action, action)
    }

    /// Completes the ids of breakpoints.
    func completeBreakpoint(_ text: String) async -> LineEditing.Completion? {
        guard let store = location.store else { return nil }
        let breakpoints = (try? await answer(BreakpointList(store: store)).result.breakpoints) ?? []
        let ids = breakpoints.map { breakpoint in
            Self.numbered(
                breakpoint.id, breakpoint.action ?? breakpoint.path?.swiftStyle ?? breakpoint.condition ?? "")
        }
        return Self.completion(of: text, among: ids + (breakpoints.isEmpty ? [] : [.init("all", suffix: " ")]))
    }

    /// Completes the path at the end of a condition or in the braces of a message.
    func completePath(inside text: String) async -> LineEditing.Completion? {
        let path = text.suffix(from: Self.pathStart(in: text))
        guard path.hasPrefix(".") || path.hasPrefix("/") else { return nil }
        return await complete(.path, String(path))
    }

    /// The start of the last word that could be a path; blanks inside brackets and quotes belong to it.
    private static func pathStart(in text: String) -> String.Index {
        var start = text.startIndex
        var isQuoted = false
        var isInBrackets = false
        for index in text.indices {
            switch text[index] {
            case "\"": isQuoted.toggle()
            case "[" where !isQuoted: isInBrackets = true
            case "]" where !isQuoted: isInBrackets = false
            case " ", "(", "!", "{", ",", "=", "<", ">", "&", "|":
                if !isQuoted, !isInBrackets { start = text.index(after: index) }
            default: break
            }
        }
        return start
    }

    /// Completes the commands of a breakpoint.
    func completeCommandLine(_ text: String) async -> LineEditing.Completion? {
        let digits = text.prefix { $0.isNumber }
        let rest = text[digits.endIndex...]
        guard rest.first?.isWhitespace == true else { return rest.isEmpty ? await completeBreakpoint(text) : nil }
        let last = String((ScriptScanner.parts(of: rest, separatedBy: ";").last ?? "").drop(while: \.isWhitespace))
        return await complete(last, last.endIndex)
    }

    private static func numbered(_ id: Int, _ label: String) -> LineEditing.Completion.Candidate {
        .init(String(id), display: StyledText("\(id) \(label)").fitted(to: 38).plain, suffix: " ")
    }

    private static func completion(
        of prefix: String, among candidates: [LineEditing.Completion.Candidate]
    ) -> LineEditing.Completion {
        LineEditing.Completion(
            replacing: prefix.count, candidates: candidates.filter { $0.text.hasPrefix(prefix) })
    }
}
