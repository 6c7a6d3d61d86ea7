internal import StrobeTree

extension Probe {
    /// Section 4: the JSON form of a program's values.
    static let forms: [Probe] = [
        Probe("value.form", needs: [.store, .method("action/schema"), .method("state/get")]) { bench in
            let peer = try await bench.session()
            var form = StateForm()
            for store in bench.facts.stores.compactMap({ $0["id"] }) {
                let answer = try await peer.answer(to: try await peer.post("action/schema", ["store": store]))
                guard let schema = answer.value["result"] else { continue }
                if let shape = schema["state"] {
                    let id = try await peer.post("state/get", ["store": store])
                    let state = try await peer.answer(to: id).value["result"]?["value"]
                    if let state, let misfit = form.misfit(state, shape) {
                        throw finding(misfit, "The state of \(JSON.text(store))")
                    }
                }
                guard let shape = schema["schema"] else { continue }
                if bench.facts.hasControl, let plan = bench.facts.plan, .string(plan.store) == store {
                    try await bench.dispatch(times: min(plan.actions.count, 20), peer)
                }
                guard bench.facts.methods.contains("log/list") else { continue }
                for entry in try await peer.ask("log/list", ["store": store])["entries"]?.list ?? [] {
                    // An action without JSON is absent; one of an unregistered type has no shape.
                    guard let action = entry["action"], shape["type"]?.text?.hasPrefix("any ") != true,
                        let misfit = form.misfit(action, shape)
                    else { continue }
                    throw finding(misfit, "The action of the entry \(JSON.text(entry["seq"] ?? .null))")
                }
            }
            if form.count == 0 { throw Finding.skipped("no store has a shape for its states or actions") }
        }
    ]

    private static func finding(_ misfit: StateForm.Misfit, _ what: String) -> Finding {
        .failed(
            "\(what) has another form than its shape, at \(JSON.text(.string(misfit.path))).",
            expected: misfit.expected, got: misfit.value)
    }
}
