internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// Actions of many types behind one protocol, of which the registered ones can be decoded, and actions of any type that
/// a catalog names.
///
/// The form is that of an enum with a case for each: `"RefreshWidgets"`, `{"UpdateWidgets": {"widgets": []}}`.
struct RegisteredActions<Action: Sendable>: ActionForm {
    var redaction = Redaction.none
    let typeName: String
    let schema: Schema
    private let names: ActionTypeNames
    private let registered: [ActionType]
    /// The registered type for each name: the one in the schema, or any other unambiguous spelling.
    private let byName: [String: ActionType]
    private let catalog: [String: ActionCatalog<Action>.Entry]

    /// Registers types.
    ///
    /// - Parameters:
    ///   - types: The types in the order in which they are listed; duplicates are ignored.
    ///   - catalog: Further actions, listed after them; they take precedence.
    init(_ types: [any (Codable & Sendable).Type], catalog: ActionCatalog<Action>? = nil) {
        typeName = ExistentialName.of(Action.self) ?? String(describing: Action.self)
        var seen: Set<ObjectIdentifier> = []
        let types = types.filter { seen.insert(ObjectIdentifier($0)).inserted }
        let names = ActionTypeNames(types)
        self.names = names
        let entries = catalog?.entries ?? []
        self.catalog = Dictionary(entries.map { ($0.type.choice.name, $0) }) { $1 }
        registered = types.map { ActionType($0, name: names.name(of: $0)) } + entries.map(\.type)
        schema = .choice(type: typeName, cases: registered.map(\.choice))
        var byName: [String: ActionType] = [:]
        var ambiguous: Set<String> = []
        for type in registered.dropLast(entries.count) {
            for name in Set(ActionTypeNames.spellings(of: type.type)) {
                if byName.updateValue(type, forKey: name) != nil { ambiguous.insert(name) }
            }
        }
        for name in ambiguous { byName[name] = nil }
        for type in registered { byName[type.choice.name] = type }
        self.byName = byName
    }

    var canDecode: Bool { !registered.isEmpty }

    func decode(_ value: Value, for store: String, hiding hidden: () -> [Path]) throws(ProtocolError) -> Action {
        guard canDecode else {
            throw undecodable(
                store: store, advice: "register the types of its actions with add(…, actions:) of DebugServer")
        }
        let name: String
        var payload: Value?
        switch value {
        case .string(let text): name = text
        case .object(let object) where object.count == 1: (name, payload) = (object.keys[0], object.values[0])
        default: throw wrong("An action is the name of its type, or an object with the name and its contents.")
        }
        guard let type = byName[name] else { throw unregistered(name) }
        do throws(TreeError) {
            let decoded = try type.decode(payload)
            if let action = catalog[name].map({ $0.make(decoded) }) ?? decoded as? Action { return action }
        } catch {
            var error = error
            let place = payload == nil ? [] : [name]
            error.path = Path(place + (error.path?.tokens ?? []))
            throw ProtocolError(error.hiding(hidden()), as: .undecodableAction)
        }
        throw ProtocolError(
            .undecodableAction,
            "\(type.choice.name) is registered as an action, but it does not conform to \(typeName).",
            data: ["path": "", "expected": .string(typeName)])
    }

    private func unregistered(_ name: String) -> ProtocolError {
        let all = registered.map(\.choice.name)
        let near = Spelling.nearest(name, in: all) ?? all.first { $0.hasSuffix(".\(name)") }
        let shown = name.prefix(64)
        return wrong(
            "No action type `\(shown)` is registered" + (near.map { "; did you mean `\($0)`?" } ?? "."),
            suggestion: near)
    }

    /// An error that lists the registered types and says how to add more.
    private func wrong(_ message: String, suggestion: String? = nil) -> ProtocolError {
        let names = registered.prefix(24).map(\.choice.name) + (registered.count > 24 ? ["…"] : [])
        let list = names.joined(separator: ", ")
        var data: Value.Object = ["path": "", "expected": .string("one of \(list)")]
        if let suggestion { data["suggestion"] = .string(suggestion) }
        return ProtocolError(
            .undecodableAction,
            "\(message) The registered types are \(list); the program adds others with add(…, actions:).", data: data)
    }

