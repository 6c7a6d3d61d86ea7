import Foundation
import FuzzTesting
import LineEditing
import SeededTesting
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTransport
import StrobeTree

@testable import Inspector
@testable import InspectorCore

/// A damaged recording, read by all tools for recordings.
struct FuzzedRecording {
    private static let samples: [[UInt8]] = {
        let folders = [
            "protocols/recording/examples", "protocols/recording/damaged", "Tests/InspectorTests/Recordings",
        ]
        return folders.flatMap { folder -> [[UInt8]] in
            let url = Examples.root.appendingPathComponent(folder)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
            return names.sorted().filter { $0.hasSuffix(".jsonl") }.compactMap { name in
                (try? Data(contentsOf: url.appendingPathComponent(name))).map { [UInt8]($0) }
            }
        }.filter { $0.count < 1 << 17 }
    }()

    /// The commands that read, which work for recordings too.
    private static let commands = FuzzCommands.lines.filter { name, _ in
        guard let command = try? CommandTable.command(named: name) else { return false }
        return [.look, .time, .script].contains(command.group) && !["every", "repeat"].contains(name)
    }.sorted { $0.key < $1.key }.flatMap(\.value)

    private let seed: UInt64
    private var faults: ValueFaults
    private let file: URL
    private let made: URL

    init(seed: UInt64) {
        self.seed = seed
        faults = ValueFaults(random: SeededGenerator(seed: seed &* 0x1_0000_0001))
        let folder = FileManager.default.temporaryDirectory
        let process = ProcessInfo.processInfo.processIdentifier
        file = folder.appendingPathComponent("strobe-fuzz-\(process)-\(seed).jsonl")
        made = folder.appendingPathComponent("strobe-fuzz-\(process)-\(seed)-made.jsonl")
    }

    /// Creates the recording, and runs all tools on it.
    ///
    /// - Returns: Whether it could be opened.
    mutating func run() async throws -> Bool {
        try Data(bytes()).write(to: file)
        return try await Self.read(file, made: made, named: "recording \(seed)", &faults)
    }

    /// Runs all tools on a recording, and removes it.
    static func read(_ file: URL, made: URL, named name: String, _ faults: inout ValueFaults) async throws -> Bool {
        defer {
            Watchdog.shared.end()
            try? FileManager.default.removeItem(at: file)
            try? FileManager.default.removeItem(at: made)
        }
        Watchdog.shared.begin("\(name): opening")
        guard let reader = try? RecordingReader(paths: [file.path]) else { return false }
        Watchdog.shared.begin("\(name): audit")
        var audit = RecordingAudit()
        try? audit.run(reader)
        _ = AuditRendering(layout: Layout()).lines(audit, of: file.path, rules: nil)
        Watchdog.shared.begin("\(name): report")
        if let report = try? Report(reader, selection: ReportSelection(from: nil, to: nil, stores: []), title: nil) {
            _ = ReportPage.bytes(report, made: "now")
            _ = report.markdown()
            _ = ReportRendering.lines(report, destination: "there", bytes: 1)
        }
        for range in [nil, "5", "1..", "..9007199254740992"] as [String?] {
            Watchdog.shared.begin("\(name): script from \(range ?? "")")
            var script = RecordingScript(reader, name: "it", expects: faults.chance(50))
            try? script.write(range: range, of: range == nil ? nil : reader.stores.first?.id)
            _ = script.lines
        }
        Watchdog.shared.begin("\(name): test")
        for range in ["1..", "1..9"] {
            _ = try? TestCommand.test(
                reader, range: range, store: reader.stores.first?.id, module: nil, decodes: faults.chance(50)
            ).source
        }
        Watchdog.shared.begin("\(name): export and import")
        for shape in [DevToolsShape.lifted, .actions] {
            guard let export = try? DevToolsExport(reader, store: reader.stores.first?.id).value(shape) else {
                continue
            }
            let given = faults.chance(70) ? faults.wrong(export) : export
            guard let again = try? DevToolsImport(Array(JSON.text(given).utf8), name: "it", startMicros: 1) else {
                continue
            }
            try Data(again.lines.flatMap { Array($0.text.utf8) + [0x0A] }).write(to: made)
            _ = try? RecordingReader(paths: [made.path])
        }
        try await look(into: file, named: name, &faults)
        try await replay(reader, named: name)
        return true
    }

