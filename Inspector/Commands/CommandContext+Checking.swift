import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

/// Checks the names in conditions, paths and globs against the schemas of their store.
extension CommandContext {
    /// The position given with `--at`, or the current one.
    func at(_ invocation: Invocation) async throws -> Position? {
        guard let text = invocation.value("at") else { return location.at }
        return try await point(try await place(text))
    }

    /// Refuses a line that names something impossible.
    ///
    /// If the schemas do not tell and nothing exists at the path now, a remark says so.
    ///
    /// - Throws: ``InspectorError``, with a caret.
    func check(_ invocation: Invocation) async throws {
        guard let store = location.store, let named = try invocation.command.names?(invocation) else { return }
        try await check(named, in: store)
    }

    /// Refuses names that are impossible in a store.
    ///
    /// - Throws: ``InspectorError``, with a caret.
    func check(_ named: [Named], in store: String) async throws {
        guard !named.isEmpty else { return }
        let notation = await notation(of: store)
        for one in named {
            await remarkWhatIsMissing(try await check(one, against: notation, in: store), in: store)
            if let text = one.remark(on: notation) { remark(text) }
        }
    }

    private func check(_ named: Named, against notation: Notation, in store: String) async throws -> [Path] {
        var there: Set<Path> = []
        while true {
            do throws(TreeError) {
                return try named.check(against: notation, there: there)
            } catch {
                // What exists is possible, even if a shape derived from declarations does not have it.
                guard let path = error.path, there.insert(path).inserted, await isThere(path, in: store) else {
                    if let id = named.possibleStore, session.stores.contains(where: { $0.id == id }) {
                        throw Named.refusal(of: id)
                    }
                    throw named.refusal(error)
                }
            }
        }
    }

    /// Whether the live state of a store has a value at a path, as far as known.
    func isThere(_ path: Path, in store: String) async -> Bool {
        (try? await answer(StateTree(store: store, path: path, depth: 0))) != nil
    }

    /// Completes a typed glob for action labels by the schema of the current store.
    ///
    /// - Throws: ``InspectorError`` if no action can match.
    func actionGlob(_ text: String) async throws -> String {
        guard let action = await notation().action else { return text }
        do throws(TreeError) {
            return try action.actionGlob(text)
        } catch {
            throw Named.actionGlob(text).refusal(error)
        }
    }

    /// Prints a remark on an answer, wrapped at the terminal's width.
    func remark(_ text: String) {
        for line in StyledText("  " + text, .dim).wrapped(to: layout.width, hanging: 2) { remark(line) }
    }

    /// Remarks on paths that do not exist now, which a query or breakpoint may name but which may be a typing error.
    ///
    /// - Parameter store: The store; by default, the current one.
    func remarkWhatIsMissing(_ paths: [Path], in store: String? = nil) async {
        guard !options.isJSON, let store = store ?? location.store else { return }
        for path in paths.prefix(4) where !path.isRoot && remarked.insert(path) {
            do {
                _ = try await answer(StateTree(store: store, path: path, depth: 0))
            } catch let error as ProtocolError where error.code == .noSuchPath {
                remark(error.message)
            } catch {
                return
            }
        }
    }
}
