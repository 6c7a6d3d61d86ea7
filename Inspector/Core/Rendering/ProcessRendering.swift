package import LineEditing
package import StrobeProtocol
import StrobeTransport

/// Renders running processes as a table.
package enum ProcessRendering {
    /// The lines; without processes, a hint how to start one.
    ///
    /// An address is what a user copies: it has a line of its own, and is never cut or broken. Where the ids of the stores do not
    /// fit beside the address, they are below it.
    ///
    /// - Parameters:
    ///   - records: The processes.
    ///   - width: The available width.
    ///   - isNumbered: Whether each has a number to choose it by.
    ///   - now: The current time, in microseconds since 1970.
    package static func lines(
        _ records: [DiscoveryRecord], width: Int, isNumbered: Bool = false, now: Int64 = TimeText.now()
    ) -> [StyledText] {
        guard !records.isEmpty else {
            return [
                "There is no process to attach to.",
                StyledText("Start one that serves the protocol, such as strobe-demo --unix, or run strobe demo.", .dim),
            ]
        }
        var table = Table(.right, .left, .right, .left, .right, .left)
        func add(_ cells: [String], _ address: String, _ styles: [Style]) {
            let styled = zip(cells, styles).map { StyledText($0, $1) }
            table.add(styled[0], styled[1], styled[2], styled[3], styled[4], StyledText(address, styles[5]))
        }
        add(["", "name", "pid", "access", "age"], "address", Array(repeating: .dim, count: 6))
        for (number, record) in records.enumerated() {
            let first = [
                isNumbered ? String(number + 1) : "", record.name, String(record.pid), record.access?.words ?? "?",
                NumberText.age(since: record.startedAt, now: now),
            ]
            let accessStyle: Style = record.access == .control ? .added : record.access == .read ? .changed : .dim
            let addresses = record.endpoints.isEmpty ? [""] : record.endpoints
            for (index, address) in addresses.enumerated() {
                add(
                    index == 0 ? first : Array(repeating: "", count: 5), address,
                    [.strong, .store, .plain, accessStyle, .dim, .plain])
            }
        }
        let rows = table.lines(width: .max / 2, flexible: 5)
        let column = (rows.map(\.width).max() ?? 0) + 2
        let isBeside = width - column >= 24
        var lines = [isBeside ? rows[0].padded(to: column) + StyledText("stores", .dim) : rows[0]]
        var next = 1
        for record in records {
            let end = next + max(record.endpoints.count, 1)
            let stores = StyledText(record.stores.isEmpty ? "no stores" : record.stores.joined(separator: ", "), .dim)
            let indent = isBeside ? column : 4
            let wrapped = stores.wrapped(to: max(width - indent, 1))
            if isBeside {
                for index in 0..<max(end - next, wrapped.count) {
                    let row = next + index < end ? rows[next + index] : StyledText()
                    lines.append(index < wrapped.count ? row.padded(to: column) + wrapped[index] : row)
                }
            } else {
                lines += rows[next..<end] + wrapped.map { $0.indented(by: indent) }
            }
            next = end
        }
        if records.contains(where: \.isElsewhere) {
            let elsewhere = records.filter(\.isElsewhere).map { String($0.pid) }.joined(separator: ", ")
            lines += StyledText("pid in a container or another pid namespace: \(elsewhere)", .dim)
                .wrapped(to: width)
        }
        return lines
    }
}
