import Foundation
import Synchronization
import Testing

@testable import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Child processes", .timeLimit(.minutes(5)))
struct ChildProcessTests {
    private func shell(
        _ script: String, grouping: ChildProcess.Grouping = .ownGroup,
        errorOutput: ChildProcess.ErrorOutput = .discarded
    ) async throws -> ChildProcess {
        try await ChildProcess.launch(
            command: ["/bin/sh", "-c", script], grouping: grouping, errorOutput: errorOutput)
    }

    @Test("a child is spoken with over its standard input and output")
    func echo() async throws {
        let child = try await ChildProcess.launch(command: ["cat"])
        try await child.connection.write("one\ntwo\n")
        #expect(try await child.connection.nextText() == "one")
        #expect(try await child.connection.nextText() == "two")
        #expect(child.connection.peer.pid == child.pid)
        #expect(await child.terminate() == .exited(0))
    }

    @Test("what a child wrote before it ended is read, then nil")
    func outputBeforeExit() async throws {
        for _ in 0..<20 {
            let child = try await shell("printf 'one\\ntwo\\nthree'; exit 7")
            #expect(await child.exitStatus == .exited(7))
            #expect(try await child.connection.allText() == ["one", "two", "three"])
            #expect(try await child.connection.nextLine() == nil)
        }
    }

    @Test("the exit status is reported to all waiting tasks, with or without a deadline")
    func exitStatus() async throws {
        let child = try await shell("read line; exit 3")
        #expect(await child.exitStatus(within: .milliseconds(1)) == nil)
        async let first = child.exitStatus
        async let second = child.exitStatus(within: .seconds(30))
        try await child.connection.write("go\n")
        #expect(await first == .exited(3))
        #expect(await second == .exited(3))
        #expect(await child.exitStatus(within: .zero) == .exited(3))
    }

    @Test("waiting with a deadline ends when the task is cancelled")
    func cancelledWait() async throws {
        let child = try await ChildProcess.launch(command: ["cat"])
        let waiting = Task { await child.exitStatus(within: .seconds(3600)) }
        waiting.cancel()
        #expect(await waiting.value == nil)
        await child.terminate()
    }

    @Test("a child that was killed reports the signal and leaves no zombie")
    func killed() async throws {
        let child = try await ChildProcess.launch(command: ["cat"])
        kill(child.pid, SIGKILL)
        #expect(await child.exitStatus == .signalled(SIGKILL))
        #expect(try await child.connection.nextLine() == nil)
        await expect(.closed) {
            for _ in 0..<1000 { try await child.connection.write("x\n") }
        }
        #expect(waitpid(child.pid, nil, WNOHANG) == -1)
        #expect(errno == ECHILD)
    }

    @Test("a child that heeds neither the end of its input nor SIGTERM is killed with its group")
    func stubborn() async throws {
        let child = try await shell("trap '' TERM; echo ready; while :; do sleep 3600; done")
        #expect(try await child.connection.nextText() == "ready")
        #expect(await child.terminate(grace: .milliseconds(50)) == .signalled(SIGKILL))
    }

    @Test("a child that heeds SIGTERM is given the chance")
    func polite() async throws {
        let child = try await shell("trap 'exit 5' TERM; echo ready; while :; do sleep 0.1; done")
        #expect(try await child.connection.nextText() == "ready")
        #expect(await child.terminate(grace: .seconds(10)) == .exited(5))
    }

    @Test("terminating a child that is blocked in writing drops what it writes")
    func blockedChild() async throws {
        let child = try await shell("head -c 4000000 /dev/zero; echo; cat; exit 4")
        #expect(await child.terminate(grace: .seconds(20)) == .exited(4))
    }

    @Test("standard error is captured line by line where that is asked for")
    func capturedErrors() async throws {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        let child = try await shell("echo one >&2; echo two >&2; cat", errorOutput: .lines { continuation.yield($0) })
        var iterator = lines.makeAsyncIterator()
        #expect(await iterator.next() == "one")
        #expect(await iterator.next() == "two")
        await child.terminate()
    }

    @Test("signals of the terminal reach a child only where that is asked for")
    func grouping() async throws {
        for grouping in [ChildProcess.Grouping.shared, .ownGroup, .ownSession] {
            let child = try await shell("echo ready; cat", grouping: grouping)
            #expect(try await child.connection.nextText() == "ready")
            #expect((getpgid(child.pid) == getpgid(0)) == (grouping == .shared))
            #expect((getsid(child.pid) == getsid(0)) == (grouping != .ownSession))
            await child.terminate()
        }
    }

    @Test("a child inherits no descriptors, and no ignored signals")
    func inheritance() async throws {
        // Without close-on-exec, like careless code; the child must not inherit it all the same.
        let leak = open("/dev/null", O_RDONLY)
        defer { Descriptor.close(leak) }
        Transport.ignoreBrokenPipes()
        let child = try await shell("for n in /dev/fd/*; do echo ${n##*/}; done; kill -PIPE $$; echo alive")
        let lines = try await child.connection.allText()
        #expect(!lines.contains("\(leak)"))
        #expect(!lines.contains("alive"))
        #expect(await child.exitStatus == .signalled(SIGPIPE))
    }

    @Test("the environment can be replaced")
    func environment() async throws {
        let child = try await ChildProcess.launch(
            command: ["/bin/sh", "-c", "echo $A; echo ${HOME-none}"], environment: ["A": "1 2"])
        #expect(try await child.connection.allText() == ["1 2", "none"])
    }

    @Test("a command that cannot be run says why")
    func notFound() async throws {
        for command in [[], [""], ["no-such-program-anywhere"], ["/"], ["a\0b"]] {
            await expect(.cannotLaunch) { _ = try await ChildProcess.launch(command: command) }
        }
    }

    @Test("the input of a child ends when it is released")
    func lettingGo() async throws {
        var child: ChildProcess? = try await ChildProcess.launch(command: ["cat"])
        let pid = try #require(child?.pid)
        let status = Task { [reaper = child?.reaper] in await reaper?.wait() }
        child = nil
        #expect(await status.value == .exited(0))
        #expect(waitpid(pid, nil, WNOHANG) == -1)
    }
}
