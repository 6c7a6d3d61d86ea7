/// Something that a store does in turn, and may have to hold.
package protocol Holdable: Sendable {
    associatedtype Action: Sendable

    /// The action; `nil` for items that are never held.
    var action: Action? { get }
    var origin: Origin { get }
    var cause: Int? { get }
    var source: CallSite? { get }
    /// The number that the store must be at, if it matters.
    var ifSeq: Int? { get }
    /// Whether it can be withdrawn while it waits.
    var canBeTakenBack: Bool { get }
    /// Whether it was withdrawn.
    var isTakenBack: Bool { get }
    /// The action that was dispatched, in words, once another replaced it.
    var editedFrom: String? { get set }

    /// Replaces the action.
    mutating func replaceAction(with action: Action)
    /// Notifies a waiting caller that it is held.
    func tellHeld(_ id: Int)
    /// Ends it without its having been reduced.
    func refuse(_ error: StoreError)
}

extension Holdable {
    /// Whether it would be reduced if its turn came at this number.
    package func isDue(at seq: Int) -> Bool {
        (ifSeq == nil || ifSeq == seq) && !isTakenBack
    }

    /// What it is called in messages.
    package var actionName: String { action.map { ActionName.of($0) } ?? "restore" }
}
