import InspectorCore
import StrobeProtocol

/// Renders all methods and notifications of the protocol as Markdown, the text of `protocols/v1/reference.md`.
enum ProtocolReference {
    /// The text, with a line feed at its end.
    static var markdown: String {
        let description = MethodRegistry.description
        let requests = description.methods.filter { $0.result != nil }
        let sections = [
            [
                """
                # Reference of the protocol, version \(protocolVersionNumber)

                Printed by `strobe protocol` from the server's list of methods; the [specification](specification.md) explains them.
                A `?` marks optional members. A type is `string`, `integer`, `boolean`, `any` (any JSON value), a definition in
                [`schema.json`](schema.json), or a list of one, in brackets.

                Besides the listed errors, any request may be answered with
                \(sentence(ErrorCode.general)),
                and an unknown one with \(sentence([.methodNotFound])).

                ## Methods
                """, contents(requests),
            ],
            requests.map(section),
            ["## Notifications of the client"],
            description.methods.filter { $0.result == nil }.map(section),
            ["## Notifications of the server"],
            description.notifications.map(section),
        ]
        return sections.joined().joined(separator: "\n\n") + "\n"
    }

    private static func contents(_ requests: [MethodDescription]) -> String {
        table("| method | access | needs of the store |", columns: 3, requests) { request in
            "| [`\(request.method)`](#\(anchor(of: request.method))) | \(request.access?.rawValue ?? "") "
                + "| \(request.capability.map { "`\($0)`" } ?? "") |"
        }
    }

    private static func section(_ method: MethodDescription) -> String {
        var parts = ["### `\(method.method)`", method.summary]
        if let access = method.access {
            let needs = method.capability.map { "; of the store `capabilities.\($0)`" } ?? ""
            parts.append("Needs `\(access.rawValue)` access\(needs).")
        }
        parts.append(members("params", method.params))
        if let result = method.result { parts.append(members("result", result)) }
        let errors = ErrorCode.allCases.filter { method.errors?.contains($0.kind) ?? false }
        if !errors.isEmpty { parts.append("Errors: \(list(errors)).") }
        let folder = method.method.replacing("/", with: "-")
        parts.append("[Examples](examples/\(folder)), [invalid examples](invalid/\(folder)).")
        return parts.joined(separator: "\n\n")
    }

    private static func members(_ title: String, _ members: [MethodDescription.Member]) -> String {
        guard !members.isEmpty else { return "`\(title)`: no members." }
        return table("| `\(title)` | type | |", columns: 3, members) { member in
            "| `\(member.name)`\(member.required ? "" : "?") | \(member.type) | \(escaped(member.summary)) |"
        }
    }

    private static func table<Row>(_ head: String, columns: Int, _ rows: [Row], _ line: (Row) -> String) -> String {
        ([head, "|" + String(repeating: "---|", count: columns)] + rows.map(line)).joined(separator: "\n")
    }

    private static func list(_ errors: [ErrorCode]) -> String {
        errors.map { "`\($0.kind)` (\($0.rawValue))" }.joined(separator: ", ")
    }

    private static func sentence(_ errors: [ErrorCode]) -> String {
        guard let last = errors.last, errors.count > 1 else { return list(errors) }
        return list(errors.dropLast()) + " or " + list([last])
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("|", with: "\\|")
    }

    /// The anchor that Markdown renderers give the heading of a method.
    private static func anchor(of method: String) -> String {
        String(method.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" })
    }
}
