// swift-format-ignore-file
// Made by `strobe test` of a recording of random contents: steps 1 to 25 of the store store.
// The function makeStoreStore(initial:) is written by hand: it makes the store under test.

import Strobe
import StrobeTesting
import Testing

@testable import OracleTesting

@Suite("store: steps 1 to 25 of a recording")
@MainActor
struct StoreSteps1To25 {
    @Test("each action changes the state as it was recorded to")
    func steps() async throws {
        let store = try makeStoreStore(initial: Recorded.value(#"{"number":0,"twice":null,"phase":"idle","keys":{},"leaves":{},"rows":[],"numbers":[],"inner":{"leaf":{"value":0,"note":null},"other":null,"grade":"low"},"tags":[],"last":null,"ratio":0.5,"text":"","secret":{"value":0,"note":null},"end":0}"#))
        store.beginReplay(ReplayInfo(effects: .suppressed))

        // #1 app
        _ = try await store.receipt(of: .put(key: "ä ö", 2))
        #expect(store.state.keys == ["ä ö": 2])

        // #2 app
        _ = try await store.receipt(of: .put(key: "[id=2]", 2))
        #expect(store.state.keys == ["ä ö": 2, "[id=2]": 2])

        // #3 app
        _ = try await store.receipt(of: .insert(.init(id: 3, title: "ann", done: false, marks: []), at: 0))
        #expect(store.state.rows == [.init(id: 3, title: "ann", done: false, marks: [])])

        // #4 app
        let state4 = store.state
        _ = try await store.receipt(of: .nothing)
        #expect(store.state == state4)

        // #5 app
        _ = try await store.receipt(of: .keep(index: 0))
        #expect(store.state.last == .init(id: 3, title: "ann", done: false, marks: []))

        // #6 app
        let state6 = store.state
        _ = try await store.receipt(of: .rename(id: 4, title: "be"))
        #expect(store.state == state6)

        // #7 app
        _ = try await store.receipt(of: .insert(.init(id: 1, title: "b", done: true, marks: []), at: 1))
        #expect(store.state.rows == [.init(id: 3, title: "ann", done: false, marks: []), .init(id: 1, title: "b", done: true, marks: [])])

        // #8 app
        let state8 = store.state
        _ = try await store.receipt(of: .plant(0, nil))
        #expect(store.state == state8)

        // #9 app
        _ = try await store.receipt(of: .remove(id: 3))
        #expect(store.state.rows == [.init(id: 1, title: "b", done: true, marks: [])])

        // #10 app
        let state10 = store.state
        _ = try await store.receipt(of: .rename(id: 2, title: ""))
        #expect(store.state == state10)

        // #11 app
        let state11 = store.state
        _ = try await store.receipt(of: .nothing)
        #expect(store.state == state11)

        // #12 app
        _ = try await store.receipt(of: .enter(.pair(1, "be")))
        #expect(store.state.phase == .pair(1, "be"))

        // #13 app
        _ = try await store.receipt(of: .set(number: 1))
        #expect(store.state.number == 1)

        // #14 app
        _ = try await store.receipt(of: .keep(index: 3))
        #expect(store.state.last == nil)

        // #15 app
        _ = try await store.receipt(of: .insert(.init(id: 2, title: "b", done: nil, marks: [2, 2]), at: 2))
        #expect(store.state.rows == [.init(id: 1, title: "b", done: true, marks: []), .init(id: 2, title: "b", done: nil, marks: [2, 2])])

        // #16 app
        _ = try await store.receipt(of: .insert(.init(id: 4, title: "bob", done: nil, marks: [1]), at: 3))
        #expect(store.state.rows == [.init(id: 1, title: "b", done: true, marks: []), .init(id: 2, title: "b", done: nil, marks: [2, 2]), .init(id: 4, title: "bob", done: nil, marks: [1])])

        // #17 app
        let state17 = store.state
        _ = try await store.receipt(of: .rename(id: 3, title: "ann"))
        #expect(store.state == state17)

        // #18 app
        _ = try await store.receipt(of: .insert(.init(id: 2, title: "", done: true, marks: [0, 2]), at: 0))
        #expect(store.state.rows == [.init(id: 2, title: "", done: true, marks: [0, 2]), .init(id: 1, title: "b", done: true, marks: []), .init(id: 2, title: "b", done: nil, marks: [2, 2]), .init(id: 4, title: "bob", done: nil, marks: [1])])

        // #19 app
        let state19 = store.state
        _ = try await store.receipt(of: .nothing)
        #expect(store.state == state19)

        // #20 app
        _ = try await store.receipt(of: .insert(.init(id: 2, title: "b", done: nil, marks: [1]), at: 2))
        #expect(store.state.rows == [.init(id: 2, title: "", done: true, marks: [0, 2]), .init(id: 1, title: "b", done: true, marks: []), .init(id: 2, title: "b", done: nil, marks: [1]), .init(id: 2, title: "b", done: nil, marks: [2, 2]), .init(id: 4, title: "bob", done: nil, marks: [1])])

        // #21 app
        _ = try await store.receipt(of: .put(key: "x/y", 2))
        #expect(store.state.keys == ["ä ö": 2, "[id=2]": 2, "x/y": 2])

        // #22 app
        let state22 = store.state
        _ = try await store.receipt(of: .rename(id: 3, title: "be"))
        #expect(store.state == state22)

        // #23 app
        _ = try await store.receipt(of: .set(number: 0))
        #expect(store.state.number == 0)

        // #24 app
        _ = try await store.receipt(of: .remove(id: 4))
        #expect(store.state.rows == [.init(id: 2, title: "", done: true, marks: [0, 2]), .init(id: 1, title: "b", done: true, marks: []), .init(id: 2, title: "b", done: nil, marks: [1]), .init(id: 2, title: "b", done: nil, marks: [2, 2])])

        // #25 app
        _ = try await store.receipt(of: .hide(.init(value: 0, note: "")))
        #expect(store.state.secret.note == "")
    }
}
