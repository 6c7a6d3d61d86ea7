package import InspectorCore

/// What the command line says about a server for agents.
package struct AgentOptions: Sendable {
    /// What is given to programs beside the text.
    package enum Structure: String, Sendable, CaseIterable {
        /// The results of tools whose form is small.
        case small
        /// The results of all tools.
        case all
        /// Nothing.
        case none
    }

    /// When the user is asked before something is changed.
    package enum Confirmation: String, Sendable, CaseIterable {
        /// If a dry run asks for effects.
        case auto
        /// Always.
        case always
        /// Never.
        case never
    }

    /// The processes, as for `strobe attach`; all if there are neither these nor files.
    package var targets: [String]
    /// The recordings, as for `strobe open`.
    package var files: [String]
    /// Whether the tools that change something are there.
    package var isControlling: Bool
    /// The greatest number of bytes of an answer's text.
    package var maxBytes: Int
    /// What is given to programs beside the text.
    package var structure: Structure
    /// When the user is asked.
    package var confirmation: Confirmation
    /// The token for TCP.
    package var token: GivenToken
    /// The directories with discovery files; by default, the usual ones.
    package var directories: [String]?

    /// Creates options.
    package init(
        targets: [String] = [], files: [String] = [], isControlling: Bool = false, maxBytes: Int = 8_000,
        structure: Structure = .small, confirmation: Confirmation = .auto, token: GivenToken = .none,
        directories: [String]? = nil
    ) {
        self.targets = targets
        self.files = files
        self.isControlling = isControlling
        self.maxBytes = maxBytes
        self.structure = structure
        self.confirmation = confirmation
        self.token = token
        self.directories = directories
    }

    /// Whether there are only recordings, which take no actions.
    var isRecordedOnly: Bool { targets.isEmpty && !files.isEmpty }
}
