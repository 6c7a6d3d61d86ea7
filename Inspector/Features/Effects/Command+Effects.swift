import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let effects = Command(
        name: "effects", aliases: ["fx"], group: .look, arguments: "", summary: "list the effects that are running",
        details: [
            "Shows the id, name and phase of each, the entry that requested it (`of 3`), its age, and the effect. A",
            "`waiting` effect starts when its turn comes. `cancel` ends one.",
        ]
    ) { _, context in
        let answer = try await context.answer(EffectList(store: try await context.store()))
        context.show(answer) { EffectRendering(layout: context.layout).lines($0) }
    }

    static let cancel = Command(
        name: "cancel", group: .change, arguments: "ID|NAME", summary: "cancel running effects",
        details: [
            "ID is a number that `effects` shows; NAME cancels all effects of that name. What a cancelled effect",
            "dispatches afterwards is dropped. Needs control access.",
        ], limit: nil, completion: [.effect]
    ) { invocation, context in
        guard let text = invocation.argument else {
            throw InspectorError(
                .usage, "`cancel` needs an effect. `effects` lists them. Usage: \(invocation.command.usage)")
        }
        let store = try await context.store()
        var list = try await context.answer(EffectList(store: store)).result
        let choice = try EffectChoice(text, among: list)
        while true {
            var hasCancelled = false
            for id in choice.ids(in: list) {
                let answer = try await context.answer(EffectCancel(store: store, id: id))
                hasCancelled = hasCancelled || answer.result.cancelled
                let effect = list.effects.first { $0.id == id }
                context.show(answer) { [EffectRendering.cancelled(id, effect, wasRunning: $0.cancelled)] }
            }
            // The part of the list that was not returned may have more effects of this name.
            guard case .name = choice, list.more != nil, hasCancelled else { return }
            list = try await context.answer(EffectList(store: store)).result
        }
    }
}

/// The running effects that an argument selects.
private enum EffectChoice {
    case id(Int)
    case name(String)

    /// Selects the effect with an id, or else all effects with a name.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if there is none.
    init(_ text: String, among list: EffectList.Result) throws(InspectorError) {
        let names = list.effects.map(\.name)
        // If the list was cut, an effect that is not in it may still have the id.
        if let id = Int(text), id > 0, list.more != nil || list.effects.contains(where: { $0.id == id }) {
            self = .id(id)
        } else if names.contains(text) {
            self = .name(text)
        } else if names.isEmpty {
            throw InspectorError(.failed, "There is no effect `\(text)`: no effects are running.")
        } else {
            let hint = Spelling.nearest(text, in: names).map { " Did you mean `\($0)`?" } ?? ""
            throw InspectorError(.failed, "There is no effect `\(text)`.\(hint) `effects` lists those that run.")
        }
    }

    func ids(in list: EffectList.Result) -> [Int] {
        switch self {
        case .id(let id): [id]
        case .name(let name): list.effects.filter { $0.name == name }.map(\.id)
        }
    }
}
