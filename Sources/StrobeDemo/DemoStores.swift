import Foundation
import Strobe
import StrobeServer

/// The demo's stores, with their effects wired to the backend.
struct DemoStores: Sendable {
    /// One value per design, in the order in which inspectors see them.
    let designs: [any DemoDesign]

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - backend: The backend that their effects call.
    ///   - ratesURL: Where the rates are.
    ///   - validation: How long the login takes to validate what is typed.
    ///   - refreshInterval: The minimum time between two fetches of widgets.
    ///   - isQuiet: Whether the stores do nothing by themselves when they are made.
    ///   - say: Called with what views show and devices do, in words for people.
    init(
        backend: BackendClient, ratesURL: URL, validation: Duration, refreshInterval: Duration, isQuiet: Bool,
        say: @escaping @Sendable (String) -> Void
    ) async {
        var dependencies = Dependencies(executor: BackgroundExecutor(label: "effects"))
        dependencies.backend = backend
        let items = ItemsService(backend: backend)
        designs = [
            await ProfileDesign(dependencies: dependencies, say: say),
            await UserDesign(dependencies: dependencies, say: say),
            await LoginDesign(authenticate: backend.login, validation: validation, say: say),
            await WidgetsDesign(backend: backend, interval: refreshInterval, say: say),
            await ItemsDesign(service: items, isQuiet: isQuiet, say: say),
            await ItemsClassesDesign(service: items, isQuiet: isQuiet, say: say),
            TurnstileDesign(say: say),
            await CurrencyDesign(backend: backend, ratesURL: ratesURL, say: say),
        ]
    }

    /// Lets inspectors look at all of them.
    func add(to server: DebugServer) async {
        for design in designs { await design.add(to: server) }
    }

    /// Uses one of them, each in its turn.
    func use(tick: Int) async {
        await designs[tick % designs.count].use(turn: tick / designs.count)
    }
}
