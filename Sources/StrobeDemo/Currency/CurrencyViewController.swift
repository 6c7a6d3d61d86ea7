import Observation
import Strobe

/// The shell around the converter: a text field, a button that reloads the rates, and a label that shows dollars.
///
/// It sends messages and shows a state, which is held by a store of its own, or a part of a parent's.
@MainActor @Observable
final class CurrencyViewController {
    /// What the text field says.
    var input = "" { didSet { inputChanged() } }
    @ObservationIgnored private let converter: ObservedState<CurrencyConverter, CurrencyConverter.Message>

    /// Makes a view controller that shows a converter.
    init(_ converter: ObservedState<CurrencyConverter, CurrencyConverter.Message>) {
        self.converter = converter
    }

    /// The user has typed.
    func inputChanged() {
        converter.dispatch(.inputChanged(input))
    }

    /// The user has tapped the button.
    func reload() {
        converter.dispatch(.reload)
    }
}

extension CurrencyViewController {
    /// The screen, top to bottom.
    var rows: [ScreenRow] {
        [.field(label: "EUR", text: input), .button("Reload"), .headline(converter.label)]
    }
}
