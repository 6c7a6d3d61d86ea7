internal import SeededTesting

/// A parser of untrusted input, with the invariants that must hold for every input.
public struct FuzzTarget: Sendable, CustomStringConvertible {
    /// How an input is run.
    enum Check: Sendable {
        case direct(@Sendable ([UInt8]) throws -> FuzzOutcome)
        case served(@Sendable ([UInt8]) async throws -> FuzzOutcome)
    }

    /// The name; also that of its folder of regression inputs.
    public let name: String
    /// Valid inputs, which mutations start from.
    public let samples: FuzzSamples
    let check: Check

    init(_ name: String, _ samples: FuzzSamples, _ check: @escaping @Sendable ([UInt8]) throws -> FuzzOutcome) {
        self.name = name
        self.samples = samples
        self.check = .direct(check)
    }

    init(
        serving name: String, _ samples: FuzzSamples, _ check: @escaping @Sendable ([UInt8]) async throws -> FuzzOutcome
    ) {
        self.name = name
        self.samples = samples
        self.check = .served(check)
    }

    public var description: String { name }

    /// All targets, in the order of the first byte of the fuzz driver's inputs: append new ones at the end.
    public static let all: [FuzzTarget] = [
        .lines, .json, .path, .literal, .condition, .pattern, .patch, .message, .recordingLine, .recording, .devTools,
        .server, .adapterFrames, .agentLine, .head, .frames,
    ]

    /// Whether an input needs more than the current thread.
    public var isServed: Bool {
        if case .served = check { true } else { false }
    }

    /// Runs an input; returns how far it got.
    ///
    /// - Throws: `FuzzFinding` for a violation.
    @discardableResult
    public func run(_ input: [UInt8]) async throws -> FuzzOutcome {
        switch check {
        case .direct(let check): try check(input)
        case .served(let check): try await check(input)
        }
    }

    /// Runs an input on this thread; does nothing for targets that are served.
    ///
    /// - Throws: `FuzzFinding` for a violation.
    public func runDirectly(_ input: [UInt8]) throws {
        if case .direct(let check) = check { _ = try check(input) }
    }

    /// The input with a number, the same in every run.
    ///
    /// - Parameters:
    ///   - seed: Distinguishes runs.
    ///   - number: From 0; the first numbers give the unchanged samples.
    public func input(seed: UInt64, number: Int) -> [UInt8] {
        if number < samples.texts.count { return samples.texts[number] }
        var mutator = FuzzMutator(SeededGenerator(seed: seed &* 0x1_0000_0001 &+ UInt64(number)), samples)
        return mutator.input()
    }
}
