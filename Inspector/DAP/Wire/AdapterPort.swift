internal import StrobeSystem

/// Where an adapter reads and writes.
package struct AdapterPort: Sendable {
    /// What arrives; its end is the end of the session.
    package var input: AsyncStream<[UInt8]>
    /// Writes bytes; `false` when nobody reads them any more.
    package var write: @Sendable ([UInt8]) async -> Bool
    /// Reports what is wrong with the stream itself, for people.
    package var report: @Sendable (String) -> Void

    /// Creates a port.
    package init(
        input: AsyncStream<[UInt8]>, write: @escaping @Sendable ([UInt8]) async -> Bool,
        report: @escaping @Sendable (String) -> Void
    ) {
        (self.input, self.write, self.report) = (input, write, report)
    }

    /// The standard streams of this process: nothing else may write to its output.
    ///
    /// They are read and written on threads of their own, since an editor that does not read must not stop tasks.
    package static func standardStreams() -> AdapterPort {
        let (input, received) = AsyncStream.makeStream(of: [UInt8].self)
        let isReading = SystemThread.start(name: "strobe.dap.in") {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = chunk.withUnsafeMutableBytes { systemRead(0, $0.baseAddress, $0.count) }
                if count > 0 { received.yield(Array(chunk[..<count])) }
                if count == 0 || count < 0 && errno != EINTR { break }
            }
            received.finish()
        }
        if !isReading { received.finish() }
        return AdapterPort(
            input: input,
            write: { bytes in
                await withCheckedContinuation { written in
                    let isWriting = SystemThread.start(name: "strobe.dap.out") {
                        written.resume(returning: bytes.withUnsafeBytes { SystemFile.write($0, to: 1) })
                    }
                    if !isWriting { written.resume(returning: false) }
                }
            },
            report: { line in
                _ = Array("\(line)\n".utf8).withUnsafeBytes { SystemFile.write($0, to: 2) }
            })
    }
}
