import Strobe
import Testing

/// The examples of what debuggers use; each is in the documentation of its type.
@Suite("Examples of observers")
struct ObserverExamples {
    @Test("an observer keeps a journal")
    func observer() {
        final class Journal: StoreObserver<Int, Int, Never>, @unchecked Sendable {
            var lines: [String] = []  // only touched under the store's lock

            override func didReduce(_ action: Int, effects: [Never], info: TransitionInfo, state: () -> Int) {
                lines.append("#\(info.seq) \(action) by \(info.origin): \(state())")
            }
        }
        let journal = Journal()
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        store.install(journal)
        store.dispatch(5)  // journal.lines are ["#1 5 by app: 5"]
        #expect(journal.lines == ["#1 5 by app: 5"])
    }

    @Test("a held action has a number and an origin")
    func held() {
        let held = HeldAction(id: 1, action: "pay", origin: .inspector, sinceNanos: Timing.now())
        print("\(held.action) by \(held.origin) is number \(held.id) at the gate")
        #expect(held.id == 1)
    }

    @Test("an info has number, origin and cause")
    func info() {
        func heading(_ info: TransitionInfo) -> String {
            "#\(info.seq) \(info.origin)" + (info.cause.map { " of \($0)" } ?? "")
        }
        let info = TransitionInfo(seq: 2, origin: .effect, cause: 1, source: nil, timing: nil)
        print(heading(info))  // #2 effect of 1
        #expect(heading(info) == "#2 effect of 1")
    }

    @Test("a timing has when and how long")
    func timing() {
        let timing = Timing(endNanos: Timing.now(), durationNanos: 4_200)
        print("\(timing.durationNanos / 1_000) µs")  // 4 µs
        #expect(timing.durationNanos / 1_000 == 4)
        #expect(timing.endNanos <= Timing.now())
    }

    @Test("a location prints as compilers write it")
    func location() {
        let place = CallSite(file: "Shop/Cart.swift", line: 12)
        print(place)  // Shop/Cart.swift:12
        #expect(place.description == "Shop/Cart.swift:12")
    }
}
