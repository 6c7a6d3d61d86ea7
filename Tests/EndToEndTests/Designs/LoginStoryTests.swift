import Foundation
import DeclarationTesting
import TerminalTesting
import Testing

/// The walkthrough of the login by its author, in the demo process.
@Suite("The login's story", .timeLimit(.minutes(5)))
struct LoginStoryTests {
    @Test(
        "credentials are validated as they are typed, and the late result of authenticate is an action in the log",
        .readsDeclarations)
    func signIn() async throws {
        let told = try await Story().told(
            """
            use login
            state
            send .enteringCredential(.username("ada"))
            send .enteringCredential(.password("correct horse"))
            send .enteringCredential(.username("ada.lovelace"))
            send .authenticate
            wait --action '.authenticated*'
            state .phase
            pending
            log
            """)
        #expect(
            told == """
                ▸  login  @0  LoginState ← LoginAction  async, no replay
                LoginState  @0
                  phase:            .idle
                  username:         ""
                  hasValidUsername: false
                  password:         ‹redacted›
                  hasValidPassword: false
                  attempt:          0
                #1  2 changes
                ~ .phase     .idle → .validatingCredentials
                ~ .username  "" → "ada"
                #2  1 change
                ~ .hasValidPassword  false → true
                #3  3 changes
                ~ .phase             .validatingCredentials → .validCredentials
                ~ .username          "ada" → "ada.lovelace"
                ~ .hasValidUsername  false → true
                #4  2 changes
                ~ .phase    .validCredentials → .authenticating
                ~ .attempt  0 → 1
                ✓ .authenticated*  @5  .authenticated(attempt: 1)
                .authenticated
                nothing is pending
                ~  1  TIME  script       .enteringCredential(.username("ada"))
                ~  2  TIME  script       .enteringCredential(.password("‹redacted›"))
                ~  3  TIME  script       .enteringCredential(.username("ada.lovelace"))
                ~  4  TIME  script       .authenticate
                ~  5  TIME  effect of 4  .authenticated(attempt: 1)

                """)
    }

    @Test("a failure stays while credentials are entered, until it is acknowledged", .readsDeclarations)
    func failures() async throws {
        let told = try await Story().told(
            """
            use login
            send .enteringCredential(.username("mallory.m"))
            send .enteringCredential(.password("correct horse"))
            send .authenticate
            wait --action '.failed*'
            state .phase
            send .enteringCredential(.password("battery"))
            send .enteringCredential(.username("ada.lovelace"))
            send .enteringCredential(.password("correct horse"))
            state .phase
            send .ackError
            send .authenticate
            wait --action '.authenticated*'
            send .authenticate
            wait --action '.authenticated*'
            send .authenticate
            wait --action '.failed*'
            """)
        #expect(
            told == """
                ▸  login  @0  LoginState ← LoginAction  async, no replay
                #1  3 changes
                ~ .phase             .idle → .validatingCredentials
                ~ .username          "" → "mallory.m"
                ~ .hasValidUsername  false → true
                #2  2 changes
                ~ .phase             .validatingCredentials → .validCredentials
                ~ .hasValidPassword  false → true
                #3  2 changes
                ~ .phase    .validCredentials → .authenticating
                ~ .attempt  0 → 1
                ✓ .failed*  @4  .failed(.invalidCredentials, attempt: 1)
                .failure  Phase  @4
                  .invalidCredentials
                #5  1 change
                ~ .hasValidPassword  true → false
                #6  1 change
                ~ .username  "mallory.m" → "ada.lovelace"
                #7  1 change
                ~ .hasValidPassword  false → true
                .failure  Phase  @7
                  .invalidCredentials
                #8  1 change
                ~ .phase  .failure(.invalidCredentials) → .validCredentials
                #9  2 changes
                ~ .phase    .validCredentials → .authenticating
                ~ .attempt  1 → 2
                ✓ .authenticated*  @10  .authenticated(attempt: 2)
                #11  2 changes
                ~ .phase    .authenticated → .authenticating
                ~ .attempt  2 → 3
                ✓ .authenticated*  @12  .authenticated(attempt: 3)
                #13  2 changes
                ~ .phase    .authenticated → .authenticating
                ~ .attempt  3 → 4
                ✓ .failed*  @14  .failed(.networkError(reason: "The backend answered 503 Service \
                Unavailable."), attempt: 4)

                """)
    }

    @Test("while the reducer is suspended one sees what it reduces and what waits, and can cancel it")
    func suspended() async throws {
        try await DemoProcess.with("--unix", "--delay", String(Story.never), "--validation", String(Story.never)) {
            demo in
            let typing = try ProgramRun(
                Executables.strobe,
                [
                    "attach", "-e", "use login", "-e", #"send .enteringCredential(.username("ada.lovelace"))"#, "-e",
                    "get .username",
                ], environment: demo.environment)
            defer { typing.kill() }
            let looking = try ProgramRun(Executables.strobe, ["attach"], environment: demo.environment)
            defer { looking.kill() }
            try looking.write("use login\n")
            let asked = try await Self.ask("pending", looking) { $0.contains("▸  .entering") }
            #expect(
                Story.timeless(asked).contains(
                    #"▸  .enteringCredential(.username("ada.lovelace"))  script  since TIME  "#))

            // Actions sent now wait after it.
            let signing = try ProgramRun(
                Executables.strobe, ["attach", "-e", "use login", "-e", "send .authenticate", "-e", "get .phase"],
                environment: demo.environment)
            defer { signing.kill() }
            let waiting = try await Self.ask("pending", looking) { $0.contains("1  .authenticate ") }
            #expect(waiting.contains("1 queued\n"))

            try looking.write("cancel 1\n")
            let cancelled = try await typing.outcome()
            #expect(cancelled.status == 0, "\(cancelled.errors)")
            #expect(cancelled.output.contains("cancelled"), "\(cancelled.output)")
            #expect(cancelled.output.hasSuffix("\n\"\"\n"))
            let signed = try await signing.outcome()
            #expect(signed.output.hasSuffix("\n\"authenticating\"\n"), "\(signed.output)")
            _ = try await Self.ask("pending", looking) { $0.contains("nothing is pending") }
            #expect(try await demo.stop().status == 0)
        }
    }

    /// Repeats a command until its answer satisfies a condition, and returns that answer.
    private static func ask(
        _ command: String, _ run: ProgramRun, until condition: (String) -> Bool
    ) async throws -> String {
        while true {
            let (before, after) = (UUID().uuidString, UUID().uuidString)
            try run.write("echo \(before)\n\(command)\necho \(after)\n")
            let output = try await run.waitForOutput { $0.contains(after) }
            let answer = output.components(separatedBy: before).last?.components(separatedBy: after).first ?? ""
            if condition(answer) { return answer }
        }
    }
}
