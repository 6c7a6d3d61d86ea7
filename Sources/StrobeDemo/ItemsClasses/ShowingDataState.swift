import Strobe

/// There are items to show.
final class ShowingDataState: ItemsStateObject {
    private let items: [Item]

    init(items: [Item], host: ItemsController) {
        self.items = items
        super.init(host: host)
    }

    override func enter() {
        super.enter()
        host?.screen = .table(items.map(\.title))
    }
}
