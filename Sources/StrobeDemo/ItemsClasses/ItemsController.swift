import Strobe

/// The items screen whose states are objects: it sits quietly and lets the current one apply itself.
///
/// The price of the pattern: `screen` has to be open to the states.
@MainActor final class ItemsController {
    /// What is shown; each state's `enter()` sees to its own part.
    var screen = ItemsScreen() {
        didSet { if screen.description != oldValue.description { say("items-classes: \(screen)") } }
    }
    /// Loads the items, and returns the result as an event.
    let load: @Sendable () async -> ItemsEvent
    private let say: @Sendable (String) -> Void
    private(set) lazy var machine = StateObjectMachine<ItemsState, ItemsEvent, ItemsController>(
        initial: .loading, host: self, factory: ItemsStateObject.make)

    /// Makes a screen that shows nothing yet.
    ///
    /// - Parameters:
    ///   - say: Called with what the screen shows, in words for people.
    ///   - load: Loads the items, and returns the result as an event.
    init(say: @escaping @Sendable (String) -> Void, load: @escaping @Sendable () async -> ItemsEvent) {
        self.load = load
        self.say = say
    }

    /// The view is there: loading starts immediately.
    func viewDidLoad() {
        machine.dispatch(.load)
    }
}
