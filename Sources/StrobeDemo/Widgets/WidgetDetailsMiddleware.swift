import Strobe

/// Where the details of widgets come from.
protocol WidgetDetailsProviding: Sendable {
    /// Fetches what is known of a widget beyond the list.
    func details(of id: Widget.ID) async throws -> WidgetDetails
}

/// Fetches the details of a widget when it is chosen; another choice ends the fetch of the one before.
struct WidgetDetailsMiddleware: Middleware {
    let provider: any WidgetDetailsProviding

    func apply(state: WidgetsState, action: any WidgetAction, context: EffectContext<any WidgetAction>) {
        guard let id = (action as? SelectWidget)?.id, state.widgets.contains(where: { $0.id == id }) else { return }
        context.run("details", schedule: .replacing("details")) { [provider] context in
            do {
                context.dispatch(UpdateDetails(details: try await provider.details(of: id)))
            } catch {
                context.dispatch(DetailsFailed(id: id, reason: BackendError.message(of: error)))
            }
        }
    }
}
