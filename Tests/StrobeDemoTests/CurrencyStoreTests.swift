import Foundation
import StrobeTesting
import Testing

@testable import StrobeDemo

/// What the author of "Reducers" says of tests: even that the `onComplete` of a command is set can be tested.
@Suite("The currency converter in a test store")
struct CurrencyStoreTests {
    private let url = URL(filePath: "/rates")

    private func store() -> TestStore<CurrencyConverter, CurrencyConverter.Message, CurrencyConverter.Command> {
        TestStore(initial: CurrencyConverter(ratesURL: url)) { converter, message in converter.send(message) }
    }

    @Test("loads rates, with a command whose function makes the message that brings them back")
    func reload() async {
        let rates = Data(#"{"rates": {"USD": 1.5}}"#.utf8)
        let store = store()
        await store.send(.reload)
        store.expect("a load of the rates that answers .ratesAvailable") { command in
            guard case .load(self.url, let onComplete) = command else { return false }
            return onComplete(rates) == .ratesAvailable(data: rates) && onComplete(nil) == .ratesAvailable(data: nil)
        }
        store.exhaustivity = .off
        await store.send(.ratesAvailable(data: rates))
        await store.send(.inputChanged("2"))
        #expect(store.state.output == 3)
        await store.finish()
    }

    @Test("a command with another function is not the expected one")
    func otherFunction() async {
        await withKnownIssue {
            let store = store()
            await store.send(.reload)
            store.expect(.load(url, onComplete: { _ in .reload }))
            await store.finish()
        } matching: { issue in
            issue.comments.first?.rawValue.contains(".load.onComplete  is another function") == true
        }
    }
}
