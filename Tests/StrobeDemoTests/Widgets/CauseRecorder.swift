import Strobe
import Synchronization

@testable import StrobeDemo

/// Notes each transition with its cause.
final class CauseRecorder: StoreObserver<WidgetsState, any WidgetAction, Never>, @unchecked Sendable {
    // Only under the lock.
    private let noted = Mutex<[String]>([])

    var entries: [String] { noted.withLock { $0 } }

    override func didReduce(
        _ action: any WidgetAction, effects: [Never], info: TransitionInfo, state: () -> WidgetsState
    ) {
        let cause = info.cause.map { " of \($0)" } ?? ""
        noted.withLock { $0.append("\(info.seq) \(type(of: action)) \(info.origin)\(cause)") }
    }
}