    func name(of type: any Any.Type) -> String { names.name(of: type) }

    func editable(_ action: Action) -> RedactedForm? {
        if let (entry, payload) = entry(of: action) {
            let name = entry.type.choice.name
            guard let payload else { return try? RedactedForm(of: Value.string(name), hiding: .none) }
            return try? RedactedForm(
                of: payload, at: Path([name]), hiding: redaction, limits: ActionFormatter.limits, in: entry.type.form)
        }
        let type = type(of: action as Any)
        guard let known = byName[names.name(of: type)], known.type == type, let encodable = action as? any Encodable
        else { return nil }
        return try? RedactedForm(
            of: encodable, at: Path([known.choice.name]), hiding: redaction, limits: ActionFormatter.limits,
            in: known.form)
    }

    /// The entry of the catalog with the name of the action's case, and the payload.
    private func entry(of action: Action) -> (entry: ActionCatalog<Action>.Entry, payload: (any Codable & Sendable)?)? {
        guard !catalog.isEmpty, let name = Node(action).caseName, let entry = catalog[name] else { return nil }
        guard let content = Mirror(reflecting: action).children.first?.value else {
            return entry.type.choice.payload.isEmpty ? (entry, nil) : nil
        }
        if let payload = entry.payload(content) { return (entry, payload) }
        // A payload with one label is a tuple of one, which cannot be cast.
        let parts = Mirror(reflecting: content)
        guard parts.displayStyle == .tuple, parts.children.count == 1, let only = parts.children.first?.value else {
            return nil
        }
        return entry.payload(only).map { (entry, $0) }
    }

    func describe(_ action: Action, limits: TreeLimits) -> (value: Value?, label: String) {
        if let (entry, payload) = entry(of: action) {
            let name = entry.type.choice.name
            guard let payload else { return (.string(name), ".\(name)") }
            let node = Node(payload, path: Path([name]), redaction: redaction)
            guard let content = try? node.value(limits: limits) else { return (nil, ".\(name)(…)") }
            let value = entry.type.form(of: content)
            return (value, Literal.text(value, schema: schema, limit: ActionFormatter.labelLength))
        }
        if ExistentialName.of(Action.self) == nil {
            return ActionFormatter.describe(action, schema: nil, redaction, limits: limits)
        }
        let type = type(of: action as Any)
        let name = names.name(of: type)
        // The name of the type is the case name.
        let node = Node(action, path: Path([name]), redaction: redaction)
        guard let payload = try? node.value(limits: limits) else { return (nil, ".\(name)(…)") }
        let known = byName[name].flatMap { $0.type == type ? $0 : nil }
        if !TypeMetadata.isUsable, let known, known.isOpen {
            let (value, label) = describe(node, payload, as: known)
            return node.isViewOnly ? (nil, label) : (value, label)
        }
        let described = known ?? ActionType(type, name: name, seen: payload)
        let value = described.form(of: payload)
        let schema = known == nil ? Schema.choice(type: typeName, cases: [described.choice]) : schema
        let label = Literal.text(value, schema: schema, limit: ActionFormatter.labelLength)
        // Not with `? :`, which would make `nil` a `Value`.
        if node.isViewOnly { return (nil, label) }
        return (value, label)
    }

    /// The form and the label of an action of a type that does not show its shape: a struct has the members of the value.
    private func describe(_ node: Node, _ payload: Value, as type: ActionType) -> (value: Value?, label: String) {
        let name = type.choice.name
        let text = ActionFormatter.text(of: node)
        guard node.kind == .object || node.kind == .reference, text.hasPrefix(node.typeName) else {
            return (type.form(of: payload), ".\(name)(\(text))")
        }
        if payload == [:] { return (.string(name), ".\(name)") }
        return (type.form(of: payload), ".\(name)\(text.dropFirst(node.typeName.count))")
    }
}
