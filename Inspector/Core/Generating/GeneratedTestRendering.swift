package import LineEditing

/// Renders the message about a generated test.
package enum GeneratedTestRendering {
    package static func lines(_ test: GeneratedTest, destination: String) -> [StyledText] {
        [
            StyledText(destination, .strong) + StyledText("  \(test.typeName)", .dim),
            StyledText("It calls \(test.maker)(initial:), which you write once to create the store under test.", .dim),
        ]
    }
}
