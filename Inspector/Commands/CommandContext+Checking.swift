import LineEditing
import StrobeProtocol
import StrobeTree

/// What conditions, paths and patterns name is held against the shapes of the store that they are about.
extension CommandContext {
    /// The position that `--at` names, or where one stands.
    func at(_ invocation: Invocation) async throws -> Position? {
        guard let text = invocation.value("at") else { return await location.at }
        return try await point(try await place(text))
    }

    /// Refuses a line that names what can never be.
    ///
    /// Where the shapes do not tell, and nothing is there at present, a remark says so.
    ///
    /// - Throws: ``InspectorError``, with a caret under what is wrong.
    func check(_ invocation: Invocation) async throws {
        guard let store = await location.store, let named = try invocation.command.names?(invocation), !named.isEmpty
        else { return }
        let notation = await notation()
        for one in named {
            await remarkWhatIsMissing(try await check(one, against: notation, in: store))
            if let text = one.remark(on: notation) { remark(text) }
        }
    }

    private func check(_ named: Named, against notation: Notation, in store: String) async throws -> [Path] {
        var there: Set<Path> = []
        while true {
            do throws(TreeError) {
                return try named.check(against: notation, there: there)
            } catch {
                // What is there can be, whatever a shape says that was found by declarations.
                guard let path = error.path, there.insert(path).inserted, await isThere(path, in: store) else {
                    if let id = named.possibleStore, await session.stores.contains(where: { $0.id == id }) {
                        throw Named.refusal(of: id)
                    }
                    throw named.refusal(error)
                }
            }
        }
    }

    /// Whether the present state of a store has something at a path, as far as is known.
    func isThere(_ path: Path, in store: String) async -> Bool {
        (try? await answer(StateTree(store: store, path: path, depth: 0))) != nil
    }

    /// A glob for the labels of actions as it was typed, put right for the actions of the store in use.
    ///
    /// - Throws: ``InspectorError`` where no action can fit it.
    func actionGlob(_ text: String) async throws -> String {
        guard let action = await notation().action else { return text }
        do throws(TreeError) {
            return try action.actionGlob(text)
        } catch {
            throw Named.actionGlob(text).refusal(error)
        }
    }

    /// Prints a remark on an answer, broken to the terminal.
    func remark(_ text: String) {
        for line in StyledText("  " + text, .dim).wrapped(to: layout.width, hanging: 2) { remark(line) }
    }

    /// Says where nothing is at present at the paths of a question or a breakpoint: that is allowed, and may be a slip.
    func remarkWhatIsMissing(_ paths: [Path]) async {
        guard !options.isJSON, let store = await location.store else { return }
        for path in paths.prefix(4) where !path.isRoot && remarked.insert(path) {
            do {
                _ = try await answer(StateTree(store: store, path: path, depth: 0))
            } catch let error as ProtocolError where error.code == .noSuchPath {
                remark("at present \(error.message)")
            } catch {
                return
            }
        }
    }
}
