import Strobe
import Testing

@testable import StrobeDemo

/// The number of states of the items screen if each of its four parts were shown or hidden independently, and the
/// number of possible ones.
///
/// The article derives 24 states from four properties, by factorial (4! = 24), and so counts 20 degenerate ones. Four
/// properties that are each shown or hidden have 2⁴ = 16 combinations, of which 12 are degenerate. By either count four
/// meant, and the rest are opportunities for mistakes.
@Suite struct DegenerateStatesTests {
    /// The naive form: a flag for each part.
    private struct Flags: Hashable {
        var table = false
        var errorLabel = false
        var emptyLabel = false
        var spinner = false

        init(table: Bool, errorLabel: Bool, emptyLabel: Bool, spinner: Bool) {
            (self.table, self.errorLabel, self.emptyLabel, self.spinner) = (table, errorLabel, emptyLabel, spinner)
        }

        /// What is shown of a screen.
        init(_ screen: ItemsScreen) {
            switch screen {
            case .nothing: break
            case .spinner: spinner = true
            case .table: table = true
            case .emptyLabel: emptyLabel = true
            case .errorLabel: errorLabel = true
            }
        }
    }

    /// All combinations of four Booleans.
    private static let naive: [Flags] = [false, true].flatMap { table in
        [false, true].flatMap { errorLabel in
            [false, true].flatMap { emptyLabel in
                [false, true].map { spinner in
                    .init(table: table, errorLabel: errorLabel, emptyLabel: emptyLabel, spinner: spinner)
                }
            }
        }
    }

    static let states: [ItemsState] = [
        .loading, .showingData([Item(id: 1, title: "Turn the page")]), .empty, .error(reason: "offline"),
    ]

    private static var legal: Set<Flags> { Set(states.map { Flags(ItemsScreen($0)) }) }

    @Test("of the combinations that flags allow, the screens of the states are four; the other twelve are degenerate")
    func combinations() {
        #expect(Self.naive.filter { !Self.legal.contains($0) }.count == 12)
    }

    @Test("data and an error message at once: flags can say it, no state can")
    func dataAndError() {
        let both = Flags(table: true, errorLabel: true, emptyLabel: false, spinner: false)
        #expect(Self.naive.contains(both) && !Self.legal.contains(both))
    }

    @Test("the enum allows exactly four states, and each has a screen of its own")
    func four() {
        #expect(ItemsState.Kind.allCases.count == 4)
        #expect(Set(Self.states.map(\.kind)) == Set(ItemsState.Kind.allCases))
        #expect(Self.legal.count == 4)
    }

    @Test("each state shows exactly one of the four parts", arguments: states)
    func onePart(state: ItemsState) {
        let visible = Flags(ItemsScreen(state))
        let parts = [visible.table, visible.errorLabel, visible.emptyLabel, visible.spinner]
        #expect(parts.filter { $0 }.count == 1)
    }
}
