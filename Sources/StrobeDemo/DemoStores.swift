import Foundation
import StrobeServer

/// The demo's stores, with their effects wired to the backend.
struct DemoStores: Sendable {
    /// One value per design, in the order in which inspectors see them.
    let designs: [any DemoDesign]

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - backend: Whom their effects ask.
    ///   - ratesURL: Where the rates are.
    ///   - validation: How long the login takes to validate what is typed.
    init(backend: BackendClient, ratesURL: URL, validation: Duration) async {
        designs = [
            ProfileDesign(backend: backend),
            UserDesign(backend: backend),
            await LoginDesign(backend: backend, validation: validation),
            CurrencyDesign(backend: backend, ratesURL: ratesURL),
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
