import StrobeTree

/// Cuts answers of the protocol to a budget.
enum ValueCut {
    /// An object whose longest lists are shortened until its JSON fits.
    ///
    /// - Parameters:
    ///   - value: The object.
    ///   - limit: The greatest number of bytes of its JSON.
    /// - Returns: The object, with `cut` if something is missing.
    static func object(_ value: Value, to limit: Int) -> Value.Object {
        guard case .object(var members) = value else { return ["value": value] }
        while JSON.text(.object(members)).utf8.count > limit {
            // Each turn writes all of it: too much for an object with any number of members.
            guard members.count <= 64 else { return ["cut": true] }
            members["cut"] = true
            let sizes = members.map { ($0.key, JSON.text($0.value).utf8.count) }
            guard let (key, _) = sizes.max(by: { $0.1 < $1.1 }), key != "cut" else { return ["cut": true] }
            if case .array(let elements)? = members[key], elements.count > 1 {
                members[key] = .array(Array(elements.prefix(elements.count / 2)))
            } else {
                members.removeValue(forKey: key)
            }
        }
        return members
    }
}
