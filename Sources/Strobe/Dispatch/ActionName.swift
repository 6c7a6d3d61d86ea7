/// The short name of an action: the case of an enum, the type of anything else.
enum ActionName {
    /// Names an action without showing its payload.
    static func of(_ action: some Any) -> String {
        let mirror = Mirror(reflecting: action)
        // Of actions behind a protocol the type that is meant is the one in the box.
        let type = type(of: action as Any)
        guard mirror.displayStyle == .enum else { return String(describing: type) }
        if let label = mirror.children.first?.label { return label }
        return mirror.children.isEmpty ? String(describing: action) : String(describing: type)
    }
}
