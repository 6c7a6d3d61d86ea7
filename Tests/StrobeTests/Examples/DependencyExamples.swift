import Foundation
import Strobe
import Testing

struct Quotes: Sendable {
    var fetch: @Sendable (_ number: Int) async -> String
}

enum QuotesKey: DependencyKey {
    static let liveValue = Quotes { number in "quote \(number) from a server" }
}

extension Dependencies {
    var quotes: Quotes {
        get { self[QuotesKey.self] }
        set { self[QuotesKey.self] = newValue }
    }
}

/// The examples of dependencies; each is in the documentation of its type.
@Suite("Examples of dependencies", .timeLimit(.minutes(5)))
struct DependencyExamples {
    @Test("a program adds dependencies, which effect handlers read")
    func dependencies() async {
        let store = Store(initial: "") { (quote: inout String, new: String) -> [Int] in
            quote = new
            return new.isEmpty ? [7] : []
        }
        store.setEffectHandler { number, context in
            try? await context.dependencies.clock.sleep(for: .milliseconds(1))
            context.dispatch(await context.dependencies.quotes.fetch(number))
        }
        store.dispatch("")
        for await quote in store.states() where quote == "quote 7 from a server" { break }
        #expect(store.seq == 2)
    }

    @Test("a key has a live value and a test value")
    func key() {
        enum GreetingKey: DependencyKey {
            static let liveValue = "Good morning"
            static let testValue = "Hello"
        }
        let greeting = Dependencies()[GreetingKey.self]  // Good morning
        #expect(greeting == "Good morning")
    }

    @Test("a random source with a seed repeats itself")
    func random() {
        var dice = RandomSource.seeded(7)
        let throwOfDice = Int.random(in: 1...6, using: &dice)  // the same each time
        var other = RandomSource.seeded(7)
        #expect(throwOfDice == Int.random(in: 1...6, using: &other))
    }

    @Test("now is a date")
    func date() {
        let dependencies = Dependencies()
        let before = Date()
        let date = Date(timeIntervalSince1970: dependencies.now() / .seconds(1))
        #expect(abs(date.timeIntervalSince(before)) < 600)
    }
}
