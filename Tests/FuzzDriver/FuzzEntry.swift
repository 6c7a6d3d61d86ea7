import Dispatch
import Foundation
import FuzzTesting
import SeededTesting

// The functions that libFuzzer calls (https://llvm.org/docs/LibFuzzer.html), with the names that it expects. The first
// byte of an input selects the target, the rest is the target's input.

private let targets = FuzzTarget.all

/// Runs an input; a finding ends the process, so that libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let target = targets[Int(start[0]) % targets.count]
    let input = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    do {
        try run(target, input)
    } catch {
        FileHandle.standardError.write(Data("\(target): \(error)\n".utf8))
        abort()
    }
    return 0
}

private func run(_ target: FuzzTarget, _ input: [UInt8]) throws {
    guard target.isServed else { return try target.runDirectly(input) }
    let answer = Answer()
    Task.detached {
        do { try await target.run(input) } catch { answer.error = error }
        answer.isThere.signal()
    }
    answer.isThere.wait()
    if let error = answer.error { throw error }
}

/// The result of an input that runs on another thread.
private final class Answer: @unchecked Sendable {
    // Sendable: the error is written before the semaphore is signalled, and read after it was waited for.
    var error: (any Error)?
    let isThere = DispatchSemaphore(value: 0)
}

/// libFuzzer's own mutation of bytes.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int) -> Int

/// Mutates an input: usually as text of its target, otherwise as bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32) -> Int {
    var random = SeededGenerator(seed: UInt64(seed))
    let only = chosen
    if count == 0 || Int.random(in: 0..<50, using: &random) == 0 {
        // A new input, so that all samples are used, and all targets if none is selected.
        start[0] = UInt8(only ?? Int.random(in: 0..<targets.count, using: &random))
        return fill(
            start, capacity, with: targets[Int(start[0])].input(seed: UInt64(seed), number: Int(seed % 100_000)))
    }
    if let only { start[0] = UInt8(only) }
    if Int.random(in: 0..<3, using: &random) == 0 {
        return 1 + mutateBytes(start + 1, count - 1, capacity - 1)
    }
    let target = targets[Int(start[0]) % targets.count]
    var mutator = FuzzMutator(random, target.samples)
    return fill(start, capacity, with: mutator.mutated(Array(UnsafeBufferPointer(start: start + 1, count: count - 1))))
}

/// Copies an input after the first byte, as far as it fits.
private func fill(_ start: UnsafeMutablePointer<UInt8>, _ capacity: Int, with input: [UInt8]) -> Int {
    let count = min(input.count, capacity - 1)
    input.withUnsafeBufferPointer { bytes in
        if let base = bytes.baseAddress { (start + 1).update(from: base, count: count) }
    }
    return 1 + count
}

/// The index of the target in `STROBE_FUZZ_TARGET`; `nil` for all.
private let chosen: Int? = ProcessInfo.processInfo.environment["STROBE_FUZZ_TARGET"].flatMap { name in
    targets.firstIndex { $0.name == name }
}
