import Foundation
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeTree
import Testing

@testable import InspectorMCP

/// Sizes of answers, and what they say of what they leave out.
@Suite("Answers for agents")
struct AgentBudgetTests {
    /// Calls of all tools that read a store.
    static let calls: [(String, Value.Object)] = [
        ("list_stores", [:]), ("read_store", [:]), ("read_state", ["depth": 3]),
        ("read_state", ["path": "/items", "count": 1_000]),
        ("diff_states", ["from": "0"]), ("list_log", ["limit": 1_000]),
        ("list_log", ["limit": 1_000, "changes": true]),
        ("list_log", ["from": 1, "limit": 1_000]), ("read_entry", ["seq": 1]),
        ("blame_path", ["path": "/items", "limit": 100]),
        ("blame_path", ["path": "/note", "limit": 100]), ("search", ["query": "item", "limit": 1_000]),
        ("search", ["query": "note", "in": "log", "limit": 1_000]),
        ("search", ["query": "e", "in": "log", "path": "/note"]),
        ("find_state", ["condition": ".total > 5"]), ("list_actions", [:]), ("list_actions", ["case": ".add"]),
        ("try_action", ["action": ".fill(3)"]), ("try_history", ["skip": [1]]),
        ("minimize_history", ["condition": "count(.items) > 0"]), ("verify_history", [:]),
        ("wait_for", ["condition": ".total < 0", "timeout_s": 1]), ("help", ["topic": "conditions"]),
    ]

    @Test("every answer fits its budget, for large states, long texts and long logs", arguments: [2_000, 8_000])
    func budgets(_ budget: Int) async throws {
        try await AgentBench.with { bench in
            // With STROBE_LONG the sizes of the specification; otherwise such that nothing fits into an answer either.
            let isLong = ProcessInfo.processInfo.environment["STROBE_LONG"] != nil
            bench.store.dispatch(.fill(isLong ? 1_000_000 : 5_000))
            bench.store.dispatch(.note(String(repeating: "x", count: isLong ? 10_000_000 : 300_000)))
            for number in 0..<(isLong ? 20_000 : 400) {
                bench.store.dispatch(.note("note \(number) " + String(repeating: "é", count: 150)))
            }
            bench.store.dispatch(.name(String(repeating: "k", count: 5_000), 1))
            var large = 0
            for (tool, arguments) in Self.calls {
                var arguments = arguments
                arguments["max_bytes"] = .int(Int64(budget))
                let call = try await bench.client.call(tool, arguments)
                // A million changes are more than the protocol answers; what is said of that is short as well.
                let isRefused = isLong && call.text.contains("too much at once")
                #expect(!call.isError || isRefused, "\(tool): \(call.text.prefix(300))")
                #expect(call.text.utf8.count <= budget, "\(tool) has \(call.text.utf8.count) bytes")
                if let structured = call.structured { #expect(JSON.text(structured).utf8.count <= budget) }
                if call.text.utf8.count > budget / 2 { large += 1 }
            }
            #expect(large >= 5, "the budget was tried by \(large) answers only")
        }
    }

    @Test("what an answer leaves out is got by the calls that it names, to the last part")
    func pages() async throws {
        try await AgentBench.with { bench in
            bench.store.dispatch(.fill(700))
            for number in 0..<200 { bench.store.dispatch(.note("note \(number)")) }
            for (tool, arguments, word, count) in [
                ("read_state", ["path": "/items"], "]: \"item ", 700),
                ("list_log", ["limit": 60], ".note(\"note ", 200),
                ("list_log", ["from": 1, "limit": 60, "action": ".note*"], ".note(\"note ", 200),
                ("search", ["query": "note ", "in": "log", "limit": 50], ".note(\"note ", 200),
                ("search", ["query": "note ", "in": "log", "path": "/note", "limit": 50], ".note(\"note ", 200),
                ("blame_path", ["path": "/note", "limit": 50], ".note(\"note ", 200),
            ] as [(String, Value.Object, String, Int)] {
                var arguments = arguments
                arguments["max_bytes"] = 2_000
                var call = try await bench.client.call(tool, arguments)
                var found: Set<String> = []
                var pages = 1
                while true {
                    for line in call.lines where line.hasPrefix("  ") && !line.hasPrefix("   ") && line.contains(word) {
                        found.insert(line)
                    }
                    guard pages < 100, let next = call.proposals.first(where: { $0.contains(": \(tool) ") }) else {
                        break
                    }
                    call = try await bench.client.make(next)
                    #expect(!call.isError, "\(next): \(call.text)")
                    pages += 1
                }
                #expect(found.count == count, "\(tool) found \(found.count) in \(pages) pages")
                #expect(pages > 2)
            }
        }
    }

    @Test("all calls that answers propose are made without an error")
    func proposals() async throws {
        try await AgentBench.with { bench in
            bench.store.dispatch(.add("tea", price: 7))
            bench.store.dispatch(.fill(300))
            for number in 0..<100 { bench.store.dispatch(.note("note \(number)")) }
            var made = 0
            for (tool, arguments) in Self.calls {
                var arguments = arguments
                arguments["max_bytes"] = 2_000
                for proposal in try await bench.client.call(tool, arguments).proposals where proposal.contains("{\"") {
                    let call = try await bench.client.make(proposal)
                    #expect(!call.isError, "\(proposal): \(call.text)")
                    made += 1
                }
            }
            #expect(made >= 15, "\(made) calls were proposed")
        }
    }

    @Test("a value or a text that is too long is cut with a count, not a budget over it")
    func longTexts() async throws {
        try await AgentBench.with { bench in
            bench.store.dispatch(.note(String(repeating: "y", count: 1_404)))
            let call = try await bench.client.call("read_state")
            #expect(call.text.contains("…(+1,204)"))
            #expect(
                AgentText.clipped(String(repeating: "x", count: 10_000_000)) == String(repeating: "x", count: 200)
                    + "…(+9,999,800)")
        }
    }

