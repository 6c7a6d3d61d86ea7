import Strobe
import Testing

@Suite("Declarations of state machines")
struct MachineDeclarationTests {
    private enum Light: Kinded, CaseIterable { case red, green, broken }
    private enum Signal: Kinded, CaseIterable { case next, smash, pray }
    private typealias Row = MachineTransition<Light, Signal, Never>

    private func machine(_ rows: [Row]) -> StateMachine<Light, Signal, Never> {
        StateMachine(initial: .red, transitions: rows)
    }

    private static let isNight = Guard<Light, Signal>("night") { _, _ in true }

    @Test("a declaration has an arrow for each state that a row leaves, in the order of the table")
    func arrows() {
        let declaration = machine([
            .on(.next, from: .red, when: Self.isNight, to: .red),
            .on(.next, from: .red, to: .green),
            .on(.next, from: .green, to: .red),
            .on(.smash, to: .broken),
            .on(.pray, in: .broken),
        ]).declaration
        #expect(declaration.initial == "red")
        #expect(declaration.states == ["red", "green", "broken"])
        #expect(declaration.events == ["next", "smash", "pray"])
        #expect(
            declaration.transitions == [
                .init(event: "next", from: "red", guardName: "night", to: "red"),
                .init(event: "next", from: "red", to: "green"),
                .init(event: "next", from: "green", to: "red"),
                .init(event: "smash", from: "red", to: "broken"),
                .init(event: "smash", from: "green", to: "broken"),
                .init(event: "smash", from: "broken", to: "broken"),
                .init(event: "pray", from: "broken", to: "broken"),
            ])
    }

    @Test("a sound table has no issues")
    func sound() {
        let rows: [Row] = [
            .on(.next, from: .red, to: .green), .on(.next, from: .green, to: .red),
            .on(.smash, from: .red, .green, to: .broken), .on(.pray, from: .broken, to: .red),
        ]
        #expect(machine(rows).issues.isEmpty)
    }

    @Test("states that nothing leads to, dead ends and events without answer are found")
    func holes() {
        #expect(
            machine([.on(.next, from: .red, to: .green), .on(.next, from: .green, to: .red)]).issues == [
                .unreachable("broken"), .unanswered("smash"), .unanswered("pray"),
            ])
        let dead = machine([
            .on(.next, from: .red, to: .green), .on(.next, from: .green, to: .red), .on(.smash, to: .broken),
            .on(.pray, in: .broken),
        ])
        #expect(dead.issues == [.deadEnd("broken")])
        #expect(dead.issues.map(\.description) == ["no transition leads out of broken"])
    }

    @Test("a row that earlier rows leave nothing to is found")
    func shadowed() {
        let machine = machine([
            .on(.next, from: .red, to: .green), .on(.next, from: .green, to: .red),
            .on(.smash, from: .red, .green, to: .broken), .on(.pray, from: .broken, to: .red),
            .on(.next, from: .red, .green, when: Self.isNight, to: .broken),
        ])
        #expect(machine.issues == [.shadowed(4, "on next [night] from red, green to broken")])
        #expect(
            machine.issues.map(\.description) == [
                "row 4 is never taken, because earlier rows match first: on next [night] from red, green to broken"
            ])
    }

    @Test("a row for every state may follow rows for some of them")
    func fallback() {
        let rows: [Row] = [
            .on(.next, from: .red, to: .green), .on(.next, to: .red),
            .on(.smash, to: .broken), .on(.pray, from: .broken, to: .red),
        ]
        #expect(machine(rows).issues.isEmpty)
    }

    @Test("a row that is never taken makes no state reachable, and the same guard twice is one condition")
    func shadowedReach() {
        let machine = machine([
            .on(.next, from: .red, when: Self.isNight, to: .green), .on(.next, from: .green, to: .red),
            .on(.smash, in: .green), .on(.pray, in: .green),
            .on(.next, from: .red, when: Self.isNight, to: .broken),
        ])
        #expect(
            machine.issues == [
                .unreachable("broken"), .shadowed(4, "on next [night] from red to broken"),
            ])
    }
}
