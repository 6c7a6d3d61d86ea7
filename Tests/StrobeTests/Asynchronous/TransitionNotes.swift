import Strobe

/// Records its calls.
///
/// `@unchecked Sendable`: its only property is a collector, which is sendable.
final class TransitionNotes<State: Sendable, Action: Sendable>: StoreObserver<State, Action, Never>, @unchecked Sendable
{
    let told = Collector<String>()

    private func line(_ info: TransitionInfo, _ what: String, _ state: State) -> String {
        let cause = info.cause.map { " cause \($0)" } ?? ""
        let edit = info.editedFrom.map { " was \($0)" } ?? ""
        return "\(info.seq) \(info.origin)\(cause)\(what)\(edit) -> \(state)\(info.timing == nil ? "" : " timed")"
    }

    override func didReduce(_ action: Action, effects: [Never], info: TransitionInfo, state: () -> State) {
        told.add(line(info, " \(action)", state()))
    }

    override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
        told.add(line(info, " \(action) rejected: \(reason)", state()))
    }

    override func didRestore(_ state: State, note: String?, info: TransitionInfo) {
        told.add(line(info, note.map { " (\($0))" } ?? "", state))
    }

    override func didUninstall() { told.add("uninstalled") }
}
