internal import InspectorCore
internal import StrobeClient
internal import StrobeTree

extension AdapterSession {
    /// The body of the answer to a request; `nil` if it is answered later.
    func answer(_ request: AdapterRequest) async throws -> Value? {
        let arguments = request.arguments
        switch request.command {
        case "initialize": return try initialize(arguments)
        case "launch", "attach":
            try start(request)
            return nil
        case "configurationDone":
            _ = try attached()
            return [:]
        case "disconnect": return await disconnect(arguments)
        case "terminate":
            await leave(keepsChild: false)
            return [:]
        case "threads":
            return [
                "threads": .array(
                    threads.all.map { ["id": .count($0.id), "name": .string(ControlCharacters.escaped($0.name))] })
            ]
        case "pause": return try await move(.pause, arguments)
        case "continue":
            _ = try await move(.resume, arguments)
            return ["allThreadsContinued": false]
        case "next": return try await move(.next, arguments)
        case "stepIn": return try await move(.stepIn, arguments)
        case "stepOut": return try await move(.stepOut, arguments)
        case "stepBack": return try await move(.stepBack, arguments)
        case "reverseContinue": return try await move(.reverse, arguments)
        case "restartFrame": return try await restartFrame(arguments)
        case "goto": return try await go(arguments)
        case "gotoTargets": return try await gotoTargets(arguments)
        case "stackTrace": return try await stackTrace(arguments)
        case "scopes": return try await scopes(arguments)
        case "variables": return try await variables(arguments)
        case "setVariable": return try await setVariable(arguments)
        case "setExpression": return try await setExpression(arguments)
        case "evaluate": return try await evaluate(arguments)
        case "completions": return try await completions(arguments)
        case "source": return try await source(arguments)
        case "loadedSources": return try await loadedSources()
        case "breakpointLocations": return try breakpointLocations(arguments)
        case "setBreakpoints": return try await setBreakpoints(arguments)
        case "setFunctionBreakpoints": return try await setFunctionBreakpoints(arguments)
        case "setDataBreakpoints": return try await setDataBreakpoints(arguments)
        case "setExceptionBreakpoints": return try await setExceptionBreakpoints(arguments)
        case "dataBreakpointInfo": return try dataBreakpointInfo(arguments)
        case "exceptionInfo": return try await exceptionInfo(arguments)
        case "strobe/request":
            return try await attached().client.request(
                method: try arguments.needed("method"), params: arguments.members["params"])
        default: throw AdapterError(.refused, "`\(request.command)` is not supported.")
        }
    }

    /// What is debugged.
    ///
    /// - Throws: `refused` before there is something.
    func attached() throws(AdapterError) -> Debuggee {
        guard let debuggee else { throw AdapterError(.refused, "Nothing is attached yet. Launch or attach first.") }
        return debuggee
    }

    /// The thread that a request names.
    func thread(_ arguments: Arguments) throws(AdapterError) -> StoreThread {
        let id = try arguments.count("threadId")
        guard let thread = threads[id] else {
            throw AdapterError(.refused, "There is no thread \(id): its store is gone, or never was.")
        }
        return thread
    }

    private func initialize(_ arguments: Arguments) throws -> Value {
        editor = try EditorClient(arguments)
        var capabilities: Value.Object = [:]
        for name in [
            "ConfigurationDoneRequest", "FunctionBreakpoints", "ConditionalBreakpoints", "HitConditionalBreakpoints",
            "DataBreakpoints", "LogPoints", "ExceptionInfoRequest", "ExceptionFilterOptions", "StepBack",
            "GotoTargetsRequest", "RestartFrame", "SetVariable", "SetExpression", "CompletionsRequest",
            "EvaluateForHovers",
            "ClipboardContext", "LoadedSourcesRequest", "BreakpointLocationsRequest", "DelayedStackTraceLoading",
            "SingleThreadExecutionRequests", "CancelRequest", "TerminateRequest", "ANSIStyling",
        ] { capabilities["supports\(name)"] = true }
        capabilities["supportTerminateDebuggee"] = true
        capabilities["completionTriggerCharacters"] = [".", "/", " "]
        capabilities["exceptionBreakpointFilters"] = [
            [
                "filter": "rejected", "label": "Rejected actions", "description": "An action that the store rejects",
                "supportsCondition": true, "default": false,
                "conditionDescription": "A condition on the rejected action, such as error contains \"locked\"",
            ],
            [
                "filter": "diverged", "label": "Replay differs",
                "description": "A store whose replay gives another state: its reducer is not pure", "default": true,
            ],
        ]
        return .object(capabilities)
    }
}
