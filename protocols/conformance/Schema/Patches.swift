internal import StrobeTree

/// Applies changes to JSON (RFC 6902).
enum Patches {
    static func apply(_ changes: [Value], to state: Value) throws(Finding) -> Value {
        do {
            var state = state
            try Patch.apply(try changes.map(change), to: &state)
            return state
        } catch let finding as Finding {
            throw finding
        } catch {
            throw .failed("The changes cannot be applied: \(error)", got: .array(changes))
        }
    }

    static func value(at pointer: String, in state: Value) throws(Finding) -> Value {
        guard let path = try? Path(pointer: pointer), let value = state.value(at: path) else {
            throw .failed("A change has a path where nothing exists.", got: .string(pointer))
        }
        return value
    }

    private static func change(_ value: Value) throws -> Change {
        guard let op = value["op"]?.text.flatMap(Change.Operation.init(rawValue:)), let path = value["path"]?.text
        else {
            throw Finding.failed("A change has no op or no path.", got: value)
        }
        return Change(
            op, try Path(pointer: path), from: try value["from"]?.text.map { try Path(pointer: $0) },
            value: value["value"], old: value["old"])
    }
}
