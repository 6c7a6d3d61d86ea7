import StrobeServer

/// One of the demo's designs: its store with the effects wired, and what a user might do with it.
protocol DemoDesign: Sendable {
    /// Lets inspectors look at the store.
    func add(to server: DebugServer) async

    /// Does what a person might do next, and returns at once.
    ///
    /// - Parameter turn: How often the design was used before.
    func use(turn: Int) async
}
