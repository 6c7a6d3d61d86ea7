internal import Synchronization

/// Which objects may be looked into from the debugger's thread.
enum ObjectAccess {
    private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

    /// Whether values of a type are objects that are not looked into: they can change, and the program did not say that
    /// they may be read nevertheless.
    static func isClosed(_ type: any Any.Type) -> Bool {
        switch TypeMetadata.kind(of: type) {
        case .object: break
        case .foreign: return true
        default: return false
        }
        return known.withLock { known in
            let id = ObjectIdentifier(type)
            if let isClosed = known[id] { return isClosed }
            let isClosed = !isOpen(type)
            known[id] = isClosed
            return isClosed
        }
    }

    private static func isOpen(_ type: any Any.Type) -> Bool {
        if type is any InspectableObject.Type, type is any Encodable.Type || type is any CustomReflectable.Type {
            return true
        }
        return TypeMetadata.constants(ofClass: type) != nil
    }
}
