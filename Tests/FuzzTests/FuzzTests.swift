import Foundation
import FuzzTesting
import SeededTesting
import StrobeProtocol
import Testing

@Suite("Mutated inputs")
struct FuzzTests {
    /// Distinguishes runs; set by `STROBE_FUZZ_SEED`.
    static let seed = ProcessInfo.processInfo.environment["STROBE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    /// The number of inputs of a target, or the value of `STROBE_FUZZ_INPUTS`.
    static func count(_ target: FuzzTarget) -> Int {
        if let given = ProcessInfo.processInfo.environment["STROBE_FUZZ_INPUTS"].flatMap({ Int($0) }) { return given }
        let count =
            switch target.name {
            case "server": 150
            case "agentLine": 600
            case "recording", "devTools": 400
            default: 2_000
            }
        return LongTests.areRun ? count : count / 2
    }

    @Test(
        "nothing that is nearly right brings down what reads it, or is taken for what it is not",
        arguments: FuzzTarget.all)
    func mutations(_ target: FuzzTarget) async throws {
        try #require(target.samples.texts.count >= 2, "\(target) has no samples")
        let count = Self.count(target)
        var understood = 0
        for number in 0..<target.samples.texts.count + count {
            let input = target.input(seed: Self.seed, number: number)
            do {
                let outcome = try await target.run(input)
                if number >= target.samples.texts.count, outcome != .refused { understood += 1 }
            } catch {
                let shown = String(decoding: input.prefix(2_000), as: UTF8.self).debugDescription
                Issue.record("\(target), seed \(Self.seed), input \(number): \(error)\n\(shown)")
                return
            }
        }
        if count >= 100 {
            #expect(
                understood * 100 >= count * Self.leastUnderstood(target),
                "\(understood) of \(count) inputs were understood: nothing beyond the first check is tried with the others"
            )
            #expect(understood < count, "all \(count) inputs were understood: no first check is tried")
        }
    }

    /// The minimum share of a target's inputs that must be understood, in percent: the steps after the first check have
    /// to run, too.
    private static func leastUnderstood(_ target: FuzzTarget) -> Int {
        switch target.name {
        case "lines", "server": 60
        case "json", "pattern": 35
        case "path", "recording", "devTools": 20
        case "condition": 6
        default: 10
        }
    }

    @Test("there is a valid sample of every message")
    func samples() async throws {
        var understood: Set<String> = []
        for sample in FuzzTarget.message.samples.texts {
            if case .understood(let name) = try await FuzzTarget.message.run(sample) { understood.insert(name) }
        }
        for method in MethodRegistry.requests.map({ $0.method }) {
            #expect(understood.isSuperset(of: ["params of \(method)", "result of \(method)"]), "\(method)")
        }
        for notification in MethodRegistry.clientNotifications + MethodRegistry.notifications {
            #expect(understood.contains("params of \(notification.method)"), "\(notification.method)")
        }
    }

    /// The folder of regression inputs, by target.
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Regressions")

    @Test("what was found once is not found again", arguments: FuzzTarget.all)
    func regressions(_ target: FuzzTarget) async throws {
        let inputs = Self.folder.appendingPathComponent(target.name)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: inputs.path)) ?? []
        for name in names.sorted() {
            let input = [UInt8](try Data(contentsOf: inputs.appendingPathComponent(name)))
            do {
                try await target.run(input)
            } catch {
                Issue.record("\(target), \(name): \(error)")
            }
        }
    }

    @Test("every folder of regression inputs is that of a target")
    func folders() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names.filter { !$0.hasPrefix(".") }).isSubset(of: FuzzTarget.all.map(\.name)))
    }

    @Test("the same seed gives the same inputs, and another one others")
    func reproducible() {
        for target in FuzzTarget.all {
            let numbers = target.samples.texts.count..<target.samples.texts.count + 20
            #expect(
                numbers.map { target.input(seed: 5, number: $0) } == numbers.map { target.input(seed: 5, number: $0) })
            #expect(
                numbers.map { target.input(seed: 5, number: $0) } != numbers.map { target.input(seed: 6, number: $0) })
        }
    }
}
