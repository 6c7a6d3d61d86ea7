import Foundation
import StrobeProtocol
import StrobeSystem
import Testing

@testable import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Discovery files", .timeLimit(.minutes(5)))
struct DiscoveryFileTests {
    private let scratch: ScratchDirectory
    private let directory: RuntimeDirectory

    init() throws {
        scratch = try ScratchDirectory()
        directory = try RuntimeDirectory(creating: scratch("strobe"))
    }

    private func record(pid: Int32 = getpid(), startedAt: Int64? = nil) throws -> DiscoveryRecord {
        let start = try startedAt ?? #require(ProcessStart.microseconds(of: getpid()))
        return DiscoveryRecord(
            pid: Int(pid), name: "demo \u{1F600}/\"", startedAt: start, endpoints: ["unix:/x", "tcp:127.0.0.1:1"],
            token: String(repeating: "a", count: 64), stores: ["profile"])
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: directory.path(of: name))
    }

    private func put(_ text: String, as name: String) throws {
        let descriptor = try openFile(directory.path(of: name), O_WRONLY | O_CREAT | O_TRUNC)
        defer { Descriptor.close(descriptor) }
        let bytes = Array(text.utf8)
        #expect(systemWrite(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// The id of a process that has ended.
    private func deadPID() async throws -> Int32 {
        let child = try await ChildProcess.launch(command: ["true"])
        _ = await child.exitStatus
        return child.pid
    }

    @Test("a record is written for this user only, replaced as a whole, found, and removed")
    func roundTrip() throws {
        var record = try record()
        _ = try DiscoveryFile.write(record, in: directory)
        record.stores.append("currency")
        let file = try DiscoveryFile.write(record, in: directory)
        var status = stat()
        #expect(stat(directory.path(of: file.name), &status) == 0 && status.st_mode & 0o7777 == 0o600)
        #expect(try DiscoveryFile.readAll(in: directory) == [record])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [file.name])
        file.remove()
        file.remove()
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
    }

    @Test("the file of a process that is gone is left out and removed")
    func deadProcess() async throws {
        let file = try DiscoveryFile.write(record(pid: try await deadPID()), in: directory)
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        #expect(!exists(file.name))
    }

    @Test(
        "the file of an earlier process with the same id is left out and removed", arguments: [-3_000_000, 3_000_000])
    func reusedID(offset: Int64) throws {
        let start = try #require(ProcessStart.microseconds(of: getpid()))
        let file = try DiscoveryFile.write(record(startedAt: start + offset), in: directory)
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        #expect(!exists(file.name))
    }

    @Test("a corrected clock does not make a process look like another one")
    func clock() throws {
        let start = try #require(ProcessStart.microseconds(of: getpid()))
        _ = try DiscoveryFile.write(record(startedAt: start + 1_000_000), in: directory)
        #expect(try DiscoveryFile.readAll(in: directory).count == 1)
    }

    @Test("extreme numbers in a record do no harm")
    func extremes() throws {
        let pid = getpid()
        for start in [Int64.min, .max] {
            try put(
                "{\"version\":1,\"pid\":\(pid),\"name\":\"x\",\"startedAt\":\(start),\"endpoints\":[],\"stores\":[]}",
                as: "\(pid).json")
            #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        }
    }

    @Test("files that are not records of a running process are skipped")
    func junk() async throws {
        let pid = getpid()
        let json = String(decoding: try JSONEncoder().encode(record()), as: UTF8.self)
        try put("not json", as: "\(pid).json")
        try put(json, as: "1.json")
        try put(json, as: "name.json")
        try put(json, as: "-1.json")
        try put(json, as: "99999999999.json")
        try put("x", as: "readme")
        try put(json + String(repeating: " ", count: 70_000), as: "2.json")
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        #expect(exists("\(pid).json"))
        #expect(exists("readme"))
    }

    /// The reason why each skipped file is faulty, by name.
    private func faults() throws -> [String: String] {
        var faults: [String: String] = [:]
        _ = try DiscoveryFile.readAll(in: directory) { path, reason in
            faults[URL(filePath: path).lastPathComponent] = reason
        }
        return faults
    }

    @Test("what is nearly JSON is none, and a process id is written in one way")
    func strictness() throws {
        let pid = getpid()
        let own = "\(pid).json"
        let json = String(decoding: try JSONEncoder().encode(record()), as: UTF8.self)
        for member in ["01", "1.", "+1", "[1,]", "\"\u{1}\"", "'a'", "NaN", "1 // one"] {
            try put(String(json.dropLast()) + ",\"x\":\(member)}", as: own)
            #expect(try faults()[own] == "it is not a discovery record: it is not JSON", "\(member)")
        }
        try put(json, as: own)
        for name in ["+\(own)", "0\(own)"] { try put(json, as: name) }
        #expect(
            try faults() == ["+\(own)": "its name is not a process id", "0\(own)": "its name is not a process id"])
        #expect(try DiscoveryFile.readAll(in: directory).count == 1)
    }

    @Test("the mistake in a skipped file is reported, and nothing about valid or old ones")
    func reasons() async throws {
        let pid = getpid()
        let own = "\(pid).json"
        let dead = try await deadPID()
        _ = try DiscoveryFile.write(record(pid: dead), in: directory)
        _ = try DiscoveryFile.write(record(), in: directory)
        #expect(try faults() == [:])

        try put("{}", as: "name.json")
        try put("not json", as: own)
        #expect(
            try faults() == [
                "name.json": "its name is not a process id", own: "it is not a discovery record: it is not JSON",
            ])
        try put(#"{"version":1,"pid":"7"}"#, as: own)
        #expect(try faults()[own] == "it is not a discovery record: the member `pid` has another type")
        try put(#"{"version":1}"#, as: own)
        #expect(try faults()[own]?.hasSuffix("is missing") == true)

        var record = try record()
        record.version = 2
        _ = try DiscoveryFile.write(record, in: directory)
        #expect(try faults()[own] == "it has version 2, not 1")
        record.pid = 7
        try put(String(decoding: try JSONEncoder().encode(record), as: UTF8.self), as: own)
        #expect(try faults()[own] == "its pid is 7, but its name says \(pid)")
        try #require(chmod(directory.path(of: own), 0o644) == 0)
        #expect(try faults()[own] == "others can read or write it: its mode is 644, not 600")

        // For example the time in milliseconds.
        let file = try DiscoveryFile.write(self.record(startedAt: 1_700_000_000_000), in: directory)
        #expect(try faults()[own]?.contains("not at its startedAt, 1700000000000 microseconds") == true)
        #expect(!exists(file.name))
        try #require(symlink(scratch("elsewhere"), directory.path(of: own)) == 0)
        #expect(try faults()[own] == "it is a symbolic link")
    }

    @Test("a record of a later format is skipped and kept")
    func laterVersion() throws {
        var record = try record()
        record.version = 2
        let file = try DiscoveryFile.write(record, in: directory)
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        #expect(exists(file.name))
    }

    @Test("files that others can touch, links and pipes are skipped without waiting")
    func unsafeFiles() throws {
        let file = try DiscoveryFile.write(record(), in: directory)
        let path = directory.path(of: file.name)
        try #require(chmod(path, 0o644) == 0)
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        try #require(chmod(path, 0o600) == 0 && rename(path, scratch("elsewhere")) == 0)
        try #require(symlink(scratch("elsewhere"), path) == 0)
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
    }

    @Test("a directory that has become unsafe is not read or written any more")
    func unsafeDirectory() throws {
        try #require(chmod(directory.path, 0o777) == 0)
        let error = #expect(throws: TransportError.self) { try DiscoveryFile.readAll(in: directory) }
        #expect(error?.code == .insecure)
        #expect(throws: TransportError.self) { try DiscoveryFile.write(record(), in: directory) }
    }

    @Test("the start of a process is known")
    func processStart() async throws {
        let own = try #require(ProcessStart.microseconds(of: getpid()))
        #expect(ProcessStart.microseconds(of: getpid()) == own)
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
        #expect(own <= now + 2_000_000)
        let child = try await ChildProcess.launch(command: ["cat"])
        let later = try #require(ProcessStart.microseconds(of: child.pid))
        #expect(later >= own && later <= now + 60_000_000)
        await child.terminate()
        #expect(ProcessStart.microseconds(of: child.pid) == nil)
    }

    #if canImport(Glibc)
        @Test("a process may have any name")
        func oddNames() {
            let rest = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 777 20"
            for name in ["a", "a b", "a) R 1 (b", ") ) )"] {
                #expect(ProcessStart.ticks(in: "12 (\(name)) \(rest)") == 777)
            }
            #expect(ProcessStart.ticks(in: "") == nil)
            #expect(ProcessStart.ticks(in: "12 (a) S 1") == nil)
        }
    #endif

    @Test("with the file of a process that is gone goes its socket, and nothing else of that name")
    func staleSocket() async throws {
        let (killed, other) = (try await deadPID(), try await deadPID())
        let socket = directory.path(of: DiscoveryFile.socketName(of: killed))
        // As left by a killed process: bound, without a listener.
        let (descriptor, _) = try await UnixSocketFile.bind(socket)
        Descriptor.close(descriptor)
        try put("mine", as: DiscoveryFile.socketName(of: other))
        for pid in [killed, other] { _ = try DiscoveryFile.write(record(pid: pid), in: directory) }
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        #expect(!exists(DiscoveryFile.socketName(of: killed)) && exists(DiscoveryFile.socketName(of: other)))
    }

    /// A record of a process in another pid namespace, whose directory has another path there.
    private func elsewhere(_ pid: Int32, saying namespace: String? = "pid:[1]") throws -> DiscoveryRecord {
        var record = try record(pid: pid, startedAt: 1)
        record.endpoints = ["tcp:127.0.0.1:1", "unix:/missing/strobe/\(pid).sock"]
        record.pidNamespace = namespace
        return record
    }

    @Test(
        "a process that no id of here tells of is there if it answers on its socket, which is all that leads to it",
        arguments: ["pid:[1]", nil])
    func otherNamespace(namespace: String?) async throws {
        let pid = try await deadPID()
        let socket = directory.path(of: DiscoveryFile.socketName(of: pid))
        let listener = try await Transport.listen(on: .unix(path: socket))
        let file = try DiscoveryFile.write(elsewhere(pid, saying: namespace), in: directory)
        for _ in 0..<2 {
            let found = try #require(try DiscoveryFile.readAll(in: directory).first)
            #expect(found.endpoints == ["unix:\(socket)"] && found.token == nil && found.isElsewhere)
        }
        await listener.close()
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty)
        // Without an answer, only a process of this namespace is known to be gone.
        #expect(exists(file.name) == (namespace != nil))
    }

    @Test("a file that cannot be read is not taken for one of a dead process while its socket answers")
    func unknownFormat() async throws {
        let pid = try await deadPID()
        let listener = try await Transport.listen(
            on: .unix(path: directory.path(of: DiscoveryFile.socketName(of: pid))))
        try put("of another format", as: "\(pid).json")
        #expect(try faults()["\(pid).json"] == "it is not a discovery record: it is not JSON")
        await listener.close()
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty && !exists("\(pid).json"))
    }

    @Test("the id and start of a process of here say nothing about one of another pid namespace")
    func sameNumber() throws {
        var record = try record()
        record.pidNamespace = "pid:[1]"
        let file = try DiscoveryFile.write(record, in: directory)
        #expect(try DiscoveryFile.readAll(in: directory).isEmpty && exists(file.name))
        record.pidNamespace = ProcessStart.namespace
        _ = try DiscoveryFile.write(record, in: directory)
        #expect(try DiscoveryFile.readAll(in: directory) == [record])
    }

    @Test("where its directory has another path, a process is reached by the path of here")
    func mountedElsewhere() async throws {
        var record = try record()
        let socket = directory.path(of: DiscoveryFile.socketName(of: getpid()))
        record.endpoints = ["unix:/missing/strobe/\(getpid()).sock", "tcp:127.0.0.1:1"]
        let listener = try await Transport.listen(on: .unix(path: socket))
        _ = try DiscoveryFile.write(record, in: directory)
        #expect(try DiscoveryFile.readAll(in: directory).first?.endpoints == ["unix:\(socket)", "tcp:127.0.0.1:1"])
        await listener.close()
    }
}
