/// Gives the demo a life of its own: every few seconds it acts like a user.
struct Ticker: Sendable {
    let stores: DemoStores
    let interval: Duration

    /// Uses one store after the other until the task is cancelled.
    func run() async {
        var tick = 0
        while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            await stores.use(tick: tick)
            tick += 1
        }
    }
}
