public import StrobeTree

extension MethodRegistry {
    /// The JSON schema of all messages, as `protocols/v1/schema.json` has it.
    public static var schema: Value {
        var writer = SchemaWriter()
        for request in requests {
            writer.define("\(request.method).params", request, named: false)
            let answer = request.answer
            if answer.summary.isEmpty {
                writer.define("\(request.method).result", answer, named: false)
            } else {
                writer.define("\(request.method).result", as: answer)
            }
        }
        for notification in clientNotifications + notifications {
            writer.define("\(notification.method).params", notification, named: false)
        }
        writer.defineTypes()
        writer.define(errors: ErrorCode.allCases)
        writer.definitions["ClientLine"] = line(
            "A line that a client sends.", requests.map(line) + clientNotifications.map(line))
        writer.definitions["ServerLine"] = line("A line that a server sends.", answers + notifications.map(line))
        return .object([
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:strobe:protocol:v1",
            "title": "The Strobe debug protocol, version 1",
            "description": """
            METHOD.params and METHOD.result describe the messages; ClientLine and ServerLine whole lines. Other \
            members are allowed and ignored.
            """,
            "oneOf": [SchemaWriter.reference("ClientLine"), SchemaWriter.reference("ServerLine")],
            "$defs": .object(writer.definitions),
        ])
    }

    private static func line(_ description: String, _ forms: [Value]) -> Value {
        .object([
            "description": .string(description), "type": "object", "required": ["jsonrpc"],
            "properties": ["jsonrpc": ["const": "2.0"]], "oneOf": .array(forms),
        ])
    }

    private static func line(of request: any Request.Type) -> Value {
        // Absent params are an empty object.
        let rules = SchemaText.rules["\(request.method).params"]
        let needsParams =
            request.anyMembers.contains { $0.isRequired } || rules?["anyOf"] != nil || rules?["oneOf"] != nil
        let required: [Value] = needsParams ? ["id", "method", "params"] : ["id", "method"]
        return .object([
            "properties": .object([
                "method": ["const": .string(request.method)], "id": SchemaWriter.reference("RequestID"),
                "params": SchemaWriter.reference("\(request.method).params"),
            ]),
            "required": .array(required),
        ])
    }

    private static func line(of notification: any ProtocolNotification.Type) -> Value {
        .object([
            "properties": .object([
                "method": ["const": .string(notification.method)], "id": false,
                "params": SchemaWriter.reference("\(notification.method).params"),
            ]),
            "required": ["method", "params"],
        ])
    }

    private static var answers: [Value] {
        let id = SchemaWriter.reference("RequestID")
        return [
            .object([
                "properties": .object(["id": id, "result": ["type": "object"], "error": false, "method": false]),
                "required": ["id", "result"],
            ]),
            .object([
                "properties": .object([
                    "id": .object(["anyOf": .array([id, ["type": "null"]])]),
                    "error": SchemaWriter.reference("Error"), "result": false, "method": false,
                ]),
                "required": ["id", "error"],
            ]),
        ]
    }
}
