import LineEditing
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("The states that a replay begins with")
struct ReplayStartTests {
    private let starts: [(store: String, start: ReplayRun.Start)] = [
        ("cart", .putIn(ValueDifference(path: Path(["n"]), recorded: 1, got: 2))), ("user", .equal),
        ("shop", .putIn(ValueDifference(path: Path(["m"]), recorded: 1, got: 2))),
        ("kept", .different(ValueDifference(path: Path(["k"]), recorded: 1, got: 2))),
    ]

    @Test("those that were replaced are one line, unless each is asked for; those that were not are told")
    func replaced() {
        let rendering = ReplayRendering()
        let short = rendering.starts(starts, isLong: false).map(\.plain)
        #expect(short.first == "set to the recorded state: cart, shop; --long shows what differed")
        #expect(short.dropFirst().first == "kept has another state, which was left unchanged")
        #expect(short.count == 5)
        let long = rendering.starts(starts, isLong: true).map(\.plain)
        #expect(long.first == "cart had another state; it was set to the recorded one" && long.count == 12)
        #expect(rendering.starts([("user", .equal)], isLong: false).isEmpty)
    }
}
