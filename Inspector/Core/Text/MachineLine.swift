package import StrobeTree

/// Lines of JSON output.
package enum MachineLine {
    /// A line that begins with the name of the command whose result or event it is.
    ///
    /// - Parameter value: The members of the line; a value that is no object becomes the member `value`.
    package static func text(_ value: Value, of command: String) -> String {
        var line: Value.Object = ["command": .string(command)]
        if case .object(let members) = value {
            for (name, member) in members { line[name] = member }
        } else {
            line["value"] = value
        }
        return JSON.text(.object(line))
    }
}
