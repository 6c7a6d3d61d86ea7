import DeclarationTesting
import TerminalTesting
import Testing

/// The walkthrough of the widgets by their author, in the demo process.
@Suite("The widgets' story", .timeLimit(.minutes(5)))
struct WidgetsStoryTests {
    /// So long that it never elapses in a test.
    private static let once = ["--refresh-interval", "86400"]

    @Test("actions are of many types, and each can be dispatched by its name", .readsDeclarations)
    func types() async throws {
        let told = try await Story(delay: Story.never, options: Self.once).told(
            """
            use widgets
            actions
            send .UpdateWidgets(widgets: [Widget(id: 1, name: "Cog", imageID: "cog-1")])
            send SelectWidget(id: 1)
            send {"SelectWidget": {"id": 99}}
            send .UpdateWidgets(widgets: [])
            send .ClearSelection
            log
            """)
        #expect(
            told == """
                ▸  widgets  @0  WidgetsState ← any WidgetAction
                any WidgetAction
                  RefreshWidgets
                  FetchStarted
                  RefreshSkipped(retryAfter: Int)
                  UpdateWidgets(widgets: [Widget])
                  FetchFailed(reason: String)
                  SelectWidget(id: Int)
                  ClearSelection
                  RefreshAndSelectFirst
                  UpdateDetails(details: WidgetDetails)
                  DetailsFailed(id: Int, reason: String)
                struct Widget { id: Int, name: String, imageID: String }
                struct WidgetDetails { id: Int, price: Int, text: String }
                #1  3 changes
                + .widgets[0]  Widget(id: 1, name: "Cog", imageID: "cog-1")
                ~ .loadState   .idle → .loaded
                ~ .refreshes   0 → 1
                #2  1 change
                ~ .selection  nil → 1
                #3  no changes
                #4  3 changes
                - .widgets[0]  Widget(id: 1, name: "Cog", imageID: "cog-1")
                ~ .selection   1 → nil
                ~ .refreshes   1 → 2
                #5  no changes
                ~  1  TIME  script  .UpdateWidgets(widgets: [Widget(id: 1, name: "Cog", imageID: "cog-1")])
                ~  2  TIME  script  .SelectWidget(id: 1)
                ·  3  TIME  script  .SelectWidget(id: 99)
                ~  4  TIME  script  .UpdateWidgets(widgets: [])
                ·  5  TIME  script  .ClearSelection

                """)
    }

    @Test("two refreshes within N seconds fetch once, and the log shows what middleware dispatched with its cause")
    func limit() async throws {
        let told = try await Story(options: Self.once).told(
            """
            use widgets
            send .RefreshWidgets
            wait --action '.UpdateWidgets*'
            send .RefreshWidgets
            wait --action '.RefreshSkipped*'
            send .RefreshAndSelectFirst
            wait --action '.SelectWidget*'
            get .widgets[0].name
            get .selection
            get .refreshes
            log --action '.R*'
            log --action '.FetchStarted'
            """)
        #expect(
            told.replacing(/retryAfter: \d+/, with: "retryAfter: SECONDS").hasSuffix(
                """
                "Sprocket"
                11
                3
                ·  1  TIME  script       .RefreshWidgets
                ·  4  TIME  script       .RefreshWidgets
                ~  5  TIME  effect of 4  .RefreshSkipped(retryAfter: SECONDS)
                ·  6  TIME  script       .RefreshAndSelectFirst
                ·  7  TIME  effect of 6  .RefreshWidgets
                ~  8  TIME  effect of 7  .RefreshSkipped(retryAfter: SECONDS)
                ~  2  TIME  effect of 1  .FetchStarted

                """), "\(told)")
    }

    @Test("a failed fetch is a state, and takes nothing away that was there")
    func failure() async throws {
        let refresh = """
            send .RefreshWidgets
            wait --action '.UpdateWidgets*'

            """
        let told = try await Story(options: ["--refresh-interval", "0"]).told(
            """
            use widgets
            \(refresh)\(refresh)\(refresh)send .RefreshWidgets
            wait --action '.FetchFailed*'
            get .loadState.failed.reason
            get .widgets[2].name
            """)
        #expect(
            told.hasSuffix(
                """
                #10  no changes
                ✓ .FetchFailed*  @12  .FetchFailed(reason: "The backend answered 503 Service Unavailable.")
                "The backend answered 503 Service Unavailable."
                "Grommet"

                """), "\(told)")
    }

    @Test(
        "no machine, and yet there is a graph of its load states, and a table of what ran in them or was ignored",
        .readsDeclarations)
    func coverage() async throws {
        let told = try await Story(options: Self.once).told(
            """
            use widgets
            send .RefreshWidgets
            wait --action '.UpdateWidgets*'
            send .RefreshWidgets
            wait --action '.RefreshSkipped*'
            graph
            coverage .loadState
            """)
        #expect(
            told.hasSuffix(
                """
                LoadState  .loadState  @0 → @5
                  idle  1 visit, initial
                    FetchStarted   →  loading  1
                  loading  1 visit
                    UpdateWidgets  →  loaded   1
                ▸ loaded  1 visit
                  failed  never
                3 of 4 states visited, 2 transitions
                LoadState  .loadState  @0 → @5
                                       idle  loading  loaded  failed
                RefreshWidgets         ·1    -        ·1      -
                FetchStarted           ~1    -        -       -
                RefreshSkipped         -     -        ·1      -
                UpdateWidgets          -     ~1       -       -
                FetchFailed            -     -        -       -
                SelectWidget           -     -        -       -
                ClearSelection         -     -        -       -
                RefreshAndSelectFirst  -     -        -       -
                UpdateDetails          -     -        -       -
                DetailsFailed          -     -        -       -
                ~ changed  · ignored  ✗ rejected  - never ran
                5 of 40 pairs ran

                """), "\(told)")
    }

    @Test(
        "a thunk can be cancelled by its name while it waits; the fetch that it asked for goes on",
        .readsDeclarations)
    func thunk() async throws {
        let told = try await Story(delay: Story.never, options: Self.once).told(
            """
            use widgets
            send .RefreshAndSelectFirst
            wait --action '.FetchStarted'
            cancel refreshAndSelectFirst
            send .UpdateWidgets(widgets: [Widget(id: 1, name: "Cog", imageID: "cog-1")])
            get .loadState
            get .selection
            """)
        #expect(
            told == """
                ▸  widgets  @0  WidgetsState ← any WidgetAction
                #1  no changes
                ✓ .FetchStarted  @3  .FetchStarted
                cancelled 1 refreshAndSelectFirst
                #4  3 changes
                + .widgets[0]  Widget(id: 1, name: "Cog", imageID: "cog-1")
                ~ .loadState   .loading → .loaded
                ~ .refreshes   0 → 1
                "loaded"
                null

                """)
    }

    @Test("the program's analytics count what its user does, inspectors too, and its list draws what changed")
    func analytics() async throws {
        let inspector = try ProgramRun(
            Executables.strobe,
            ["run", "--", Executables.demo, "--stdio", "--quiet", "--verbose", "--delay", "1"] + Self.once,
            environment: ["NO_COLOR": ""])
        defer { inspector.kill() }
        try inspector.write("use widgets\nsend .RefreshWidgets\nsend .RefreshWidgets\n")
        try await inspector.waitForErrors { $0.contains("widgets: RefreshWidgets was dispatched 2×\n") }
        try await inspector.waitForErrors { $0.contains("widgets: Sprocket, Flange, Grommet\n") }
        try await inspector.waitForErrors { $0.contains("Sprocket (a picture of ") }
        try inspector.write("send .SelectWidget(id: 12)\n")
        try await inspector.waitForErrors { $0.contains("widgets: SelectWidget was dispatched 1×\n") }
        let shown = try await inspector.waitForErrors { $0.contains("The best Flange there is, $36") }
        #expect(!shown.contains("UpdateWidgets was dispatched"))
        try inspector.closeInput()
        #expect(try await inspector.outcome().status == 0)
    }
}
