/// The breakpoints that the editor has set.
struct BreakpointBook: Sendable {
    private(set) var all: [EditorBreakpoint] = []
    private var lastID = 0
    /// Whether differences between a store and its replay stop it.
    var stopsAtDivergence = true

    /// Replaces all breakpoints of a kind; equal ones keep their ids.
    ///
    /// - Returns: The breakpoints in the order of the requests, and those that are gone.
    mutating func replace(
        _ kind: BreakpointRequest.Kind, with requests: [BreakpointRequest]
    ) -> (now: [EditorBreakpoint], new: [EditorBreakpoint], gone: [EditorBreakpoint]) {
        var old = all.filter { $0.request.kind == kind }
        var (now, new): ([EditorBreakpoint], [EditorBreakpoint]) = ([], [])
        for request in requests {
            if let index = old.firstIndex(where: { $0.request == request }) {
                now.append(old.remove(at: index))
            } else {
                lastID += 1
                let breakpoint = EditorBreakpoint(id: lastID, request: request)
                now.append(breakpoint)
                new.append(breakpoint)
            }
        }
        all.removeAll { $0.request.kind == kind }
        all += now
        return (now, new, old)
    }

    subscript(_ id: Int) -> EditorBreakpoint? {
        get { all.first { $0.id == id } }
        set {
            guard let newValue, let index = all.firstIndex(where: { $0.id == id }) else { return }
            all[index] = newValue
        }
    }

    /// Forgets that a store took breakpoints: it is gone.
    mutating func forget(_ store: String) {
        for index in all.indices {
            all[index].asked.remove(store)
            all[index].places[store] = nil
            all[index].searched.remove(store)
        }
    }

    /// The breakpoint that a store knows by a number.
    func breakpoint(_ number: Int, in store: String) -> EditorBreakpoint? {
        all.first { $0.places[store] == number }
    }

    /// What may stop a search of the past of a store.
    func searched(in store: String) -> [EditorBreakpoint] {
        all.filter {
            $0.request.log == nil && $0.request.problem == nil
                && ($0.places[store] != nil || $0.searched.contains(store))
        }
    }
}
