import Foundation
import Strobe
import StrobeReflection
import StrobeTree

/// Tasks whose instructions and allocations are counted instead of their time: a count is the same on a busy machine.
///
/// `.ci/counts` runs each of them under valgrind, and compares with `counts.txt`.
enum CountedTasks {
    private static let items = 1_000

    /// The tasks, each made ready once and then run any number of times.
    static var all: [(name: String, prepare: () throws -> () throws -> Void)] {
        [
            // With a log it cannot be counted: what the log's own thread does meanwhile is never the same.
            (
                "dispatch",
                {
                    let store = DispatchBenchmark.makeStore(items: items)
                    return { for turn in 0..<1_000 { store.dispatch(shopAction(turn, items: items)) } }
                }
            ),
            (
                "encode",
                {
                    let state = ShopState(items: items)
                    return { _ = try TreeEncoder().encode(state) }
                }
            ),
            (
                "decode",
                {
                    let form = try TreeEncoder().encode(ShopState(items: items))
                    return { _ = try TreeDecoder().decode(ShopState.self, from: form) }
                }
            ),
            (
                "diff",
                {
                    let state = ShopState(items: items)
                    var other = state
                    other.items[items / 2].done.toggle()
                    return { [other] in _ = Differ().changes(from: state, to: other) }
                }
            ),
            (
                "parse",
                {
                    let text = try JSONBenchmark.text(of: ShopState(items: items))
                    return { _ = try JSON.parse(text) }
                }
            ),
            ("parse-request", { { _ = try JSON.parse(JSONBenchmark.request) } }),
            (
                "write",
                {
                    let form = try TreeEncoder().encode(ShopState(items: items))
                    return {
                        var text: [UInt8] = []
                        JSON.write(form, into: &text)
                    }
                }
            ),
        ]
    }

    /// Runs one task some number of times, or lists all.
    static func run(_ arguments: [String]) throws {
        guard let name = arguments.first, let task = all.first(where: { $0.name == name }) else {
            return print(all.map(\.name).joined(separator: "\n"))
        }
        let body = try task.prepare()
        for _ in 0..<(arguments.dropFirst().first.flatMap { Int($0) } ?? 1) { try body() }
    }
}
