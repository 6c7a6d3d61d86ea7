import Foundation
import TerminalTesting
import Testing

/// The walkthrough of the currency converter by its author, in the demo process.
@Suite("The currency converter's story", .timeLimit(.minutes(5)))
struct CurrencyStoryTests {
    @Test("there is an output only with both, malformed rates leave the old one, and no number clears the amount")
    func messages() async throws {
        let told = try await Story().told(
            """
            use currency
            get .output
            send .inputChanged("100")
            get .output
            send .ratesAvailable(data: "\(Self.base64(#"{"rates": {"USD": 1.5}}"#))")
            send .inputChanged("2")
            send .ratesAvailable(data: "\(Self.base64(#"{"rates": {}}"#))")
            send .ratesAvailable(data: nil)
            send .inputChanged("a lot")
            get .output
            """)
        #expect(
            told == """
                ▸  currency  @0  CurrencyConverter ← Message
                null
                #1  1 change
                ~ .inputAmount  nil → 100.0
                null
                #2  2 changes
                ~ .rate    nil → 1.5
                ~ .output  nil → 150.0
                #3  2 changes
                ~ .inputAmount  100.0 → 2.0
                ~ .output       150.0 → 3.0
                #4  no changes
                #5  no changes
                #6  2 changes
                ~ .inputAmount  2.0 → nil
                ~ .output       3.0 → nil
                null

                """)
    }

    @Test("reload is a command that the outside interprets; what it brings is a message with the reload as its cause")
    func reload() async throws {
        let told = try await Story().told(
            """
            use currency
            send .inputChanged("100")
            send .reload
            wait --action '.ratesAvailable*'
            get .rate
            get .output
            send .reload
            wait --action '.ratesAvailable*'
            send .reload
            wait --action '.ratesAvailable*'
            get .rate
            send .reload
            wait --action '.ratesAvailable(data: nil)'
            get .rate
            log 9..9
            """)
        #expect(told.contains("#2  no changes  ⇒ .load(\"http://127.0.0.1:"))
        #expect(told.contains("\n1.09\n109.00000000000001\n"))
        #expect(told.hasSuffix("\n1.11\n… earlier: log ..8\n·  9  TIME  effect of 8  .ratesAvailable(data: nil)\n"))
    }

    private static func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString()
    }
}
