import Strobe

/// Gives the demo a life of its own: every few seconds somebody seems to use it.
struct Ticker: Sendable {
    let stores: DemoStores
    let interval: Duration

    /// Dispatches until the task is cancelled.
    func run() async {
        var tick = 0
        while !Task.isCancelled {
            do { try await Task.sleep(for: interval) } catch { return }
            step(tick)
            tick += 1
        }
    }

    /// What a person might do next: load, look up rates, type amounts, and now and then something that is no number.
    private func step(_ tick: Int) {
        switch tick % 6 {
        case 0: stores.profile.dispatch(.load)
        case 1: stores.currency.dispatch(.reload)
        case 5: stores.currency.dispatch(.inputChanged("a lot"))
        default: stores.currency.dispatch(.inputChanged(String(10 + tick)))
        }
    }
}
