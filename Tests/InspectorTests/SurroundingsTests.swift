import ArgumentParser
import LineEditing
import StrobeProtocol
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What surrounds a session")
struct SurroundingsTests {
    private let shop = DiscoveryRecord(
        pid: 41, name: "shop", startedAt: 0, endpoints: ["tcp:127.0.0.1:4711", "unix:/run/shop.sock"], token: "t41",
        stores: ["basket", "account"], access: .read)
    private let demo = DiscoveryRecord(
        pid: 42, name: "strobe-demo", startedAt: 0, endpoints: ["tcp:127.0.0.1:4712"], token: "t42")

    @Test("no list of processes shows a token")
    func tokens() {
        #expect(!ProcessRendering.lines([shop, demo], width: 200).map(\.plain).joined().contains("t41"))
    }

    @Test("the list of processes has columns, and the stores beside the addresses if there is room")
    func wideList() {
        let lines = ProcessRendering.lines([shop, demo], width: 100, now: 125_000_000).map(\.plain)
        #expect(
            lines == [
                "name         pid  access           age  address              stores",
                "shop          41  read only  2 min 5 s  tcp:127.0.0.1:4711   basket, account",
                "                                        unix:/run/shop.sock",
                "strobe-demo   42  ?          2 min 5 s  tcp:127.0.0.1:4712   no stores",
            ])
    }

    @Test("in a narrow terminal the stores are below, broken at blanks, and an address is whole at any width")
    func narrowList() {
        var far = shop
        far.endpoints = ["unix:/run/user/1000/" + String(repeating: "deep/", count: 20) + "shop.sock"]
        far.stores = (1...9).map { "store-\($0)" }
        for width in [20, 40, 80, 120, 160, 400] {
            let lines = ProcessRendering.lines([far, demo], width: width, now: 0).map(\.plain)
            #expect(lines.contains { $0.contains(far.endpoints[0]) }, "\(width)")
            let words = Set(lines.flatMap { $0.split { $0 == " " || $0 == "," } }.map(String.init))
            #expect(words.isSuperset(of: far.stores), "\(width): \(lines)")
        }
        let lines = ProcessRendering.lines([far], width: 60, now: 0).map(\.plain)
        #expect(
            lines.dropFirst(2) == [
                "    store-1, store-2, store-3, store-4, store-5, store-6,", "    store-7, store-8, store-9",
            ])
    }

    @Test("a process is chosen by its number in the list, or by its process id")
    func choice() {
        let records = [shop, demo]
        #expect(ProcessRendering.lines(records, width: 100, isNumbered: true)[1].plain.hasPrefix("1  shop "))
        #expect(ProcessChoice.chosen("1", from: records) == shop)
        #expect(ProcessChoice.chosen("2", from: records) == demo)
        #expect(ProcessChoice.chosen("42", from: records) == demo)
        for wrong in ["0", "3", "-1", "shop", "", "1x"] { #expect(ProcessChoice.chosen(wrong, from: records) == nil) }
    }

    @Test("`strobe PID` attaches, and a mistyped command is told what was meant")
    func meant() throws {
        #expect(try StrobeCommand.meant(by: ["15518", "-e", "state"]) == ["attach", "15518", "-e", "state"])
        for same in [[], ["--version"], ["attach", "7"], ["help", "list"], ["---completion", "atach"]] {
            #expect(try StrobeCommand.meant(by: same) == same)
        }
        let near = #expect(throws: ValidationError.self) { try StrobeCommand.meant(by: ["atach"]) }
        #expect(near?.message == "There is no command `atach`. Did you mean `strobe attach`?")
        let far = #expect(throws: ValidationError.self) { try StrobeCommand.meant(by: ["zzzzzzzz"]) }
        #expect(far?.message == "There is no command `zzzzzzzz`.")
    }

    @Test("what is left to do after installing is said for the shells that do not search there")
    func advice() {
        #expect(Installation.defaultPrefix(uid: 0, home: "/h") == "/usr/local")
        #expect(Installation.defaultPrefix(uid: 7, home: "/h") == "/h/.local")
        func advice(_ prefix: String, _ path: String..., data: [String] = []) -> [String] {
            Installation(prefix: prefix, files: []).advice(path: path, dataFolders: data, home: "/h")
        }
        #expect(advice("/usr/local", "/usr/local/bin", data: ["/usr/local/share"]) == [])
        let fish = "fish: source /usr/local/share/fish/vendor_completions.d/strobe.fish"
        #expect(advice("/usr/local", "/usr/local/bin") == [fish])
        let zsh = "zsh, before compinit: fpath=(/h/.local/share/zsh/site-functions $fpath)"
        #expect(advice("/h/.local", "/h/.local/bin", "/bin") == [zsh])
        #expect(advice("/h/.local", "/bin") == ["in your shell's settings: export PATH=\"/h/.local/bin:$PATH\"", zsh])
        let words = advice("/opt/strobe", "/opt/strobe/bin").map { $0.prefix { $0 != ":" && $0 != "," } }
        #expect(words == ["zsh", "bash", "fish"])
    }

    @Test("a manual page takes no line for a request")
    func manual() {
        let page = ManualPage.text(
            version: "1-2", overview: ".dot\n'quote\n\\back\n\"", subcommands: [("a-b", "help")], commands: [.info])
        for line in [
            #"\&.dot"#, #"\&'quote"#, #"\eback"#, #"\(dq"#, #".SS strobe a\-b"#, ".B info",
            #".TH STROBE 1 "" "strobe 1\-2" "Strobe""#,
        ] { #expect(page.split(separator: "\n").contains(Substring(line)), "\(line)") }
    }

    @Test("the history file follows the XDG directories")
    func historyFile() {
        #expect(HistoryFile.path(environment: ["XDG_STATE_HOME": "/x"], home: "/h") == "/x/strobe/history")
        #expect(
            HistoryFile.path(environment: ["XDG_STATE_HOME": "rel"], home: "/h") == "/h/.local/state/strobe/history")
        #expect(HistoryFile.path(environment: [:], home: "/h") == "/h/.local/state/strobe/history")
    }

    @Test("colour is refused by NO_COLOR and by a dumb terminal")
    func colour() {
        #expect(ColourChoice.isWanted(in: ["TERM": "xterm"]))
        #expect(ColourChoice.isWanted(in: ["NO_COLOR": ""]))
        #expect(!ColourChoice.isWanted(in: ["NO_COLOR": "1"]))
        #expect(!ColourChoice.isWanted(in: ["TERM": "dumb"]))
    }
}
