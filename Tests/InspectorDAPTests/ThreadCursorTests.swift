import Testing

@testable import InspectorDAP

@Suite("What execution requests mean")
struct ThreadCursorTests {
    private func plan(_ motion: Motion, _ cursor: ThreadCursor, holds: Bool = true) -> Plan {
        cursor.plan(motion, in: Reach(first: 2, last: 9, canHold: holds))
    }

    @Test("a running store can be paused; where it cannot be held the view freezes")
    func running() {
        #expect(plan(.pause, ThreadCursor()) == .pauseGate)
        #expect(plan(.pause, ThreadCursor(), holds: false) == .look(at: 9, .frozen))
        for motion in Motion.allCases where motion != .pause {
            guard case .refuse = plan(motion, ThreadCursor()) else {
                Issue.record("\(motion) is not refused")
                continue
            }
        }
    }

    @Test("at the present the gate lets actions through, and stepping back looks before the held action")
    func present() {
        var cursor = ThreadCursor(place: .present, isStopped: true)
        #expect(plan(.pause, cursor) == .nothing && plan(.resume, cursor) == .resumeGate)
        #expect(plan(.next, cursor) == .stepGate && plan(.stepIn, cursor) == .stepGate)
        #expect(plan(.stepOut, cursor) == .stepOutOfEffects)
        #expect(plan(.stepBack, cursor) == .look(at: 8, .step) && plan(.reverse, cursor) == .findLast(upTo: 8))
        cursor.hasPending = true
        #expect(plan(.stepBack, cursor) == .look(at: 9, .step) && plan(.reverse, cursor) == .findLast(upTo: 9))
        #expect(plan(.next, cursor, holds: false) == .present)
    }

    @Test("in the past requests go along the log, and end at its ends")
    func past() {
        let cursor = ThreadCursor(place: .past(5), isStopped: true)
        #expect(plan(.next, cursor) == .look(at: 6, .step) && plan(.stepBack, cursor) == .look(at: 4, .step))
        #expect(
            plan(.stepIn, cursor) == .lookAtChild(of: 5) && plan(.stepOut, cursor) == .findOutsideOfEffects(from: 6))
        #expect(plan(.resume, cursor) == .findFirst(from: 6) && plan(.reverse, cursor) == .findLast(upTo: 4))
        let last = ThreadCursor(place: .past(9), isStopped: true)
        #expect(plan(.next, last) == .present && plan(.stepIn, last) == .present)
        let first = ThreadCursor(place: .past(2), isStopped: true)
        #expect(plan(.stepBack, first) == .look(at: 2, .beginning))
        // What is looked at may have left the log meanwhile.
        #expect(plan(.stepBack, ThreadCursor(place: .past(1), isStopped: true)) == .look(at: 2, .beginning))
    }
}
