import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree

/// Measures finding the three needed actions of a failure in a log of 10,000, and branching that log.
struct MinimizeBenchmark {
    private static let actions = 10_000
    /// The actions that the failure needs, in this order.
    private static let needed = [1_234, 5_678, 9_876]

    private struct State: Codable, Sendable {
        var step = 0
        var isBroken = false
        var shop: ShopState
    }

    private enum Action: Codable, Sendable {
        case needed(Int)
        case noise(ShopAction)
    }

    func run() async throws {
        Measure.heading("minimise \(Self.actions) actions whose failure needs 3 of them")
        for items in [10, 100_000] {
            let store = Store<State, Action, Never>(initial: State(shop: ShopState(items: items))) { state, action in
                switch action {
                case .needed(let step) where step == state.step: state.step += 1
                case .needed: break
                case .noise(let action): reduceShop(&state.shop, action)
                }
                if state.step == Self.needed.count { state.isBroken = true }
                return []
            }
            let history = History(store: store)
            for seq in 1...Self.actions {
                store.dispatch(
                    Self.needed.firstIndex(of: seq).map { .needed($0) } ?? .noise(shopAction(seq, items: items)))
            }
            try await run(history, items: items)
        }
    }

    private func run(_ history: History<State, Action, Never>, items: Int) async throws {
        history.attach()
        let clock = ContinuousClock()
        let condition = try Condition(parsing: "/isBroken == true")
        var kept: [Int] = []
        var tests = 0
        let time = try await clock.measure {
            let least = try await history.minimize(condition, to: Self.actions)
            (kept, tests) = (least.kept, least.tests)
        }
        Measure.row("\(items) items: minimise, \(tests) tests", time / .milliseconds(1), unit: "ms", limit: 5_000)
        Measure.row(
            "\(items) items: entries kept that are not needed, or missing",
            Double(Set(kept).symmetricDifference(Self.needed).count), unit: "", limit: 0)
        let replay = try await clock.measure { _ = try await history.makeBranch(edits: [.skip(1...1)]) }
        // Includes the copies of the state that the branch keeps.
        Measure.row("\(items) items: branch all of it", replay / .milliseconds(1), unit: "ms")
        history.detach()
    }
}
