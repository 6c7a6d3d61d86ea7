import InspectorCore
import StrobeProtocol
import StrobeRecording
import StrobeTree

/// Finds impossible names in a script before any of it runs.
///
/// Lines with variables, or for stores not yet known, are checked when they run.
struct ScriptNames: Sendable {
    /// Returns the shapes of a store by the id given to `use`; `nil` if there is no such store.
    let notation: @Sendable (String) async -> Notation?
    /// Whether a store has a value at a path now.
    let isThere: @Sendable (String, Path) async -> Bool
    private(set) var failures: [(statement: ScriptStatement, failure: ScriptFailure)] = []

    init(
        notation: @escaping @Sendable (String) async -> Notation?,
        isThere: @escaping @Sendable (String, Path) async -> Bool
    ) {
        (self.notation, self.isThere) = (notation, isThere)
    }

    /// Checks against the stores of a recording.
    init(of reader: RecordingReader) {
        let stores = Dictionary(reader.stores.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.init(
            notation: { id in
                stores[id].map { Notation(state: $0.description.stateSchema, action: $0.description.actionSchema) }
            },
            isThere: { id, path in
                guard let last = stores[id]?.lastSeq else { return false }
                return (try? reader.state(at: last, of: id))?.value(at: path) != nil
            })
    }

    /// Checks statements in order.
    ///
    /// - Parameter store: The current store before them; `nil` if unknown.
    /// - Returns: The current store after them.
    @discardableResult
    mutating func check(_ script: Script, from store: String?) async -> String? {
        var store = store
        for statement in script.statements {
            switch statement.command.storeUse {
            case .takesNamed:
                let name = statement.invocation?.argument
                store = if let name, await notation(name) != nil { name } else { nil }
            case .takesAny: store = nil
            case .keeps: if let store { await check(statement, in: store) }
            }
            if let body = statement.body { store = await check(body, from: store) }
        }
        return store
    }

    private mutating func check(_ statement: ScriptStatement, in store: String) async {
        guard let names = statement.command.names, let invocation = statement.invocation,
            let shapes = await notation(store)
        else { return }
        let named: [Named]
        do {
            named = try names(invocation)
        } catch {
            failures.append(
                (
                    statement,
                    ScriptFailure(
                        place: statement.place, underlying: error, command: statement.command.name,
                        statement: invocation.line)
                ))
            return
        }
        for one in named {
            var there: Set<Path> = []
            while true {
                do throws(TreeError) {
                    try one.check(against: shapes, there: there)
                    break
                } catch {
                    if let path = error.path, there.insert(path).inserted, await isThere(store, path) { continue }
                    var refusal = one.refusal(error)
                    if let id = one.possibleStore, await notation(id) != nil { refusal = Named.refusal(of: id) }
                    let failure = ScriptFailure(
                        place: statement.place, underlying: refusal, command: statement.command.name,
                        statement: invocation.line)
                    failures.append((statement, failure))
                    return
                }
            }
        }
    }

    /// Throws the errors found, if any.
    func finish() throws {
        let reading = ScriptReading()
        for found in failures { reading.note(found.failure) }
        _ = try reading.checked(Script())
    }
}
