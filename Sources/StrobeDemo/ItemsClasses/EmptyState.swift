import Strobe

/// There is nothing to show.
final class EmptyState: ItemsStateObject {
    override func enter() {
        super.enter()
        host?.screen = .emptyLabel
    }
}
