import Observation
import Strobe

/// The items screen whose states are objects: it sits quietly and lets the current one apply itself.
///
/// In the article the view controller still loads, and chooses the next state; here the states do both.
///
/// The price of the pattern: `screen` has to be open to the states.
@MainActor @Observable
final class ItemsController {
    /// What is shown; each state's `enter()` sees to its own part.
    var screen = ItemsScreen.nothing
    /// Loads the items, and returns the result as an event.
    let load: @Sendable () async -> ItemsEvent
    @ObservationIgnored private(set) lazy var machine = StateObjectMachine<ItemsState, ItemsEvent, ItemsController>(
        initial: .loading, host: self, factory: ItemsStateObject.make)

    /// Makes a screen that shows nothing yet.
    ///
    /// - Parameter load: Loads the items, and returns the result as an event.
    init(load: @escaping @Sendable () async -> ItemsEvent) {
        self.load = load
    }

    /// The view is there: the first state is entered, and loading starts immediately.
    func viewDidLoad() {
        machine.start()
    }
}
