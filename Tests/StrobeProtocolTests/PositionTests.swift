import StrobeProtocol
import StrobeTree
import Testing

struct PositionTests {
    @Test(
        "a position is a seq, live or a branch",
        arguments: [
            (Value.int(0), Position.seq(0)), (.int(41), .seq(41)), ("live", .live), ("branch:b1", .branch("b1")),
            ("branch:branch:", .branch("branch:")), ("branch:2@17", .branch("2", at: 17)),
            ("branch:late@0", .branch("late", at: 0)),
        ])
    func forms(_ value: Value, _ position: Position) throws {
        #expect(try MessageDecoder().decode(Position.self, from: value) == position)
        #expect(try MessageEncoder().encode(position) == value)
    }

    @Test(
        "anything else is no position",
        arguments: [
            Value.int(-1), .double(1.5), "", "now", "1", "branch:", "branch:@1", "branch:1@", "branch:1@-1",
            "branch:1@x", .bool(true), ["seq": 1], [1], .uint(.max),
        ])
    func refused(_ value: Value) {
        #expect(throws: TreeError.self) { try MessageDecoder().decode(Position.self, from: value) }
        #expect(throws: ProtocolError.self) { try StateGet(params: ["at": value]) }
    }
}
