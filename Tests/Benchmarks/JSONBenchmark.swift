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
        let times = measure.times(turns: turns) {
            for _ in 0..<turns { _ = try? JSON.parse(Self.request) }
        } and: {
            for _ in 0..<turns { _ = PlainJSON.read(Self.request) }
        }
        Measure.row(
            "read it, compared with a reader in C", times.body, baseline: times.limit, limit: 300)
    }

    private func run(items: Int) throws {
        let state = ShopState(items: items)
        let form = try TreeEncoder().encode(state)
        let text = try Self.text(of: state)
        let data = Data(text)
        let nodes = Double(7 * items + 4)
        Measure.heading("JSON of \(items) items, \(text.count) bytes", size: items)
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * text.count)
        defer { room.deallocate() }
        precondition(PlainJSON.read(text) > items && PlainJSON.write(state, at: room) == text.count)
        speed("read onto a tape, compared with a reader in C", of: text.count, least: 0.5) {
            try? JSON.check(text)
        } limit: {
            _ = PlainJSON.read(text)
        }
        speed("read as a Value, compared with a reader in C", of: text.count, least: 0.25) {
            _ = try? JSON.parse(text)
        } limit: {
            _ = PlainJSON.read(text)
        }
        speed("write a Value, compared with a writer in C", of: text.count, least: 0.5) {
            var line: [UInt8] = []
            JSON.write(form, into: &line)
        } limit: {
            _ = PlainJSON.write(state, at: room)
        }
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        let encode = measure.times {
            _ = try? TreeEncoder().encode(state)
        } and: {
            try? state.encode(to: EmptyEncoder())
        }
        Measure.row(
            "encode the state, compared with an empty encoder, a node", encode.body / nodes,
            baseline: encode.limit / nodes, limit: 90)
        let toText = measure.times {
            _ = try? Self.text(of: state)
        } and: {
            _ = try? encoder.encode(state)
        }
        Measure.row(
            "state to text, compared with JSONEncoder", toText.body / 1e6, unit: "ms", baseline: toText.limit / 1e6,
            ratios: ...0.25)
        let toState = measure.times {
            _ = try? TreeDecoder().decode(ShopState.self, from: JSON.parse(text))
        } and: {
            _ = try? decoder.decode(ShopState.self, from: data)
        }
        Measure.row(
            "text to state, compared with JSONDecoder", toState.body / 1e6, unit: "ms", baseline: toState.limit / 1e6,
            ratios: ...0.3)
    }

    /// Prints megabytes a second and their ratio to the limit's.
    private func speed(_ label: String, of bytes: Int, least: Double, _ body: () -> Void, limit: () -> Void) {
        let times = measure.times(of: body, and: limit)
        Measure.row(
            label, Double(bytes) * 1_000 / times.body.median, unit: "MB/s", spread: times.body.spread,
            baseline: Double(bytes) * 1_000 / times.limit.median, ratios: least...)
    }
}
