import DeclarationTesting
import Testing

/// The walkthrough of the profile view by its author, in the demo process.
@Suite("The profile's story", .timeLimit(.minutes(5)))
struct ProfileStoryTests {
    @Test(
        "load asks once, the response is just another command, and what is invalid is rejected", .readsDeclarations)
    func transitions() async throws {
        let told = try await Story(delay: Story.never).told(
            """
            state
            send .loaded(User(id: 2, name: "Grace", followers: 3))
            send .load
            send .load
            effects
            send .loaded(User(id: 1, name: "Ada", followers: 2))
            send .loaded(User(id: 2, name: "Grace", followers: 3))
            send .failed(reason: "too late")
            send .load
            send .failed(reason: "no network")
            send .load
            log
            """)
        #expect(
            told == """
                State  @0
                  session: .initialized
                  effect:  nil
                #1  ✗ rejected: loaded without a load
                #2  2 changes  ⇒ .load
                ~ .session  .initialized → .loading
                ~ .effect   nil → .load
                #3  ✗ rejected: load while loading
                1  load  running  of 2  .load
                #4  2 changes
                ~ .session  .loading → .loaded(User(id: 1, name: "Ada", email: nil, followers: 2))
                ~ .effect   .load → nil
                #5  ✗ rejected: loaded without a load
                #6  ✗ rejected: failed without a load
                #7  2 changes  ⇒ .load
                ~ .session  .loaded(User(id: 1, name: "Ada", email: nil, followers: 2)) → .loading
                ~ .effect   nil → .load
                #8  2 changes
                ~ .session  .loading → .failed(reason: "no network")
                ~ .effect   .load → nil
                #9  2 changes  ⇒ .load
                ~ .session  .failed(reason: "no network") → .loading
                ~ .effect   nil → .load
                ✗  1  TIME  script  .loaded(User(id: 2, name: "Grace", email: nil, followers: 3))  loaded without a load
                ~  2  TIME  script  .load  ⇒ .load
                ✗  3  TIME  script  .load  load while loading
                ~  4  TIME  script  .loaded(User(id: 1, name: "Ada", email: nil, followers: 2))
                ✗  5  TIME  script  .loaded(User(id: 2, name: "Grace", email: nil, followers: 3))  loaded without a load
                ✗  6  TIME  script  .failed(reason: "too late")  failed without a load
                ~  7  TIME  script  .load  ⇒ .load
                ~  8  TIME  script  .failed(reason: "no network")
                ~  9  TIME  script  .load  ⇒ .load

                """)
    }

    @Test(
        "the interactor's requests come back as commands with their cause, and every fourth fails", .readsDeclarations)
    func requests() async throws {
        let told = try await Story().told(
            """
            send .load
            wait --action '.loaded*'
            send .load
            wait --action '.loaded*'
            send .load
            wait --action '.loaded*'
            send .load
            wait --action '.failed*'
            log 7..8
            get .session.failed.reason
            send .load
            wait --action '.loaded*'
            get .session.loaded.name
            get .effect
            """)
        #expect(
            told.hasSuffix(
                """
                ~  7  TIME  script       .load  ⇒ .load
                ~  8  TIME  effect of 7  .failed(reason: "The backend answered 503 Service Unavailable.")
                "The backend answered 503 Service Unavailable."
                #9  2 changes  ⇒ .load
                ~ .session  .failed(reason: "The backend answered 503 Service Unavailable.") → .loading
                ~ .effect   nil → .load
                ✓ .loaded*  @10  .loaded(User(id: 7, name: "Ada Lovelace", email: "ada@example.org", \
                followers: 1819))
                "Ada Lovelace"
                null

                """))
    }

    @Test(
        "the user screen nests two view models, each with a reducer, a part of the state and requests of its own",
        .readsDeclarations)
    func user() async throws {
        let told = try await Story(delay: Story.never).told(
            """
            use user
            send .posts(.loaded([]))
            send .profile(.load)
            send .posts(.load)
            effects
            send .profile(.loaded(User(id: 1, name: "Ada", followers: 2)))
            send .posts(.failed(reason: "no network"))
            get .profile.session.loaded.name
            state .posts.session
            """)
        #expect(
            told == """
                ▸  user  @0  State ← Command
                #1  no changes
                #2  2 changes  ⇒ .profile(.load)
                ~ .profile.session  .initialized → .loading
                ~ .profile.effect   nil → .load
                #3  2 changes  ⇒ .posts(.load)
                ~ .posts.session  .initialized → .loading
                ~ .posts.effect   nil → .load
                1  profile  running  of 2  .profile(.load)
                2  posts    running  of 3  .posts(.load)
                #4  2 changes
                ~ .profile.session  .loading → .loaded(User(id: 1, name: "Ada", email: nil, followers: 2))
                ~ .profile.effect   .load → nil
                #5  2 changes
                ~ .posts.session  .loading → .failed(reason: "no network")
                ~ .posts.effect   .load → nil
                "Ada"
                .failed  Session  @5
                  reason: "no network"

                """)
        let loaded = try await Story().told(
            """
            use user
            send .profile(.load)
            wait --action '.profile(.loaded*'
            send .posts(.load)
            wait --action '.posts(.loaded*'
            get .profile.session.loaded.name
            get .posts.session.loaded[1].title
            """)
        #expect(loaded.hasSuffix("\n\"Ada Lovelace\"\n\"Sketch of the Analytical Engine\"\n"))
    }
}
