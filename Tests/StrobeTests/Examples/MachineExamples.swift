import Strobe
import Testing

/// The examples of state machines that are tables; each is in the documentation of what it shows.
@Suite("Examples of state machines")
struct MachineExamples {
    @Test("a kind is a value without its payload")
    func kinded() {
        enum Lamp: Kinded, CaseIterable { case off, on }

        enum Download: Kinded {
            case waiting, running(percent: Int)
            enum Kind: CaseIterable { case waiting, running }
            var kind: Kind {
                switch self {
                case .waiting: .waiting
                case .running: .running
                }
            }
        }
        #expect(Lamp.on.kind == .on)
        #expect(Download.running(percent: 3).kind == .running)
        #expect(Download.waiting.kind == .waiting)
    }

    @Test("a kind may be found by the name of its case")
    func kindedByName() {
        enum Upload: KindedByName {
            case waiting, running(percent: Int), failed(reason: String)
            enum Kind: CaseIterable { case waiting, running, failed }
        }
        print(Upload.running(percent: 3).kind)  // running
        #expect(Upload.running(percent: 3).kind == .running)
        #expect(Upload.waiting.kind == .waiting)
        #expect(Upload.kind(of: .failed(reason: "x")) == .failed)
    }

    @Test("a guard has a name")
    func guardOf() {
        let isAdult = Guard<Int, String>("age >= 18") { age, _ in age >= 18 }
        assert(isAdult.holds(21, "enter"))
        assert((!isAdult).name == "not age >= 18")
        #expect(!isAdult.holds(17, "enter"))
    }

    @Test("a guard looks at a payload")
    func guardOfPayload() {
        enum Event: Sendable { case loaded([String]), failed }
        let isEmpty = Guard<Int, Event>("items.isEmpty", of: Event.loaded) { items in items.isEmpty }
        #expect(isEmpty.holds(0, .loaded([])))
        #expect(!isEmpty.holds(0, .loaded(["tea"])))
        #expect(!isEmpty.holds(0, .failed))
    }

    @Test("a declaration has names alone")
    func declaration() {
        let declaration = MachineDeclaration(
            initial: "locked", states: ["locked", "unlocked"], events: ["coin", "push"],
            transitions: [.init(event: "coin", from: "locked", to: "unlocked")])
        let arrows = declaration.transitions.map { "\($0.from) → \($0.to) on \($0.event)" }
        #expect(arrows == ["locked → unlocked on coin"])
    }

    @Test("effects are a list or depend on what happens")
    func effects() {
        let always: MachineEffects<Int, String> = ["ring", "light"]
        let depending = MachineEffects<Int, String> { floor in ["announce \(floor)"] }
        assert(always.effects(3) == ["ring", "light"] && depending.effects(3) == ["announce 3"])
    }

    @Test("effects on a transition depend on the step")
    func step() throws {
        enum Lamp: Kinded, CaseIterable { case off, on }
        enum Press: Kinded, CaseIterable { case button }
        let row = MachineTransition<Lamp, Press, String>.on(
            .button, from: .off, to: .on, run: MachineEffects { step in ["\(step.from) → \(step.to)"] })
        let machine = StateMachine(initial: .off, transitions: [row])
        var lamp = Lamp.off
        let effects = try machine.reduce(&lamp, .button)  // ["off → on"]
        #expect(effects == ["off → on"])
        #expect(lamp == .on)
    }

    @Test("an issue is described in words")
    func issue() {
        assert(MachineIssue.unreachable("broken").description == "no transition leads to broken")
    }

    @Test("a machine rejects what its table does not have")
    func machine() {
        enum Turnstile: Kinded, CaseIterable { case locked, unlocked }
        enum TurnstileEvent: Kinded, CaseIterable { case coin, push }

        let machine = StateMachine<Turnstile, TurnstileEvent, String>(
            initial: .locked,
            transitions: [
                .on(.coin, from: .locked, to: .unlocked, run: ["unlock"]),
                .on(.push, from: .unlocked, to: .locked, run: ["lock"]),
            ])
        let store = Store(machine: machine)
        store.dispatch(.push)
        assert(store.state == .locked)
        assert(machine.rejection(of: .push, in: .locked) == "no transition on push from locked")
        store.dispatch(.coin)
        #expect(store.state == .unlocked)
    }

    @Test("a table is checked for states that nothing leads to")
    func issues() {
        enum Lamp: Kinded, CaseIterable { case off, on, broken }
        enum Press: Kinded, CaseIterable { case button }
        let machine = StateMachine<Lamp, Press, Never>(
            initial: .off, transitions: [.on(.button, from: .off, to: .on), .on(.button, from: .on, to: .off)])
        let issues = machine.issues.map(\.description)  // ["no transition leads to broken"]
        #expect(issues == ["no transition leads to broken"])
    }

    @Test("a table is a list of rows")
    func transition() {
        enum Door: Kinded, CaseIterable { case open, closed }
        enum Hand: Kinded, CaseIterable { case push, pull }
        let table: [MachineTransition<Door, Hand, String>] = [
            .on(.push, from: .open, to: .closed, run: ["click"]),
            .on(.pull, from: .closed, to: .open),
        ]
        let store = Store(machine: StateMachine(initial: .open, transitions: table))
        store.dispatch(.push)
        #expect(store.state == .closed)
    }

    @Test("a row takes over a payload")
    func carrying() {
        enum Page: KindedByName {
            case loading, showing([String])
            enum Kind: CaseIterable { case loading, showing }
        }
        enum Event: KindedByName {
            case loaded([String])
            enum Kind: CaseIterable { case loaded }
        }
        let row = MachineTransition<Page, Event, Never>.on(
            .loaded, from: .loading, to: .showing, carrying: Event.loaded, into: Page.showing)
        let store = Store(machine: StateMachine(initial: .loading, transitions: [row]))
        store.dispatch(.loaded(["tea"]))
        #expect(CasePath(Page.showing).extract(store.state) == ["tea"])
    }
}
