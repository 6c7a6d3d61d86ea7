import Strobe

#if Debugging
    import StrobeServer
#endif

struct Cart: Codable, Sendable {
    var items: [String] = []
    var isPaid = false
}

enum CartAction: Codable, Sendable {
    case add(String)
    case pay
}

/// A shop that sells what is typed, a line each: `pay` pays.
///
/// `STROBE=1 shop`, or `strobe attach --wake PID` while it runs, starts its debug server.
@main
struct Shop {
    static func main() async throws {
        let store = Store(initial: Cart()) { (cart: inout Cart, action: CartAction) in
            switch action {
            case .add(let item): cart.items.append(item)
            case .pay: cart.isPaid = true
            }
        }

        #if Debugging
            let server = DebugServer(configuration: .init(access: .control))
            server.add(store, id: "cart")
            try await server.startWhenAsked(by: [.environment, .signal])
        #endif

        while let line = readLine() {
            store.dispatch(line == "pay" ? .pay : .add(line))
            print("\(store.state.items.count) items\(store.state.isPaid ? ", paid" : "")")
        }

        #if Debugging
            await server.stop()
        #endif
    }
}
