/// The list of all methods and notifications.
public enum MethodRegistry {
    /// The requests, in the order of the specification.
    public static let requests: [any Request.Type] = [
        Initialize.self, Ping.self, Shutdown.self, ProtocolDescribe.self,
        StoreList.self, StoreDescribe.self,
        StateGet.self, StateTree.self, StateDiff.self, StateSet.self, StateSearch.self, StateBlame.self,
        ActionSchema.self, ActionDispatch.self, ActionRedo.self,
        LogList.self, LogGet.self, LogWhy.self, LogSearch.self,
        HistoryJump.self, HistoryReset.self, HistoryCommit.self, HistoryVerify.self, HistoryReplay.self,
        HistoryFind.self, HistoryMinimize.self,
        BranchCreate.self, BranchList.self, BranchAdopt.self, BranchDelete.self,
        BookmarkSet.self, BookmarkList.self, BookmarkRemove.self,
        GateStatus.self, GatePause.self, GateResume.self, GateStep.self, GateDrop.self, GateEdit.self,
        BreakpointSet.self, BreakpointList.self, BreakpointRemove.self,
        EffectList.self, EffectCancel.self,
        ReplayBegin.self, ReplayEnd.self,
        GraphGet.self,
        Subscribe.self, Unsubscribe.self,
    ]

    /// The notifications that clients send.
    public static let clientNotifications: [any ProtocolNotification.Type] = [CancelRequest.self]

    /// The notifications that servers send.
    public static let notifications: [any ProtocolNotification.Type] = [
        LogAppended.self, LogNoted.self, StateChanged.self, GateStopped.self, GateResumed.self, GateLogged.self,
        HistoryDiverged.self, ReplayChanged.self, StreamLagged.self, StoreAdded.self, StoreRemoved.self,
        ServerClosing.self,
    ]

    /// The content of `protocol/describe`.
    public static let description = ProtocolDescribe.Result(
        methods: requests.map { MethodDescription(of: $0) } + clientNotifications.map { MethodDescription(of: $0) },
        notifications: notifications.map { MethodDescription(of: $0) })
}
