import Foundation
import StrobeReflection
import StrobeTree

/// Measures JSON text beside what is possible: a reader and a writer for this one document, written as in C, that check
/// nothing; and beside Foundation's.
struct JSONBenchmark {
    var measure: Measure

    /// A request as a client sends it.
    static let request = Array(
        #"{"jsonrpc":"2.0","id":12345,"method":"state/get","params":{"store":"shop","path":"/items/500/title","at":1234567}}"#
            .utf8)

    /// The text of a state.
    static func text(of state: ShopState) throws -> [UInt8] {
        var text: [UInt8] = []
        JSON.write(try TreeEncoder().encode(state), into: &text)
        return text
    }

    func run() throws {
        for items in [1_000, 10_000, 100_000] { try run(items: items) }
        Measure.heading("a request of \(Self.request.count) bytes")
        let turns = 10_000
        Measure.row(
            "read it", measure.nanoseconds(turns: turns) { for _ in 0..<turns { _ = try? JSON.parse(Self.request) } },
            baseline: measure.nanoseconds(turns: turns) { for _ in 0..<turns { _ = PlainJSON.read(Self.request) } },
            limit: 300)
    }

    private func run(items: Int) throws {
        let state = ShopState(items: items)
        let form = try TreeEncoder().encode(state)
        let text = try Self.text(of: state)
        let data = Data(text)
        let nodes = Double(7 * items + 4)
        Measure.heading("JSON of \(items) items, \(text.count) bytes; megabytes a second, and how much of the limit")
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * text.count)
        defer { room.deallocate() }
        precondition(PlainJSON.read(text) > items && PlainJSON.write(state, at: room) == text.count)
        speed("read onto a tape", of: text.count, least: 0.5) {
            try? JSON.check(text)
        } limit: {
            _ = PlainJSON.read(text)
        }
        speed("read as a Value", of: text.count, least: 0.25) {
            _ = try? JSON.parse(text)
        } limit: {
            _ = PlainJSON.read(text)
        }
        speed("write a Value", of: text.count, least: 0.5) {
            var line: [UInt8] = []
            JSON.write(form, into: &line)
        } limit: {
            _ = PlainJSON.write(state, at: room)
        }
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        let encode = best {
            _ = try? TreeEncoder().encode(state)
        } limit: {
            try? state.encode(to: EmptyEncoder())
        }
        Measure.row(
            "encode the state, compared with an empty encoder, a node", encode.body / nodes,
            baseline: encode.limit / nodes, limit: 90)
        let toText = best {
            _ = try? Self.text(of: state)
        } limit: {
            _ = try? encoder.encode(state)
        }
        Measure.row(
            "state to text, compared with JSONEncoder", toText.body / 1e6, unit: "ms", baseline: toText.limit / 1e6)
        let toState = best {
            _ = try? TreeDecoder().decode(ShopState.self, from: JSON.parse(text))
        } limit: {
            _ = try? decoder.decode(ShopState.self, from: data)
        }
        Measure.row(
            "text to state, compared with JSONDecoder", toState.body / 1e6, unit: "ms", baseline: toState.limit / 1e6)
    }

    /// The times of two tasks, measured in turn.
    private func best(_ body: () -> Void, limit: () -> Void) -> (body: Double, limit: Double) {
        var best = (body: Double.infinity, limit: Double.infinity)
        for _ in 0..<3 {
            best.body = min(best.body, measure.median(body))
            best.limit = min(best.limit, measure.median(limit))
        }
        return best
    }

    /// Prints megabytes a second and their ratio to the limit's, measured in turn.
    private func speed(_ label: String, of bytes: Int, least: Double, _ body: () -> Void, limit: () -> Void) {
        let best = best(body, limit: limit)
        let (own, possible) = (Double(bytes) * 1_000 / best.body, Double(bytes) * 1_000 / best.limit)
        Measure.row(label, own, unit: "MB/s", baseline: possible)
        if own < possible * least { print("  less than \(least) of what is possible, \(Int(possible)) MB/s") }
    }
}
