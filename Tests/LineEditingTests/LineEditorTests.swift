import Foundation
import Synchronization
import Testing

@testable import LineEditing

@Suite("An editor's readings", .timeLimit(.minutes(5)))
struct LineEditorTests {
    // Kept for the duration of the test: releasing a pipe would end the input, or close another owner's descriptor.
    private let input = Pipe()
    private let output = Pipe()

    /// An editor that reads from one pipe and writes into the other.
    private func piped() throws -> LineEditor {
        try LineEditor(
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor,
            handlesSignals: false)
    }

    @Test("readings that were asked for at once get the lines one after the other")
    func concurrentReadings() async throws {
        let editor = try piped()
        #expect(!editor.isInteractive)
        async let first = editor.readLine("")
        async let second = editor.readLine("")
        try input.fileHandleForWriting.write(contentsOf: Data("one\ntwo\n".utf8))
        #expect(await Set([first, second]) == [.line("one"), .line("two")])
        await editor.close()
    }

    @Test("cancelling a task ends its own reading and no other", arguments: 0..<20)
    func cancelledTask(round: Int) async throws {
        let editor = try piped()
        let reading = Task { await editor.readLine("") }
        let cancelled = Task { await editor.readLine("") }
        cancelled.cancel()
        #expect(await cancelled.value == .cancelled)
        try input.fileHandleForWriting.write(contentsOf: Data("line\n".utf8))
        #expect(await reading.value == .line("line"))
        await editor.close()
    }

    @Test("closing ends the reading in progress, and later readings at once")
    func closing() async throws {
        let editor = try piped()
        let reading = Task { await editor.readLine("") }
        await editor.close()
        #expect(await reading.value == .cancelled)
        #expect(await editor.readLine("") == .cancelled)
        await editor.close()
    }

    @Test("a reading that an editor comes to when it is closed already ends, whatever woke it before")
    func closedBeforeReading() async throws {
        let mailbox = try ReadQueue(
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor,
            usesColour: false)
        let ended = Mutex<ReadResult?>(nil)
        let descriptors = (
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor
        )
        let reading = Task {
            let result = await withCheckedContinuation { continuation in
                mailbox.enqueue(
                    .read(
                        ReadRequest(
                            id: mailbox.newReadID(), prompt: "", text: "", isQuestion: false, continuation: continuation
                        )))
                mailbox.enqueue(.close(nil))
                mailbox.wakeUp.drain()
                Thread {
                    EditorLoop(
                        options: EditorOptions(), mailbox: mailbox, input: descriptors.input,
                        output: descriptors.output, isInteractive: false, handlesSignals: false
                    ).run()
                }.start()
            }
            ended.withLock { $0 = result }
        }
        let deadline = ContinuousClock.now + .seconds(30)
        while ended.withLock({ $0 == nil }), ContinuousClock.now < deadline { await Task.yield() }
        #expect(ended.withLock { $0 } == .cancelled)
        // Also ends a read that was not cancelled.
        try input.fileHandleForWriting.close()
        await reading.value
    }

    @Test("an editor that is released ends its thread and closes its pipe")
    func released() async throws {
        weak var mailbox: ReadQueue?
        do {
            let editor = try piped()
            try input.fileHandleForWriting.write(contentsOf: Data("line\n".utf8))
            #expect(await editor.readLine("") == .line("line"))
            mailbox = editor.mailbox
            #expect(mailbox != nil)
        }
        let deadline = ContinuousClock.now + .seconds(30)
        while mailbox != nil, ContinuousClock.now < deadline { await Task.yield() }
        #expect(mailbox == nil)
    }

    @Test("printed text goes out in whole lines")
    func printing() async throws {
        let editor = try piped()
        editor.print("one")
        editor.print("two\n")
        editor.print(StyledText("three", .red))
        editor.print("")
        await editor.close()
        try output.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text == "one\ntwo\nthree\n\n")
        #expect(editor.columns == 80)
    }
}
