internal import StrobeTree

/// The facts about a server, gathered before it is tested.
struct Facts: Sendable {
    /// The result of `initialize` with control access requested.
    var hello: Value.Object
    /// The actions to dispatch; `nil` if none were found.
    var plan: ActionPlan?
    /// Why no action can be dispatched.
    var planReason = "no store accepts an action made from its schema: name one with --action"
    /// The store to read from.
    var store: String?

    init(_ hello: Value.Object) {
        self.hello = hello
    }

    var methods: Set<String> { Self.texts(hello["capabilities"]?["methods"]) }
    var events: Set<String> { Self.texts(hello["capabilities"]?["events"]) }
    var hasControl: Bool { hello["access"]?.text == "control" }
    var stores: [Value] { hello["stores"]?.list ?? [] }

    private static func texts(_ value: Value?) -> Set<String> {
        Set((value?.list ?? []).compactMap(\.text))
    }

    /// Throws a skip unless the needs of a probe are met.
    func check(_ needs: [Probe.Need], _ subject: any Subject) throws(Finding) {
        for need in needs {
            switch need {
            case .sharedServer where !subject.transport.isShared:
                throw .skipped("it needs two connections to one server; standard streams have one")
            case .token where subject.token == nil: throw .skipped("the endpoint requires no token")
            case .control where !hasControl: throw .skipped("the endpoint grants read access only")
            case .store where store == nil: throw .skipped("the endpoint has no store")
            case .action where plan == nil: throw .skipped(planReason)
            case .method(let name) where !methods.contains(name): throw .skipped("\(name) is not declared")
            case .event(let name) where !events.contains(name): throw .skipped("the event \(name) is not declared")
            default: break
            }
        }
    }
}
