import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import StrobeTransport

@Suite("A listening socket while hardly any files can be opened", .timeLimit(.minutes(1)))
struct AcceptPauseTests {
    /// Whether files can be opened, and how often that was asked.
    private final class Reserve: Sendable {
        let state = Mutex((isThere: false, looks: 0))

        func look() -> Bool {
            state.withLock { state in
                state.looks += 1
                return state.isThere
            }
        }
    }

    private func isAccepting(_ channel: EmbeddedChannel) -> Bool? {
        channel.options.compactMap { $0.option is ChannelOptions.Types.AutoReadOption ? $0.value as? Bool : nil }.last
    }

    @Test(
        "it accepts nothing, and looks once in each pause however often accepting failed, until there are files again")
    func pausing() throws {
        let reserve = Reserve()
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        try channel.pipeline.syncOperations.addHandler(
            AcceptPause(on: channel.eventLoop, hasReserve: { reserve.look() }))
        for _ in 0..<1_000 { channel.pipeline.fireErrorCaught(TransportError(.busy, "Too many open files.")) }
        #expect(isAccepting(channel) == false)
        for pause in 1...20 {
            channel.embeddedEventLoop.advanceTime(by: AcceptPause.pause)
            channel.pipeline.fireErrorCaught(TransportError(.busy, "Too many open files."))
            #expect(reserve.state.withLock { $0.looks } == pause)
            #expect(isAccepting(channel) == false)
        }
        reserve.state.withLock { $0.isThere = true }
        channel.embeddedEventLoop.advanceTime(by: AcceptPause.pause)
        #expect(isAccepting(channel) == true)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(reserve.state.withLock { $0.looks } == 21)
    }
}
