import InspectorCore
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
    func completeBreakpoint(_ text: String, orAll takesAll: Bool = true) async -> LineEditing.Completion? {
        guard let store = location.store else { return nil }
        let breakpoints = (try? await answer(BreakpointList(store: store)).result.breakpoints) ?? []
        let ids = breakpoints.map { breakpoint in
            Self.numbered(
                breakpoint.id, breakpoint.action ?? breakpoint.path?.swiftStyle ?? breakpoint.condition ?? "")
        }
        return Self.completion(
            of: text, among: ids + (breakpoints.isEmpty || !takesAll ? [] : [.init("all", suffix: " ")]))
    }

    /// Completes the commands of a breakpoint.
    func completeCommandLine(_ text: String) async -> LineEditing.Completion? {
        let digits = text.prefix { $0.isNumber }
        let rest = text[digits.endIndex...]
        guard rest.first?.isWhitespace == true else {
            return rest.isEmpty ? await completeBreakpoint(text, orAll: false) : nil
        }
        let last = String((ScriptScanner.parts(of: rest, separatedBy: ";").last ?? "").drop(while: \.isWhitespace))
        return await complete(last, last.endIndex)
    }

    private static func numbered(_ id: Int, _ label: String) -> LineEditing.Completion.Candidate {
        .init(String(id), detail: StyledText(label).fitted(to: 38).plain, suffix: " ")
    }
}
