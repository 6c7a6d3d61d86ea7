import StrobeProtocol
import StrobeRecording
import StrobeTree

/// Looks for what can never be in a script before any of it is run.
///
/// What has variables in it, or is about a store that is not known yet, is examined when it is run.
struct ScriptNames: Sendable {
    /// The shapes of a store, by the id that `use` names; `nil` where there is no such store.
    let notation: @Sendable (String) async -> Notation?
    /// Whether a store has something at a path at present.
    let isThere: @Sendable (String, Path) async -> Bool
    private(set) var failures: [(statement: ScriptStatement, failure: ScriptFailure)] = []

    init(
        notation: @escaping @Sendable (String) async -> Notation?,
        isThere: @escaping @Sendable (String, Path) async -> Bool
    ) {
        (self.notation, self.isThere) = (notation, isThere)
    }

    /// What the stores of a recording are made of.
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

    /// Looks at statements in their order.
    ///
    /// - Parameter store: The store in use before them; `nil` if unknown.
    /// - Returns: The store in use after them.
    @discardableResult
    mutating func check(_ script: Script, from store: String?) async -> String? {
        var store = store
        for statement in script.statements {
            switch statement.command.storeUse {
            case .takesNamed:
                let name = try? Invocation(statement.text, statement.command).argument
                store = if let name, await notation(name) != nil { name } else { nil }
            case .takesAny: store = nil
            case .keeps: if let store { await check(statement, in: store) }
            }
            if let body = statement.body { store = await check(body, from: store) }
        }
        return store
    }

    private mutating func check(_ statement: ScriptStatement, in store: String) async {
        guard let names = statement.command.names, ScriptVariables.references(in: statement.text[...]).isEmpty,
            let shapes = await notation(store),
            let text = try? ScriptVariables().replaced(in: statement.text),
            let invocation = try? statement.invocation ?? Invocation(text, statement.command)
        else { return }
        let named: [Named]
        do {
            named = try names(invocation)
        } catch {
            failures.append(
                (statement, ScriptFailure(place: statement.place, underlying: error, statement: text)))
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
                    let failure = ScriptFailure(place: statement.place, underlying: refusal, statement: text)
                    failures.append((statement, failure))
                    return
                }
            }
        }
    }

    /// Throws what was found, if anything was.
    func finish() throws {
        let reading = ScriptReading()
        for found in failures { reading.note(found.failure) }
        _ = try reading.checked(Script())
    }
}
