package import LineEditing
import StrobeProtocol
package import StrobeTree

/// Renders errors as text and as JSON.
package enum ErrorRendering {
    /// The lines; messages are wrapped at a width, quoted text is not.
    package static func lines(_ error: any Error, width: Int = .max) -> [StyledText] {
        if let errors = error as? ScriptErrors {
            let more =
                errors.unreported > 0
                ? [StyledText("… \(NumberText.counted(errors.unreported, "more error"))", .dim)] : []
            return errors.failures.flatMap { lines($0, width: width) } + more
        }
        if let failure = error as? ScriptFailure { return lines(of: failure, width: width) }
        let known = InspectorError(any: error)
        let message = known.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return (StyledText("error: ", .failure) + StyledText(message.first ?? "")).wrapped(to: width, hanging: 2)
            + (message.dropFirst() + known.details).map { StyledText("  " + $0) }
    }

    /// An error with its place in front, followed by the statement that ran there and its trail.
    private static func lines(of failure: ScriptFailure, width: Int) -> [StyledText] {
        let known = InspectorError(any: failure.underlying)
        let place = failure.place.isTelling ? StyledText(failure.place.text + ": ", .strong) : StyledText()
        let message = known.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var lines = (place + StyledText("error: ", .failure) + StyledText(message.first ?? ""))
            .wrapped(to: width, hanging: 2)
        lines += (message.dropFirst() + known.details).map { StyledText("  " + $0) }
        if known.details.isEmpty, failure.place.isTelling, let statement = failure.statement {
            lines += statement.split(separator: "\n").map { StyledText("  > \($0)", .dim) }
        }
        return lines + failure.trail.map { StyledText("  in \($0)", .dim) }
    }

    /// The error as JSON: the protocol's own object if it came from the server.
    package static func object(_ error: any Error) -> Value {
        if let errors = error as? ScriptErrors, let first = errors.failures.first {
            guard case .object(var members) = object(first) else { return object(first) }
            let others = errors.failures.dropFirst().compactMap { object($0).value(at: Path(["error"])) }
            members["others"] = .array(others)
            return .object(members)
        }
        if let failure = error as? ScriptFailure { return object(of: failure) }
        if let error = error as? ProtocolError {
            var data = error.data
            data["kind"] = .string(error.code.kind)
            return [
                "error": [
                    "code": .int(Int64(error.code.rawValue)), "message": .string(error.message), "data": .object(data),
                ]
            ]
        }
        let known = InspectorError(any: error)
        var data = known.data
        data["kind"] = .string(known.code.rawValue)
        return ["error": ["message": .string(known.message), "data": .object(data)]]
    }

    /// The error at a place of a script as JSON, with the place.
    private static func object(of failure: ScriptFailure) -> Value {
        let whole = object(failure.underlying)
        guard case .object(var inner)? = whole.value(at: Path(["error"])) else { return whole }
        var outer: Value.Object = [:]
        if let command = failure.command { outer["command"] = .string(command) }
        guard failure.place.isTelling else {
            outer["error"] = .object(inner)
            return .object(outer)
        }
        var place: Value.Object = [
            "line": .int(Int64(failure.place.line)), "column": .int(Int64(failure.place.column)),
        ]
        if let name = failure.place.source.name { place["file"] = .string(name) }
        if let statement = failure.statement { place["statement"] = .string(statement) }
        inner["place"] = .object(place)
        outer["error"] = .object(inner)
        return .object(outer)
    }
}
