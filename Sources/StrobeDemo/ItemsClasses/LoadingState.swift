import Strobe

/// The items are being loaded.
///
/// In the article this class shows the label of the empty state, an evident slip: the form that switches over the states
/// shows the spinner, and so does this one.
final class LoadingState: ItemsStateObject {
    override func enter() {
        super.enter()
        host?.screen = .spinner
        // After another `load`, or once items came from elsewhere, the answer is not wanted any more.
        run("load") { [load = host?.load] in await load?() }
    }

    override func next(on event: ItemsEvent) -> ItemsState? {
        switch event {
        case .load: .loading
        case .loaded(let items): items.isEmpty ? .empty : .showingData(items)
        case .failed(let reason): .error(reason: reason)
        }
    }
}
