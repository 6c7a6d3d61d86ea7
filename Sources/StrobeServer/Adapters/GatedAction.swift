internal import Strobe

/// An action that a foreign store asks for leave to apply, with what applies it.
struct GatedAction<Action: Sendable>: Holdable {
    enum Body: Sendable {
        case here(@Sendable (Action) -> Void)
        case onMainActor(@MainActor (Action) -> Void)
        /// It is dispatched to the store again.
        case again
    }

    private(set) var content: Action
    /// Ties it to the transition that is reported for it.
    let scope: DispatchScope
    let body: Body

    init(_ action: Action, in scope: DispatchScope, _ body: Body) {
        content = action
        self.scope = scope
        self.body = body
    }

    var action: Action? { content }
    var origin: Origin { scope.origin }
    var cause: Int? { scope.cause }
    var source: CallSite? { nil }
    var ifSeq: Int? { nil }
    var canBeTakenBack: Bool { false }
    var isTakenBack: Bool { false }

    var editedFrom: String? {
        get { scope.editedFrom }
        set { scope.editedFrom = newValue }
    }

    mutating func replaceAction(with action: Action) { content = action }
    func tellHeld(_ id: Int) { scope.answer(.held(id)) }
    func refuse(_ error: StoreError) { scope.answer(.refused(error)) }
}