    /// `strobe open` with some commands.
    private static func look(into file: URL, named name: String, _ faults: inout ValueFaults) async throws {
        Watchdog.shared.begin("\(name): open")
        let recording = try OpenRecording([file.path])
        let client = recording.connect()
        let console = FuzzConsole(width: 80)
        let opened = try await client.initialize(client: .init(name: "fuzz", version: "1"), access: .control)
        _ = recording.banner(opened, console)
        recording.reportLosses(on: console, asJSON: false)
        let session = Session(
            client: client, process: opened.process, stores: opened.stores, console: console, options: .init())
        await session.setRecording(recording)
        Task { await session.follow() }
        for store in opened.stores.prefix(2) {
            for line in ["use \"\(store.id)\""] + (0..<6).compactMap({ _ in faults.pick(commands) }) {
                Watchdog.shared.begin("\(name): open \(file.path) -e '\(line)'")
                do { try await session.run(typed: line.replacing("DIR", with: "/nowhere")) } catch {
                    session.report(error)
                }
            }
        }
        await client.close()
    }

    /// `strobe replay` into a program with a store of this name.
    private static func replay(_ reader: RecordingReader, named name: String) async throws {
        Watchdog.shared.begin("\(name): replay")
        let program = try FuzzedInspector(seed: .max)
        await program.withSession { session in
            var options = ReplayOptions()
            options.isForced = true
            options.patience = .milliseconds(10)
            options.effects = .suppress
            let player = ReplayPlayer(reader: reader, options: options)
            do {
                let outcome = try await player.begin(session) ?? .success
                _ = await player.end(session, outcome)
            } catch {
                session.report(error)
                _ = await player.end(session, .commandFailed)
            }
        }
    }

    // MARK: Faults

    private mutating func bytes() -> [UInt8] {
        guard !faults.chance(25), let sample = faults.pick(Self.samples) else {
            return FuzzTarget.all.first { $0.name == "recording" }?.input(seed: seed, number: 1_000) ?? []
        }
        var lines = sample.split(separator: 0x0A).map(Array.init)
        for place in lines.indices where faults.chance(place == 0 ? 20 : 100 / max(lines.count / 3, 1)) {
            guard let value = try? JSON.parse(lines[place]) else { continue }
            lines[place] =
                faults.chance(10)
                ? Array((faults.doubled(value) ?? "").utf8) : Array(JSON.text(faults.wrong(value)).utf8)
        }
        for _ in 0..<faults.below(3) {
            let place = faults.below(lines.count)
            switch faults.below(5) {
            case 0: lines.remove(at: place)
            case 1: lines.insert(lines[place], at: faults.below(lines.count + 1))
            case 2: lines.swapAt(place, faults.below(lines.count))
            case 3: lines[place].removeLast(faults.below(lines[place].count))
            default: lines.insert(far(), at: place + 1)
            }
            if lines.isEmpty { break }
        }
        return Array(lines.joined(separator: [0x0A])) + [0x0A]
    }

    /// A line with huge seqs.
    private mutating func far() -> [UInt8] {
        let seq = faults.pick(["1000000000000", "9007199254740992", "4294967297"]) ?? "1"
        return Array(
            [
                #"{"kind":"transition","store":"shop","seq":\#(seq),"t":9007199254740992,"changes":[]}"#,
                #"{"kind":"keyframe","store":"shop","seq":\#(seq),"t":-9007199254740992,"state":{"x":1}}"#,
                #"{"kind":"gap","store":"shop","t":1,"fromSeq":2,"toSeq":\#(seq),"reason":"x"}"#,
                #"{"kind":"note","t":9007199254740992,"text":"far","store":"shop","seq":\#(seq)}"#,
            ][faults.below(4)].utf8)
    }
}

extension FuzzedInspector {
    /// A session with the unchanged server.
    func withSession(_ body: (Session) async -> Void) async {
        let (client, serving) = connect()
        if let opened = try? await client.initialize(client: .init(name: "fuzz", version: "1"), access: .control) {
            let session = Session(
                client: client, process: opened.process, stores: opened.stores, console: FuzzConsole(width: 80),
                options: .init())
            Task { await session.follow() }
            await body(session)
        }
        await client.close()
        await stop()
        await serving.value
    }
}
