import Testing

/// The story of the turnstile in the demo process.
@Suite("The turnstile's story", .timeLimit(.minutes(2)))
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
}
