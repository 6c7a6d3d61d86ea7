import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Notes the result of a command.
    ///
    /// - Returns: Its name, to be shown at the prompt; empty elsewhere.
    @discardableResult
    func note(_ result: CommandResults.Result) -> StyledText {
        guard hit == nil else { return StyledText() }
        guard loop == nil else {
            // A name for each round would not be one to remember.
            session.noteLast(result)
            return StyledText()
        }
        let number = session.note(result)
        guard options.isInteractive, !options.isJSON, !isRedirected else { return StyledText() }
        return StyledText(" $\(number)", .dim)
    }

    /// Lines with the name of their result behind the first.
    ///
    /// - Parameter separator: What is between both.
    func marked(_ lines: [StyledText], _ mark: StyledText, separator: String = " ") -> [StyledText] {
        guard let first = lines.first, !mark.isEmpty else { return lines }
        return [first.fitted(to: layout.width, keeping: StyledText(separator, .dim) + mark)] + lines.dropFirst()
    }

    /// Sets the line that Enter alone continues with.
    func continueOnEnter(_ line: String?) {
        if hit == nil, let line { session.set(onEnter: line) }
    }
}
