import MobiusCore

/// Mobius' loop: update functions return a new model.
///
/// Its observers get every model; what changed they see themselves.
@main
enum Program {
    static func main() {
        Measured.run { items, subscribers in
            let update = Update<ShopState, ShopAction, Never> { model, event in
                var model = model
                reduceShop(&model, event)
                return .next(model)
            }
            let effects = EffectRouter<Never, ShopAction>().asConnectable
            let loop = Mobius.loop(update: update, effectHandler: effects).start(from: ShopState(items: items))
            let received = (0..<subscribers).map { _ in Received() }
            for receiver in received {
                var last: Int?
                loop.addObserver { model in
                    guard model.count != last else { return }
                    last = model.count
                    receiver.take(model.count)
                }
            }
            return { loop.dispatchEvent($0) }
        }
    }
}
