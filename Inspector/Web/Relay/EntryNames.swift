import InspectorCore
package import StrobeTree

/// Adds to log entries what the scripts of the page cannot know: the name of the action's case, and whether it says that
/// something failed.
package enum EntryNames {
    /// The answer to `log/list` or `log/get`, or an event, with named entries.
    package static func named(_ object: Value.Object, schema: Schema?) -> Value.Object {
        var object = object
        if case .object(let entry)? = object["entry"] {
            object["entry"] = .object(marked(entry, schema))
        }
        for list in ["entries", "links", "children"] {
            guard case .array(let entries)? = object[list] else { continue }
            object[list] = .array(
                entries.map { element in
                    guard case .object(let entry) = element else { return element }
                    return .object(Self.named(entry: entry, schema))
                })
        }
        return object
    }

    /// Whether what a program sent is an entry that the scripts of the page can show; they do not look at types.
    package static func isEntry(_ value: Value?) -> Bool {
        guard case .object(let entry)? = value, case .int? = entry["seq"], case .int? = entry["time"],
            case .string? = entry["label"], case .string? = entry["origin"]
        else { return false }
        for name in ["source", "error", "editedFrom", "incomplete"] {
            guard let text = entry[name] else { continue }
            guard case .string = text else { return false }
        }
        for (name, member) in [("effects", "label"), ("changes", "path")] {
            guard let list = entry[name] else { continue }
            guard case .array(let elements) = list else { return false }
            for element in elements {
                guard case .object(let object) = element, case .string? = object[member] else { return false }
            }
        }
        return true
    }

    private static func named(entry: Value.Object, _ schema: Schema?) -> Value.Object {
        // `state/blame` wraps its entries.
        guard case .object(let inner)? = entry["entry"] else { return Self.marked(entry, schema) }
        var entry = entry
        entry["entry"] = .object(marked(inner, schema))
        return entry
    }

    /// An entry with `name`, and `failure` if it is one.
    private static func marked(_ entry: Value.Object, _ schema: Schema?) -> Value.Object {
        guard case .string(let label)? = entry["label"] else { return entry }
        var entry = entry
        entry["name"] = .string(CaseText.name(action: entry["action"], schema: schema, label: label))
        if FailureWords.areIn(label) { entry["failure"] = true }
        return entry
    }
}
