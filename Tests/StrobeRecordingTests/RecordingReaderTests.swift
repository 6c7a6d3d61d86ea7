import SeededTesting
import StrobeTree
import Testing

@testable import StrobeRecording

@Suite("The reader of recordings")
struct RecordingReaderTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func write(_ lines: [RecordingLine], _ name: String = "a.jsonl") throws -> String {
        try directory.write(lines.map { $0.text + "\n" }.joined(), name)
    }

    private func transition(_ seq: Int, to count: Int64?, from: Int? = nil, t: Int64? = nil) -> RecordingLine {
        .transition(
            RecordedTransition(
                store: "shop", seq: seq, t: t ?? Int64(seq), action: nil, label: ".set", origin: "app",
                changes: count.map { [Change(.replace, Path(["count"]), value: .int($0))] }, fromSeq: from))
    }

    private func keyframe(_ seq: Int, _ count: Int64) -> RecordingLine {
        .keyframe(RecordedKeyframe(store: "shop", seq: seq, t: 0, state: ["count": .int(count), "items": []]))
    }

    private var header: RecordingLine { .header(SampleStore.header([SampleStore().description()])) }

    private func count(_ reader: RecordingReader, at seq: Int) throws -> Value? {
        try reader.state(at: seq, of: "shop").value(at: Path(["count"]))
    }

    @Test("what is not known of transitions is counted as the file is opened, however their lines are written")
    func unknowns() throws {
        let lines = [
            #"{"kind":"transition","store":"shop","seq":1,"t":1,"label":".a","action":"a","origin":"app","changes":[]}"#,
            #"{"kind":"transition","store":"shop","seq":2,"t":1,"label":".b","origin":"app","changes":[]}"#,
            #"{"kind":"transition","store":"shop","seq":3,"t":1,"label":"edit","origin":"edit","changes":[]}"#,
            #"{"kind":"transition","store":"shop","seq":4,"t":1,"label":".a","action":"a","origin":"app"}"#,
            #"{"kind":"transition","store":"shop","seq":5,"t":1,"fromSeq":3,"label":".a","action":"a","changes":[]}"#,
            #"{"kind":"transition","store":"shop","seq":6,"t":1,"label":".a","action":"a","error":"no"}"#,
            #"{"kind":"transition","store":"shop","seq":7,"t":1,"label":".a","action":{"x":{"incomparable":true}},"#
                + #""changes":[{"op":"replace","path":"/f","value":1,"incomparable": true}]}"#,
            #"{"kind":"transition","store":"shop","seq":8,"t":1,"label":".a","action":{"x":{"incomparable":true}},"#
                + #""changes":[{"op":"replace","path":"/f","value":1}]}"#,
            #"{"kind":"tr\u0061nsition","store":"shop","seq":9,"t":1,"label":".a","changes":[]}"#,
        ]
        let path = try directory.write(header.text + "\n" + lines.map { $0 + "\n" }.joined(), "a.jsonl")
        let store = try RecordingReader(paths: [path]).store("shop")
        #expect(store.transitions == 9)
        #expect(store.unwritten == 2)
        #expect(store.merged == 2)
        #expect(store.incomparable == 1)
    }

    @Test(
        "every state follows from keyframes and changes, whatever order they are asked for in",
        arguments: 1...UInt64(LongTests.areRun ? 8 : 3))
    func states(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var sample = SampleStore(seed: seed)
        var other = SampleStore(id: "other", seed: seed + 100)
        var lines: [RecordingLine] = [.header(SampleStore.header([sample.description()]))]
        for turn in 0..<400 {
            if turn == 50 { lines.append(.store(.init(t: 500, store: other.description()))) }
            if turn > 50, Bool.random(using: &random) { lines.append(.transition(other.step())) }
            lines.append(.transition(sample.step()))
            if Int.random(in: 0..<60, using: &random) == 0 {
                lines.append(.keyframe(.init(store: "shop", seq: sample.seq, t: 0, state: sample.state)))
            }
        }
        let reader = try RecordingReader(paths: [try write(lines)])
        #expect(reader.damage.isEmpty)
        for _ in 0..<200 {
            let seq = Int.random(in: 0...sample.seq, using: &random)
            #expect(try reader.state(at: seq, of: "shop") == sample.states[seq])
            let another = Int.random(in: 0...other.seq, using: &random)
            #expect(try reader.state(at: another, of: "other") == other.states[another])
        }
        #expect(try reader.transitions(5...9, of: "shop").map(\.seq) == [5, 6, 7, 8, 9])
        #expect(reader.eventCount == sample.seq + other.seq + 1)
        let events = try reader.events(from: 0, limit: .max)
        #expect(events.count == reader.eventCount)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    @Test("inside of merged changes no state is known, and the nearest known ones are named")
    func merged() throws {
        let reader = try RecordingReader(
            paths: [
                try write([
                    header, transition(1, to: 1), transition(2, to: nil), transition(3, to: nil),
                    transition(4, to: 4, from: 1), transition(5, to: 5), transition(6, to: nil),
                ])
            ])
        #expect(try count(reader, at: 1) == 1)
        #expect(try count(reader, at: 4) == 4)
        #expect(try count(reader, at: 5) == 5)
        for seq in 2...3 {
            let error = try #require(throws: RecordingError.self) { try count(reader, at: seq) }
            #expect(error.code == .stateNotKnown)
            #expect(error.nearestBefore == 1 && error.nearestAfter == 4)
            #expect(!reader.isKnown(seq, of: "shop"))
            #expect(reader.knownSeq(atOrBefore: seq, of: "shop") == 1)
            #expect(reader.knownSeq(atOrAfter: seq, of: "shop") == 4)
            #expect(try reader.transition(seq, of: "shop").changes == nil)
        }
        #expect(reader.knownSeq(atOrBefore: 6, of: "shop") == 5)
        #expect(reader.knownSeq(atOrAfter: 6, of: "shop") == nil)
        #expect(reader.gaps(of: "shop").isEmpty)
        let beyond = try #require(throws: RecordingError.self) { try count(reader, at: 7) }
        #expect(beyond.code == .unknownSeq)
    }

    @Test("a keyframe among merged changes does not hide the way around it")
    func keyframeInside() throws {
        let reader = try RecordingReader(
            paths: [
                try write([
                    header, transition(1, to: 1), transition(2, to: nil), keyframe(2, 2), transition(3, to: 3, from: 1),
                    transition(4, to: 4),
                ])
            ])
        for seq in 0...4 { #expect(try count(reader, at: seq) == .int(Int64(seq))) }
    }

    @Test("what was lost is a gap, and after it nothing is known until the next keyframe")
    func gaps() throws {
        let reader = try RecordingReader(
            paths: [
                try write([
                    header, transition(1, to: 1),
                    .gap(RecordedGap(store: "shop", t: 9, fromSeq: 2, toSeq: 4, reason: "evicted")),
                    transition(5, to: 5), keyframe(6, 6), transition(7, to: 7), transition(10, to: 10),
                ])
            ])
        #expect(try count(reader, at: 1) == 1)
        for seq in 2...5 {
            let error = try #require(throws: RecordingError.self) { try count(reader, at: seq) }
            #expect(error.nearestBefore == 1 && error.nearestAfter == 6)
        }
        #expect(try count(reader, at: 6) == 6)
        #expect(try count(reader, at: 7) == 7)
        #expect(throws: RecordingError.self) { try count(reader, at: 10) }
        let gaps = reader.gaps(of: "shop")
        #expect(gaps.map { $0.fromSeq...$0.toSeq } == [2...4, 6...6, 8...9])
        #expect(gaps.map(\.reason).first == "evicted")
        let error = try #require(throws: RecordingError.self) { try reader.transition(3, of: "shop") }
        #expect(error.code == .unknownSeq)
        #expect(throws: RecordingError.self) { try reader.transition(1, of: "nothing") }
    }

    @Test("lines of other writers are read in whatever order their members are")
    func anyOrder() throws {
        let text = [
            #"{"stores":[{"state":{"count":0},"seq":0,"id":"shop"}],"recorder":{"name":"x"},"process":{"name":"p"},"#
                + #""startMicros":5,"id":"B","version":1,"format":"strobe-recording","kind":"header"}"#,
            #"{"changes":[{"path":"/count","value":1,"op":"replace"}],"t":1,"seq":1,"store":"sh\u006fp","#
                + #""k\u0069nd":"transition"}"#,
            #"  { "t" : 2 , "seq" : 2 , "changes" : [ ] , "kind" : "transition" , "store" : "shop" }"#,
            #"{"kind":"weather","t":3,"store":17}"#,
            #"{"changes":[{"path":"/count","value":3,"op":"replace"}],"t":3,"seq":3,"store":"shop","kind":"transition"}"#,
        ].joined(separator: "\n")
        let reader = try RecordingReader(paths: [try directory.write(text, "a.jsonl")])
        #expect(reader.damage.isEmpty)
        #expect(try reader.transition(2, of: "shop").origin == "app")
        #expect(try reader.state(at: 1, of: "shop") == ["count": 1])
        #expect(try reader.state(at: 3, of: "shop") == ["count": 3])
        #expect(try reader.store("shop").startMicros == 5)
    }

    @Test("a file that is being written is followed, into the next one too")
    func follow() throws {
        var sample = SampleStore()
        let writer = try RecordingWriter(
            path: directory.file("a.jsonl"), header: SampleStore.header([sample.description()]),
            options: .init(partBytes: 1))
        let reader = try RecordingReader(paths: [writer.path])
        #expect(try reader.refresh().isEmpty)
        writer.write(.transition(sample.step()))
        writer.write([.note(.init(t: 5, text: "hm", store: "shop", seq: 1)), .transition(sample.step())])
        var news = try reader.refresh()
        #expect(news.transitions == ["shop": 1...2])
        #expect(news.notes.map(\.text) == ["hm"])
        #expect(!news.isComplete)
        try directory.append(#"{"kind":"transition","st"#, "a.jsonl")
        #expect(try reader.refresh().isEmpty)
        #expect(reader.damage.count == 1)
        try directory.append(#"ore":"shop","seq":3,"t":30,"changes":[]}"# + "\n", "a.jsonl")
        #expect(try reader.refresh().transitions == ["shop": 3...3])
        #expect(reader.damage.isEmpty)
        var last = sample.description()
        last.seq = 3
        writer.beginPart(stores: [last])
        writer.write(.store(.init(t: 40, store: SampleStore(id: "late").description())))
        writer.write(.removed(.init(store: "late", t: 50)))
        news = try reader.refresh()
        #expect(news.addedStores == ["late"] && news.removedStores == ["late"])
        #expect(try reader.state(at: 3, of: "shop") == sample.state)
        #expect(!reader.isComplete)
        writer.close()
        #expect(try reader.refresh().isComplete)
        #expect(reader.recordings[0].end?.reason == "stopped")
    }

    @Test("recordings of several processes are one, in the order of time, with the process before ids that collide")
    func severalProcesses() throws {
        var shop = SampleStore()
        var same = SampleStore(seed: 5)
        var alone = SampleStore(id: "alone", seed: 6)
        let later = SampleStore.start + 15
        let first = try write(
            [.header(SampleStore.header([shop.description()]))] + (0..<5).map { _ in .transition(shop.step()) })
        let second = try write(
            [
                .header(
                    SampleStore.header(
                        [same.description(), alone.description()], id: "B", process: "other", pid: 2, start: later))
            ] + (0..<5).flatMap { _ in [.transition(same.step()), .transition(alone.step())] }, "b.jsonl")
        let reader = try RecordingReader(paths: [second, first])
        #expect(reader.stores.map(\.id) == ["shop/shop", "other/shop", "alone"])
        #expect(reader.recordings.map(\.header.process.name) == ["shop", "other"])
        #expect(try reader.state(at: 4, of: "shop/shop") == shop.states[4])
        #expect(try reader.state(at: 4, of: "other/shop") == same.states[4])
        #expect(try reader.state(at: 4, of: "alone") == alone.states[4])
        let events = try reader.events(from: 0, limit: 100)
        #expect(events.count == 15)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
        let seqs = events.prefix(4).map { event in
            if case .transition(let transition) = event.line { "\(transition.store) \(transition.seq)" } else { "" }
        }
        #expect(seqs == ["shop/shop 1", "shop/shop 2", "other/shop 1", "alone 1"])
        #expect(try reader.events(from: 3, limit: 1) == [events[3]])
    }

    @Test("two recordings of one process have their process ids before the stores, or a number")
    func oneProcessTwice() throws {
        let sample = SampleStore()
        for (name, id) in [("a", "A"), ("b", "B"), ("c", "C")] {
            _ = try write([.header(SampleStore.header([sample.description()], id: id))], "\(name).jsonl")
        }
        let reader = try RecordingReader(paths: ["a", "b", "c"].map { directory.file("\($0).jsonl") })
        #expect(reader.stores.map(\.id) == ["shop/shop", "shop-1/shop", "shop-1/shop~2"])
        for store in reader.stores { #expect(try reader.state(at: 0, of: store.id) == sample.state) }
    }

    @Test("a store that comes again with the id of one that went is another one")
    func comesAgain() throws {
        let sample = SampleStore()
        let reader = try RecordingReader(
            paths: [
                try write([
                    header, transition(1, to: 1), .removed(.init(store: "shop", t: 2)),
                    .store(.init(t: 3, store: sample.description())), transition(1, to: 7, t: 4),
                ])
            ])
        #expect(reader.damage.isEmpty)
        #expect(reader.stores.map(\.id) == ["shop", "shop~2"])
        #expect(try count(reader, at: 1) == 1)
        #expect(try reader.state(at: 1, of: "shop~2").value(at: Path(["count"])) == 7)
        #expect(try reader.store("shop").removedAt == 2)
    }

    @Test("files that were put together are read as what they were")
    func concatenated() throws {
        var sample = SampleStore()
        var lines: [RecordingLine] = [.header(SampleStore.header([sample.description()]))]
        lines += (0..<3).map { _ in .transition(sample.step()) }
        lines.append(.end(.init(t: 30, reason: "rotated", transitions: 3, next: "gone.jsonl")))
        var second = SampleStore.header([sample.description()])
        second.part = 2
        lines.append(.header(second))
        lines += (0..<3).map { _ in .transition(sample.step()) }
        lines.append(.header(SampleStore.header([SampleStore(id: "other").description()], id: "B")))
        let reader = try RecordingReader(paths: [try write(lines)])
        #expect(reader.damage.isEmpty)
        #expect(reader.recordings.count == 2)
        #expect(try reader.state(at: 6, of: "shop") == sample.state)
        #expect(reader.stores.map(\.id) == ["shop", "other"])
    }

    @Test("one file that is named twice is opened once")
    func twice() throws {
        let path = try write([header, transition(1, to: 1)])
        let reader = try RecordingReader(paths: [path, directory.path + "/./a.jsonl"])
        #expect(reader.stores.map(\.transitions) == [1])
    }
}
