import NIOCore
import NIOPosix
import Strobe
import Testing

@testable import StrobeDemo

/// The promises of `--verbose`.
@Suite(.timeLimit(.minutes(5)))
struct DemoStoresTests {
    @Test("each of the demo's views says what it shows, and so do devices and analytics")
    func saying() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let backend = try await Backend.start(on: group, delay: .seconds(600))
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        let stores = await DemoStores(
            backend: BackendClient(group: group, port: backend.port), ratesURL: try backend.url(of: .rates),
            validation: .zero, refreshInterval: .zero, isQuiet: false, say: { line.yield($0) })
        for tick in 0..<8 { await stores.use(tick: tick) }
        var missing: Set = [
            "profile: a spinner", "user: a spinner, a spinner", "login: Username [], Password [], (Sign In, disabled)",
            "login: Username [ada.lovelace], Password [•••••••••••••], (Sign In, disabled), a spinner",
            "widgets: Loading…", "items: a spinner", "items-classes: a spinner",
            "turnstile: unlock", "currency: EUR [], (Reload), ",
        ]
        for await said in lines {
            missing.remove(said)
            if missing.isEmpty { break }
        }
        #expect(missing.isEmpty)
        try await backend.stop()
    }

    @Test(
        "while the demo is quiet the items are not loaded before somebody asks, in either form",
        arguments: [true, false])
    @MainActor func quiet(isQuiet: Bool) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let backend = try await Backend.start(on: group, delay: .seconds(600))
        let service = ItemsService(backend: BackendClient(group: group, port: backend.port))
        let items = ItemsDesign(service: service, isQuiet: isQuiet, say: { _ in })
        let classes = ItemsClassesDesign(service: service, isQuiet: isQuiet, say: { _ in })
        while isQuiet, !items.store.runningEffects.isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(items.store.runningEffects.count == (isQuiet ? 0 : 1))
        #expect(classes.controller.machine.runningEffects.count == (isQuiet ? 0 : 1))
        items.store.dispatch(.load)
        classes.controller.machine.dispatch(.load)
        #expect(items.store.runningEffects.map(\.cause) == [1])
        #expect(classes.controller.machine.runningEffects.map(\.cause) == [1])
        try await backend.stop()
    }
}
