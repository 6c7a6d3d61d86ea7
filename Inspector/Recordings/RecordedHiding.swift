import StrobeRecording
import StrobeTree

/// What was hidden in a store before it was recorded or told.
struct RecordedHiding: Sendable {
    private let states: Redaction
    private let actions: Redaction
    private let stateShape: TreeShape
    private let actionShape: TreeShape
    private let stateSchema: Schema?
    private let actionSchema: Schema?

    /// - Parameters:
    ///   - rules: The rules; where they are not known, each placeholder stands for something hidden.
    ///   - state: The shape of the states.
    ///   - action: The shape of the actions.
    init(rules: [String]?, state: Schema?, action: Schema?) {
        states = .recorded(by: rules)
        actions = states.ofActions(states: state)
        (stateSchema, actionSchema) = (state, action)
        (stateShape, actionShape) = (TreeShape(state), TreeShape(action))
    }

    init(_ store: RecordingReader.Store, of reader: RecordingReader) {
        self.init(
            rules: reader.redaction(of: store), state: store.description.stateSchema,
            action: store.description.actionSchema)
    }

    /// The hidden places in an action.
    func places(inAction action: Value) -> [Path] {
        actions.hiddenPlaces(in: ShapedValue(action, shape: actionShape))
    }

    /// The hidden places in a state.
    func places(inState state: Value) -> [Path] { states.hiddenPlaces(in: ShapedValue(state, shape: stateShape)) }

    /// Whether something is hidden in a state.
    func hides(_ state: Value) -> Bool {
        guard stateSchema.map(states.mayHide) ?? true else { return false }
        var parts = HiddenParts()
        return parts.contains(ShapedValue(state, shape: stateShape), hiddenBy: states)
    }

    /// The hidden places in what stands at a path of a state.
    func places(in value: Value, at path: Path) -> [Path] {
        let part = ShapedValue(value, shape: TreeShape(stateSchema?.part(at: path)))
        return states.hiddenPlaces(in: part, at: path)
    }

    /// The places that are hidden whatever the state, and in whatever action, as far as the shapes tell.
    var places: (state: [Path], action: [Path]) {
        (stateSchema.map(states.hiddenPlaces) ?? [], actionSchema.map(actions.hiddenPlaces) ?? [])
    }

    /// Places as they are told.
    static func text(_ places: [Path]) -> String {
        let names = places.prefix(5).map { ChangeRendering.name(of: $0) }
        return names.joined(separator: ", ") + (places.count > 5 ? " and \(places.count - 5) more" : "")
    }
}
