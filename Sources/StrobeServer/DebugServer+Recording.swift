internal import StrobeSystem

extension DebugServer {
    /// Records all stores of this server, including those added later, until they are removed.
    ///
    /// The stores are logged from now on, whether or not the server is started. Returns when all of them are followed.
    ///
    /// - Parameter recorder: The recorder, which the server retains.
    public func record(to recorder: FlightRecorder) async {
        let feeds = state.update { state -> [StoreSubscriptions] in
            state.recorders.append(recorder)
            return state.hosted.compactMap(\.feed)
        }
        for feed in feeds { recorder.record(feed.target) }
        await activate()
    }
}
