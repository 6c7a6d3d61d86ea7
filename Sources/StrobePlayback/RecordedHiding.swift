package import StrobeRecording
internal import StrobeReflection
package import StrobeTree

/// The redacted places of a store in a recording or in answers of a server.
package struct RecordedHiding: Sendable {
    private let states: Redaction
    private let actions: Redaction
    private let stateShape: TreeShape
    private let actionShape: TreeShape
    private let stateSchema: Schema?
    private let actionSchema: Schema?
    private let initial: Value?

    /// - Parameters:
    ///   - rules: The redaction rules; if unknown, every placeholder counts as a redacted value.
    ///   - state: The shape of the states.
    ///   - action: The shape of the actions.
    ///   - initial: The first state, which shows the redacted places if the shape of the states is unknown.
    package init(rules: [String]?, state: Schema?, action: Schema?, initial: Value? = nil) {
        states = .recorded(by: rules, in: [state, action])
        actions = states.ofActions(states: state)
        (stateSchema, actionSchema, self.initial) = (state, action, initial)
        (stateShape, actionShape) = (TreeShape(state), TreeShape(action))
    }

    package init(_ store: RecordingReader.Store, of reader: RecordingReader) {
        self.init(
            rules: reader.redaction(of: store), state: store.description.stateSchema,
            action: store.description.actionSchema, initial: store.description.state)
    }

    /// The redacted places in an action.
    package func places(inAction action: Value) -> [Path] {
        actions.hiddenPlaces(in: ShapedValue(action, shape: actionShape))
    }

    /// The redacted places in a state.
    package func places(inState state: Value) -> [Path] {
        states.hiddenPlaces(in: ShapedValue(state, shape: stateShape))
    }

    /// Whether a state has redacted values.
    package func hides(_ state: Value) -> Bool {
        guard stateSchema.map(states.mayHide) ?? true else { return false }
        var parts = HiddenParts()
        return parts.contains(ShapedValue(state, shape: stateShape), hiddenBy: states)
    }

    /// The redacted places in the part of a state at a path.
    package func places(in value: Value, at path: Path) -> [Path] {
        let part = ShapedValue(value, shape: TreeShape(stateSchema?.part(at: path)))
        return states.hiddenPlaces(in: part, at: path)
    }

    /// The places redacted in every state and in every action, as far as the shapes and the first state show.
    package var places: (state: [Path], action: [Path]) {
        let inStates: [Path]
        switch stateSchema {
        case .unknown, nil: inStates = initial.map(places(inState:)) ?? []
        case let schema?: inStates = states.hiddenPlaces(in: schema)
        }
        return (inStates, actionSchema.map(actions.hiddenPlaces) ?? [])
    }
}