    @Test("a letter with a million marks is cut like any text, though it is one character")
    func marks() async throws {
        let text = "e" + String(repeating: "\u{301}", count: 1_000_000)
        let clipped = AgentText.clipped(text)
        #expect(clipped.utf8.count < 500 && clipped.hasSuffix("(+999,801)"), "\(clipped.utf8.count) bytes")
        #expect(AgentText.literal(.string(text)).utf8.count < 2_000 && AgentText.line(text).utf8.count < 1_500)
        try await AgentBench.with { bench in
            bench.store.dispatch(.note(String(text.unicodeScalars.prefix(100_000))))
            let call = try await bench.client.call("read_state", ["max_bytes": 2_000])
            #expect(!call.isError && call.text.contains("total") && call.text.utf8.count <= 2_000)
        }
    }

    @Test("an integer that no message may have is refused, and the next call is answered")
    func integers() async throws {
        try await AgentBench.with { bench in
            for number in [Int64.max, WireInteger.greatest + 1] {
                for (tool, arguments) in [
                    ("wait_for", ["action": ".x", "from": .int(number), "timeout_s": 1]),
                    ("list_log", ["from": .int(number)]), ("read_entry", ["seq": .int(number)]),
                    ("read_state", ["at": .int(number)]), ("read_state", ["at": .string(String(number))]),
                ] as [(String, Value.Object)] {
                    let call = try await bench.client.call(tool, arguments)
                    #expect(call.isError && call.text.contains("must be"), "\(tool): \(call.text)")
                }
            }
            #expect(try await bench.client.call("read_state").isError == false)
        }
    }

    @Test("structured content is there for the tools that declare it, for all, or for none")
    func structures() async throws {
        for structure in AgentOptions.Structure.allCases {
            try await AgentBench.with(structure: structure) { bench in
                bench.store.dispatch(.fill(1_000))
                let list = try await bench.client.ask("tools/list")
                guard case .array(let tools)? = Value.object(list).value(at: Path(["result", "tools"])) else {
                    throw AgentTestClient.Failure(description: "no tools")
                }
                let declared = Set(
                    tools.compactMap { tool -> String? in
                        guard tool.value(at: Path(["outputSchema"])) != nil,
                            case .string(let name)? = tool.value(at: Path(["name"]))
                        else { return nil }
                        return name
                    })
                #expect(declared.count == (structure == .none ? 0 : structure == .small ? 6 : 23))
                for (tool, arguments) in Self.calls {
                    let call = try await bench.client.call(tool, arguments)
                    #expect((call.structured != nil) == (declared.contains(tool) && !call.isError), "\(tool)")
                    if let structured = call.structured {
                        #expect(JSON.text(structured).utf8.count <= 8_000, "\(tool)")
                    }
                }
            }
        }
    }

    @Test("a list of twenty stores is short")
    func twentyStores() async throws {
        try await AgentBench.with { bench in
            let stores = (1..<20).map { _ in Store<Cart, CartAction, CartEffect>(initial: Cart(), reduce: Cart.reduce) }
            for (index, store) in stores.enumerated() { bench.program.add(store, id: "cart-\(index)") }
            let list = try await bench.client.call("list_stores")
            #expect(list.text.contains("20 stores") && list.text.contains("cart-18"))
            #expect(list.text.utf8.count <= 1_500, "\(list.text.utf8.count) bytes")
        }
    }
}
