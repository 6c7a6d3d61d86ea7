internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// Sets a part of a state through its JSON: the JSON is changed, and the whole state decoded from it.
struct StateEdit<State: Sendable> {
    /// The place to set.
    let path: Path
    /// The value to set there.
    let value: Value
    /// The redaction rules for the sender: a placeholder in the value stands for the current value.
    let redaction: Redaction

    /// The largest state that is edited.
    private static var limits: TreeLimits { TreeLimits(maxNodes: 2_000_000, maxBytes: 128 << 20) }

    /// A state with the value set.
    ///
    /// - Returns: The state, and the path with indices in place of ids.
    /// - Throws: `noSuchPath` if the path does not exist, `invalidParams` if the value does not fit, `notSupported`
    ///   with the place at which the state does not survive encoding and decoding. Properties derived from the value
    ///   change with it.
    func applied(to state: State) throws(ProtocolError) -> (state: State, place: Path) {
        let place = try place(in: state)
        var form = try editable(state)
        try refuseLosses(of: state, form)
        let edited: (form: Value, hidden: [Path])
        do {
            try form.apply([Change(place.isNew ? .add : .replace, place.path, value: value)])
            edited = try form.filled()
        } catch {
            throw misfit(error, place.path)
        }
        let new: State
        do {
            new = try Self.decode(edited.form)
        } catch {
            let typed = redaction.places(in: value, at: place.path)
            throw misfit(error.hiding(edited.hidden + typed), place.path)
        }
        guard try whole(new).value(at: place.path) != nil else {
            throw ProtocolError(
                .notSupported, "The state has nothing at \(name(of: place.path)) after it is decoded with the value.",
                data: ["path": .string(place.path.pointer)])
        }
        return (new, place.path)
    }

    // MARK: Place

    /// The place that the path leads to, with indices instead of ids, and whether it is vacant.
    private func place(in state: State) throws(ProtocolError) -> (path: Path, isNew: Bool) {
        do throws(TreeError) {
            return (try shown(state).descendant(at: path).path, false)
        } catch {
            guard let token = path.tokens.last,
                let parent = try? shown(state).descendant(at: Path(Array(path.tokens.dropLast())))
            else { throw ProtocolError(error) }
            switch parent.kind {
            case .dictionary: return (parent.path.appending(token), true)
            case .array where token == "-" || token == String(parent.count ?? 0):
                return (parent.path.appending(parent.count ?? 0), true)
            default: throw ProtocolError(error)
            }
        }
    }

    /// The state as shown to the sender of the value.
    private func shown(_ state: State) -> Node { Node(state, redaction: redaction) }

    private func name(of path: Path) -> String { path.isRoot ? "the state" : path.swiftStyle }

    // MARK: Coding

    /// The JSON of a state for the sender of the value.
    private func editable(_ state: State) throws(ProtocolError) -> RedactedForm {
        guard let encodable = state as? any Encodable else { throw Self.uncodable() }
        do {
            return try RedactedForm(of: encodable, hiding: redaction, limits: Self.limits)
        } catch {
            throw Self.uncodable(error)
        }
    }

    /// The JSON of a state including redacted values.
    private func whole(_ state: State) throws(ProtocolError) -> Value {
        guard let encodable = state as? any Encodable else { throw Self.uncodable() }
        do {
            return try TreeEncoder(limits: Self.limits, redaction: redaction).whole(encodable)
        } catch {
            throw Self.uncodable(error)
        }
    }

    private static func decode(_ form: Value) throws(TreeError) -> State {
        guard let type = State.self as? any Decodable.Type,
            let state = try TreeDecoder(limits: limits).decode(type, from: form) as? State
        else { throw TreeError(.undecodable, "\(State.self) does not decode as itself.", path: .root) }
        return state
    }

    /// Refuses a state that would lose something by encoding and decoding, regardless of the edit.
    private func refuseLosses(of state: State, _ form: RedactedForm) throws(ProtocolError) {
        let again: State
        let real: (form: Value, hidden: [Path])
        do {
            real = try form.filled()
        } catch {
            throw Self.uncodable(error)
        }
        do {
            again = try Self.decode(real.form)
        } catch {
            throw Self.uncodable(error.hiding(real.hidden))
        }
        guard
            var lost = ValueDifference.first(recorded: real.form, got: try whole(again))?.path
                ?? HiddenDifference.first(state, again)
        else { return }
        // Nothing below a redacted place is mentioned.
        lost = real.hidden.first { lost.tokens.starts(with: $0.tokens) } ?? lost
        throw ProtocolError(
            .notSupported,
            "The states of this store cannot be set: \(name(of: lost)) would change by encoding and decoding.",
            data: ["path": .string(lost.pointer)])
    }

    private static func uncodable(_ error: TreeError? = nil) -> ProtocolError {
        if error?.code == .tooLarge {
            return ProtocolError(
                .tooLarge, "The state is too large: setting a part reads all of it. Dispatch an action.")
        }
        let reason = error.map { ": \($0.message)" } ?? "."
        var data: Value.Object = [:]
        if let path = error?.path { data["path"] = .string(path.pointer) }
        return ProtocolError(.notSupported, "The state cannot be encoded and decoded as a whole\(reason)", data: data)
    }

    /// The error of a value that does not fit its place.
    private func misfit(_ error: TreeError, _ place: Path) -> ProtocolError {
        guard error.code != .tooLarge else { return Self.uncodable(error) }
        let inside = (error.path?.tokens ?? []).starts(with: place.tokens) ? error.path : place
        let rest = Array((inside ?? place).tokens.dropFirst(place.tokens.count))
        var data: Value.Object = ["path": .string(Path(["value"] + rest).pointer)]
        data["expected"] = .string(error.expected ?? "a value of the type at the path")
        if let suggestion = error.suggestion { data["suggestion"] = .string(suggestion) }
        return ProtocolError(
            .invalidParams, "The value does not fit at \(name(of: inside ?? place)): \(error.message)", data: data)
    }
}
