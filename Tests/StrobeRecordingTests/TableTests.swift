import Foundation
import StrobeTree
import Testing

@testable import StrobeRecording

@Suite("Folders that data engines read as a table")
struct TableTests {
    private static let start = "2026-11-26T10:05:12.250000Z"

    @Test(
        "names are written as data engines read them",
        arguments: [
            ("shop", "shop"), ("web-1.example", "web-1.example"), ("Café ☕", "Café%20%E2%98%95"), ("a/b", "a%2Fb"),
            ("50%=x", "50%25%3Dx"), ("..", ".."), ("$(reboot)'\"", "%24%28reboot%29%27%22"),
            ("", "__HIVE_DEFAULT_PARTITION__"),
            ("a\u{202E}b", "a%E2%80%AEb"), ("\u{7}", "%07"),
            (String(repeating: "/", count: 99), String(repeating: "%2F", count: 53)),
        ])
    func names(name: String, expected: String) {
        #expect(RecordingTable.folderName(name) == expected)
    }

    @Test("the folders of a process have its day, program, host and start, and only what is known")
    func folders() {
        func folder(_ process: RecordingHeader.Process) -> String {
            let header = RecordingHeader(
                id: "6F96-11D0", startMicros: 0, process: process,
                recorder: .init(name: "t", version: "", place: "process"))
            return RecordingTable("/r", header: header).folder(day: CalendarDay(daysSince1970: 20_783))
        }
        #expect(
            folder(.init(pid: 4_711, name: "shop", startedAt: Self.start, host: "web-1"))
                == "/r/day=2026-11-26/program=shop/host=web-1/instance=20261126T100512Z-4711")
        #expect(
            folder(.init(pid: nil, name: "shop", startedAt: Self.start))
                == "/r/day=2026-11-26/program=shop/host=__HIVE_DEFAULT_PARTITION__/instance=6F96-11D0")
    }

    @Test("a directory that cannot be made is an error that says why")
    func unwritable() {
        let header = SampleStore.header([])
        let error = #expect(throws: RecordingError.self) { try RecordingWriter(into: "/proc/nowhere", header: header) }
        #expect(error?.code == .cannotWrite && error?.message.contains("cannot be created: ") == true)
        #expect(error?.message.contains("Choose a directory") == true)
    }

    @Test("recordings are found in a directory and in the folders below it, by process")
    func found() throws {
        let directory = try TemporaryDirectory()
        for (day, host) in [("2026-11-26", "b"), ("2026-11-27", "b"), ("2026-11-26", "a")] {
            let header = RecordingHeader(
                id: "\(host)\(day)", startMicros: 0,
                process: .init(pid: 1, name: "shop", startedAt: Self.start, host: host),
                recorder: .init(name: "t", version: "", place: "process"))
            var options = RecordingWriter.Options()
            let micros: Int64 = day.hasSuffix("26") ? 1_795_651_200_000_000 : 1_795_737_600_000_000
            options.nowMicros = { micros }
            try RecordingWriter(into: directory.path, header: header, options: options).close()
        }
        let folders = RecordingTable.folders(in: directory.path)
        #expect(
            folders.map { "\($0.columns["day"] ?? "") \($0.columns["host"] ?? "")" } == [
                "2026-11-26 a", "2026-11-26 b", "2026-11-27 b",
            ])
        #expect(Set(folders.map(\.process)).count == 2 && folders.allSatisfy { $0.files.count == 1 })
        let inner = RecordingTable.folders(in: folders[2].path)
        #expect(inner == [folders[2]])
        #expect(RecordingTable.folders(in: folders[0].path + "/nowhere").isEmpty)
        try directory.write("", "plain.jsonl")
        #expect(RecordingTable.folders(in: directory.path).count == 3)
    }

    @Test(
        "a file in a table is not replaced, and one that another day may continue is looked for only in folders of days"
    )
    func others() {
        #expect(RecordingTable.otherDays(of: "/nowhere/day=2026-11-26/program=a/host=b/instance=c/d.jsonl").isEmpty)
        #expect(RecordingTable.otherDays(of: "a.jsonl").isEmpty)
    }
}
