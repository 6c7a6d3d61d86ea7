import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let stores = Command(
        name: "stores", aliases: ["ls"], group: .session, arguments: "", summary: "list the stores of the process",
        details: [
            "--long also shows how much memory the history of each holds, and where it begins. With several processes",
            "attached, lists the stores of each.",
        ],
        options: [Option(name: "long", summary: "show the memory of each history")]
    ) { invocation, context in
        if let attachments = await context.session.attachments, await attachments.areSeveral, !invocation.has("long") {
            for other in await attachments.sessions {
                do {
                    try await other.showStores(isCurrent: other === context.session, for: "stores")
                } catch  where other !== context.session {
                    context.report(error)
                }
            }
            return
        }
        guard !invocation.has("long") else { return try await context.showHistories() }
        let answer = try await context.session.refreshStores()
        let current = context.location.store
        let rendering = await context.storeRendering
        context.show(answer) { rendering.lines($0.stores, current: current) }
    }

    static let use = Command(
        name: "use", aliases: ["u"], group: .session, arguments: "STORE", summary: "switch to another store",
        details: [
            "Each store keeps its position.",
            "With several processes attached, NAME/STORE or PID/STORE selects one of another process; NAME or PID returns",
            "to a process where you left it.",
        ], limit: 1, completion: [.store], storeUse: .takesNamed
    ) { invocation, context in
        guard let name = invocation.argument else {
            throw InspectorError(.usage, "`use` needs a store. `stores` lists them. Usage: \(invocation.command.usage)")
        }
        guard let meant = try await context.session.attachments?.meaning(of: name) else {
            return try await context.showUse(of: name)
        }
        if let store = meant.store {
            do {
                try await CommandContext(meant.session).showUse(of: store)
            } catch {
                // The loss of another process's connection does not affect this one.
                throw InspectorError(.failed, InspectorError(any: error).message)
            }
            await context.session.attachments?.bring(meant.session)
        } else {
            await context.session.attachments?.bring(meant.session)
            try await meant.session.showStores(isCurrent: true, for: "use")
        }
    }

    static let attach = Command(
        name: "attach", group: .session, arguments: "[TARGET]", summary: "attach to another process",
        details: [
            "TARGET is a name, a process id, HOST:PORT or the path of a socket or of a directory with sockets;",
            "default: the only process that is not attached. If there are several, choose one from a list by its",
            "number. The prompt shows the process; `use` switches, `stores` lists all, `detach` detaches from one.",
        ], limit: 1, completion: [.process], storeUse: .takesAny
    ) { invocation, context in
        guard let attachments = await context.session.attachments else {
            throw InspectorError(
                .failed, "Other processes can only be attached at the prompt of `strobe attach`.")
        }
        if invocation.argument == nil {
            let choice = await attachments.choice()
            guard choice.isEmpty else {
                context.show(
                    ["pids": .array(choice.map { .int(Int64($0.pid)) })],
                    ProcessRendering.lines(choice, width: context.session.console.width, isNumbered: true)
                        + [StyledText("Which process? Type its number or process id.", .dim)])
                return await context.session.begin(nextLine: "attach ")
            }
        }
        let other = try await attachments.attach(invocation.argument)
        try await other.showStores(isCurrent: true, for: "attach")
    }

    static let detach = Command(
        name: "detach", group: .session, arguments: "[PROCESS]",
        summary: "detach from the process, which keeps running",
        details: [
            "Default: the process that the prompt shows. PROCESS is a name or process id. Detaching from a lost",
            "process also stops waiting for it.",
        ], limit: 1, storeUse: .takesAny
    ) { invocation, context in
        guard let attachments = await context.session.attachments else {
            throw InspectorError(.failed, "This is the only attached process. `quit` ends the session.")
        }
        let left = if let name = invocation.argument { try await attachments.attached(name) } else { context.session }
        let name = await left.label ?? "the process"
        let isLost = left.loss != nil
        try await attachments.detach(left)
        let outcome = isLost ? "no longer waiting for \(name)" : "detached from \(name), which keeps running"
        context.show(.object([:]), [StyledText(outcome, .dim)])
    }
}
