import Strobe
import StrobeServer

/// One visit to a shop, for questions to the recordings of many: a cart, and a checkout that is a machine.
///
/// Version 1.0 and later ones round discounts differently, so their histories diverge at the first one that leaves a
/// fraction.
struct ShopSession {
    struct Cart: Codable, Sendable {
        enum Payment: Codable, Sendable {
            case none, running
            case failed(reason: String)
            case paid
        }

        var articles: [String] = []
        var total = 0
        var payment = Payment.none
    }

    enum CartAction: Codable, Sendable {
        case add(String, price: Int)
        case discount(percent: Int)
        case pay, paid
        case declined(reason: String)
    }

    enum CartEffect: Codable, Sendable { case charge(Int) }

    enum Checkout: String, Codable, Sendable, CaseIterable, Kinded { case browsing, address, payment, done, failed }
    enum CheckoutEvent: String, Codable, Sendable, CaseIterable, Kinded { case begin, entered, paid, declined, back }

    let cart: Store<Cart, CartAction, CartEffect>
    let checkout: Store<Checkout, CheckoutEvent, Never>

    /// Makes the stores of one version.
    ///
    /// - Parameter credit: The most that a customer can pay.
    init(version: String, credit: Int) {
        let isFirst = version == "1.0"
        cart = Store(initial: Cart()) { (cart: inout Cart, action: CartAction) -> [CartEffect] in
            switch action {
            case .add(let article, let price):
                cart.articles.append(article)
                cart.total += price
            case .discount(let percent):
                let rest = cart.total * (100 - percent)
                cart.total = isFirst ? rest / 100 : (rest + 99) / 100
            case .pay:
                cart.payment = .running
                return [.charge(cart.total)]
            case .paid: cart.payment = .paid
            case .declined(let reason): cart.payment = .failed(reason: reason)
            }
            return []
        }
        cart.setInlineEffectHandler { effect, context in
            guard case .charge(let amount) = effect else { return }
            context.dispatch(amount > credit ? .declined(reason: "\(amount) is too much") : .paid)
        }
        checkout = Store(
            machine: StateMachine<Checkout, CheckoutEvent, Never>(
                initial: .browsing,
                transitions: [
                    .on(.begin, from: .browsing, to: .address),
                    .on(.entered, from: .address, to: .payment),
                    .on(.paid, from: .payment, to: .done),
                    .on(.declined, from: .payment, to: .failed),
                    .on(.back, from: .address, .payment, .failed, to: .browsing),
                ]))
    }

    /// What the customer of a number does.
    func run(customer: Int) {
        for turn in 0...customer % 4 {
            cart.dispatch(.add(["tea", "milk", "bread", "salt"][turn], price: 7 + 4 * turn))
        }
        // Nobody begins twice: the machine rejects it, and says so.
        for event in [CheckoutEvent.begin, .begin] { checkout.dispatch(event) }
        if customer.isMultiple(of: 3) {
            checkout.dispatch(.back)
            cart.dispatch(.add("cheese", price: 30))
            checkout.dispatch(.begin)
        }
        if customer.isMultiple(of: 2) { cart.dispatch(.discount(percent: 15)) }
        if customer % 5 == 4 { return }
        checkout.dispatch(.entered)
        cart.dispatch(.pay)
        guard case .failed = cart.state.payment else { return checkout.dispatch(.paid) }
        checkout.dispatch(.declined)
    }

    /// Records one visit into a directory.
    static func record(into directory: String, version: String, host: String, customer: Int) async throws {
        let session = ShopSession(version: version, credit: 40)
        var options = FlightRecorder.Options(
            runs: .max, synchronous: true, name: "shop", version: version, host: host)
        options.history.measures = true
        let recorder = try FlightRecorder(directory: directory, options: options)
        recorder.add(session.cart, id: "cart")
        recorder.add(session.checkout, id: "checkout")
        session.run(customer: customer)
        await recorder.stop()
    }
}
