import Testing

/// The walkthrough of the turnstile, in the demo process.
@Suite("The turnstile's story", .timeLimit(.minutes(5)))
struct TurnstileStoryTests {
    @Test("coin, push, push: one person goes through, the next sets off the alarm")
    func coinPushPush() async throws {
        let told = try await Story().told(
            """
            use turnstile
            state
            send .coin
            send .push
            send .push
            log
            """)
        #expect(
            told == """
                ▸  turnstile  @0  State ← Event  machine
                .locked
                #1  1 change  ⇒ .unlock
                ~ .  .locked → .unlocked
                #2  1 change  ⇒ .lock
                ~ .  .unlocked → .locked
                #3  no changes  ⇒ .alarm
                ~  1  TIME  script  .coin  ⇒ .unlock
                ~  2  TIME  script  .push  ⇒ .lock
                ·  3  TIME  script  .push  ⇒ .alarm

                """)
    }

    @Test("the graph and the table show what ran, and what never did: a second payment")
    func coverage() async throws {
        let told = try await Story().told(
            """
            use turnstile
            send .coin
            send .push
            send .push
            graph
            coverage
            graph --dot
            """)
        #expect(
            told.hasSuffix(
                """
                State  @0 → @3
                ▸ locked  2 visits, initial
                    coin  →  unlocked  1
                    push  →  locked    1
                  unlocked  1 visit
                    coin  ⇢  unlocked  -  never taken
                    push  →  locked    1
                2 of 2 states visited, 3 of 4 transitions taken
                State  @0 → @3
                      locked  unlocked
                coin  ~1      -
                push  ~1      ~1
                ~ changed  · ignored  ✗ rejected  - never ran
                3 of 4 pairs ran
                digraph "turnstile" {
                  rankdir=LR;
                  node [shape=box, style=rounded];
                  s0 [label="locked\\n2", penwidth=2];
                  start [shape=point];
                  start -> s0;
                  s1 [label="unlocked\\n1"];
                  s0 -> s1 [label="coin 1"];
                  s0 -> s0 [label="push 1"];
                  s1 -> s1 [label="coin", style=dashed, color=gray, fontcolor=gray];
                  s1 -> s0 [label="push 1"];
                }

                """), "\(told)")
    }
}
