import DeclarationTesting
import TerminalTesting
import Testing

/// The walkthrough of the items screen by its author, in the demo process: once as a table, once as state classes.
@Suite("The items' story", .timeLimit(.minutes(5)))
struct ItemsStoryTests {
    @Test(
        "data, nothing, an error: each answer leads to a state of its own, in both forms", .readsDeclarations,
        arguments: ["items", "items-classes"])
    func answers(store: String) async throws {
        let told = try await Story().told(
            """
            use \(store)
            get
            send .load
            wait --action '.loaded*'
            get .showingData[2].title
            send .load
            wait --action '.loaded([])'
            get
            send .load
            wait --action '.loaded*'
            send .load
            wait --action '.failed*'
            get .error.reason
            send .load
            """)
        #expect(told.contains("\n\"loading\"\n#1  no changes"))
        #expect(told.contains("\n\"Water the fern\"\n"))
        #expect(told.contains("\n✓ .loaded([])  @4  .loaded([])\n\"empty\"\n"))
        let reason = "The backend answered 503 Service Unavailable."
        #expect(told.contains("\n✓ .failed*  @8  .failed(reason: \"\(reason)\")\n"))
        #expect(told.contains("\n\"\(reason)\"\n#9  1 change"))
        #expect(told.hasSuffix("\n~ .  .error(reason: \"\(reason)\") → .loading\n"))
    }

    @Test("what is illegal is rejected: the state stays as it is, and the log says why", .readsDeclarations)
    func rejection() async throws {
        let told = try await Story(delay: Story.never).told(
            """
            use items
            send .loaded([Item(id: 1, title: "Mow the lawn")])
            send .loaded([])
            send .failed(reason: "too late")
            state
            log
            use items-classes
            send .loaded([])
            send .failed(reason: "too late")
            log
            """)
        #expect(
            told == """
                ▸  items  @0  ItemsState ← ItemsEvent  machine
                #1  1 change
                ~ .  .loading → .showingData([Item(id: 1, title: "Mow the lawn")])
                #2  ✗ rejected: no transition on loaded from showingData
                #3  ✗ rejected: no transition on failed from showingData
                .showingData  ItemsState  @3
                  [Item(id: 1, title: "Mow the lawn")]
                ~  1  TIME  script  .loaded([Item(id: 1, title: "Mow the lawn")])
                ✗  2  TIME  script  .loaded([])  no transition on loaded from showingData
                ✗  3  TIME  script  .failed(reason: "too late")  no transition on failed from showingData
                ▸  items-classes  @0  ItemsState ← ItemsEvent  machine, no replay
                #1  1 change
                ~ .  .loading → .empty
                #2  ✗ rejected: failed is illegal in empty
                ~  1  TIME  script  .loaded([])
                ✗  2  TIME  script  .failed(reason: "too late")  failed is illegal in empty

                """)
    }

    @Test("the graph is that of the article, the table shows what ran, what was rejected and what never ran")
    func graph() async throws {
        let told = try await Story().told(
            """
            use items
            send .load
            wait --action '.loaded*'
            send .loaded([])
            graph
            coverage
            """)
        #expect(
            told.hasSuffix(
                """
                ItemsState  @0 → @3
                  loading  1 visit, initial
                    load    →  loading      1
                    loaded  →  showingData  1  if not items.isEmpty
                    loaded  ⇢  empty        -  if items.isEmpty, never taken
                    failed  ⇢  error        -  never taken
                ▸ showingData  1 visit
                    load    ⇢  loading      -  never taken
                  empty  never
                    load    ⇢  loading      -  never taken
                  error  never
                    load    ⇢  loading      -  never taken
                2 of 4 states visited, 2 of 7 transitions taken
                ItemsState  @0 → @3
                        loading  showingData  empty  error
                load    ~1       -            -      -
                loaded  ~1       ✗1           -      -
                failed  -        -            -      -
                ~ changed  · ignored  ✗ rejected  - never ran
                3 of 12 pairs ran

                """), "\(told)")
    }

    @Test("load while loading requests again, and leaves one request, which can be listed and cancelled")
    func again() async throws {
        let told = try await Story(delay: Story.never).told(
            """
            use items
            send .load
            send .load
            effects
            cancel load
            effects
            """)
        #expect(
            told == """
                ▸  items  @0  ItemsState ← ItemsEvent  machine
                #1  no changes  ⇒ .load
                #2  no changes  ⇒ .load
                3  load  running  of 2  .load
                cancelled 3 load  .load
                no effects are running

                """)
    }

    @Test("as soon as the screen is there, loading starts by itself")
    func viewDidLoad() async throws {
        let inspector = try ProgramRun(
            Executables.strobe,
            ["run", "--", Executables.demo, "--stdio", "--verbose", "--delay", String(Story.never)],
            environment: ["NO_COLOR": ""])
        defer { inspector.kill() }
        try await inspector.waitForErrors { $0.contains("items: a spinner\n") }
        try inspector.write("use items\neffects\n")
        try await inspector.waitForOutput { Story.timeless($0).hasSuffix("\n1  load  running  .load\n") }
        try inspector.closeInput()
        #expect(try await inspector.outcome().status == 0)
    }
}
