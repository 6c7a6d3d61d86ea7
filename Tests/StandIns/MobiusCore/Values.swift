// A stand-in for Mobius, which does not resolve where these tests run: the shapes that its adapter touches, and what is
// done behind them, in words of our own. The library checks no concurrency, and neither does this.

public struct Next<Model, Effect> {
    /// `nil` if the model stays as it is.
    public let model: Model?
    public let effects: [Effect]

    public static func next(_ model: Model, effects: [Effect] = []) -> Next { Next(model: model, effects: effects) }

    public static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }

    public static var noChange: Next { Next(model: nil, effects: []) }
}

public struct First<Model, Effect> {
    public let model: Model
    public let effects: [Effect]

    public init(model: Model, effects: [Effect] = []) { (self.model, self.effects) = (model, effects) }
}

public typealias Initiate<Model, Effect> = (Model) -> First<Model, Effect>

public typealias Consumer<Value> = (Value) -> Void

public typealias ConsumerTransformer<Value> = (@escaping Consumer<Value>) -> Consumer<Value>

public protocol Disposable: AnyObject {
    func dispose()
}

public final class AnonymousDisposable: Disposable {
    private var disposer: (() -> Void)?

    public init(disposer: @escaping () -> Void) { self.disposer = disposer }

    public func dispose() {
        disposer?()
        disposer = nil
    }
}

public protocol EventSource: AnyObject {
    associatedtype Event

    func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable
}

public final class Connection<Value>: Disposable {
    private let acceptClosure: (Value) -> Void
    private let disposeClosure: () -> Void

    public init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
        (self.acceptClosure, self.disposeClosure) = (acceptClosure, disposeClosure)
    }

    public func accept(_ value: Value) { acceptClosure(value) }

    public func dispose() { disposeClosure() }
}

public protocol Connectable {
    associatedtype Input
    associatedtype Output

    func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input>
}

public struct AnyConnectable<Input, Output>: Connectable {
    private let connectClosure: (@escaping Consumer<Output>) -> Connection<Input>

    public init(_ connect: @escaping (@escaping Consumer<Output>) -> Connection<Input>) { connectClosure = connect }

    public func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> { connectClosure(consumer) }
}

public protocol MobiusLogger {
    associatedtype Model
    associatedtype Event
    associatedtype Effect

    func willInitiate(model: Model)
    func didInitiate(model: Model, first: First<Model, Effect>)
    func willUpdate(model: Model, event: Event)
    func didUpdate(model: Model, event: Event, next: Next<Model, Effect>)
}

extension MobiusLogger {
    public func willInitiate(model: Model) {}
    public func didInitiate(model: Model, first: First<Model, Effect>) {}
    public func willUpdate(model: Model, event: Event) {}
    public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {}
}
