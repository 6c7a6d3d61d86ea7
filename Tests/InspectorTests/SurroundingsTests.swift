import LineEditing
import StrobeProtocol
import Testing

@testable import Inspector

@Suite("What surrounds a session")
struct SurroundingsTests {
    private let shop = DiscoveryRecord(
        pid: 41, name: "shop", startedAt: 0, endpoints: ["tcp:127.0.0.1:4711", "unix:/run/shop.sock"], token: "t41")
    private let demo = DiscoveryRecord(
        pid: 42, name: "strobe-demo", startedAt: 0, endpoints: ["tcp:127.0.0.1:4712"], token: "t42")

    @Test("no list of processes shows a token")
    func tokens() {
        #expect(!ProcessRendering.lines([shop, demo], width: 200).map(\.plain).joined().contains("t41"))
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
