import InspectorCore
import StrobeClient
import StrobeProtocol

extension Attachments {
    /// The processes of which the user must choose one, by number: those that are not attached, if there are several.
    func choice() -> [DiscoveryRecord] {
        let others = (try? others()) ?? []
        offered = others.count > 1 ? others : []
        return offered
    }

    /// The process id that a number of ``choice()`` means; any other text as it is.
    func meant(by text: String) -> String {
        guard let number = Int(text), offered.indices.contains(number - 1),
            !offered.contains(where: { $0.pid == number })
        else { return text }
        return String(offered[number - 1].pid)
    }

    private func others() throws -> [DiscoveryRecord] {
        let known = sessions.compactMap { $0.process?.pid }
        return try Discovery.processes(in: directory).filter { !known.contains($0.pid) }
    }

    /// The only process that is not yet attached.
    func unattached() throws -> Discovery.Target {
        let others = try others()
        guard let first = others.first else {
            throw InspectorError(.failed, "There is no other process to attach to. `strobe list` shows what runs.")
        }
        guard others.count == 1 else {
            let names = others.map { "\($0.name) (\($0.pid))" }.joined(separator: ", ")
            throw InspectorError(.failed, "Several processes match: \(names). Name one: attach NAME or PID.")
        }
        return Discovery.Target(first)
    }
}
