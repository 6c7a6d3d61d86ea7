import Strobe

/// The items are being loaded.
///
/// In the article this class shows the label of the empty state, an evident slip: the form that switches over the states
/// shows the spinner, and so does this one.
final class LoadingState: ItemsStateObject {
    private var request: Task<Void, Never>?

    override func enter() {
        super.enter()
        host?.screen = .spinner
        // What it would come to does not count then.
        guard !isReplaying else { return }
        request = Task { [weak self, load = host?.load] in
            guard !Task.isCancelled, let event = await load?(), !Task.isCancelled else { return }
            self?.dispatch(event)
        }
    }

    /// After another `load`, or once items came from elsewhere, this answer is not wanted any more.
    override func exit() {
        request?.cancel()
    }

    override func next(on event: ItemsEvent) -> ItemsState? {
        switch event {
        case .load: .loading
        case .loaded(let items): items.isEmpty ? .empty : .showingData(items)
        case .failed(let reason): .error(reason: reason)
        }
    }
}
