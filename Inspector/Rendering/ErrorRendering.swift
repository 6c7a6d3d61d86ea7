import LineEditing
import StrobeProtocol
import StrobeTree

/// Errors as people and as programs read them.
enum ErrorRendering {
    /// The lines for people; what is said is broken to a width, what is quoted is not.
    static func lines(_ error: any Error, width: Int = .max) -> [StyledText] {
        let known = InspectorError(any: error)
        let message = known.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return (StyledText("error: ", .failure) + StyledText(message.first ?? "")).wrapped(to: width, hanging: 2)
            + (message.dropFirst() + known.details).map { StyledText("  " + $0) }
    }

    /// The object for programs: the protocol's own where it came from the server.
    static func object(_ error: any Error) -> Value {
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
        return ["error": ["message": .string(known.message), "data": ["kind": .string(known.code.rawValue)]]]
    }
}
