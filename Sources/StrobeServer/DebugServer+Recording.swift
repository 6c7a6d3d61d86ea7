extension DebugServer {
    /// Has all stores of this server recorded, those that are added later included, until they are removed.
    ///
    /// What happens in the stores is logged from now on, whether the server is started or not. Returns when all of them
    /// are followed.
    ///
    /// - Parameter recorder: The recorder, which the server keeps.
    public func record(to recorder: FlightRecorder) async {
        let feeds = state.update { state -> [StoreSubscriptions] in
            state.recorders.append(recorder)
            return state.hosted.compactMap(\.feed)
        }
        for feed in feeds { recorder.record(feed.target) }
        await activate()
    }
}
