@testable import Strobe
import Testing

@Suite("Machines that are parts")
struct MachinePartTests {
    private struct Page: Sendable {
        var download = Download.idle
        var spare: Download? = Download.idle
        var title = ""
    }

    private enum Event: Sendable {
        case download(DownloadEvent)
        case spare(DownloadEvent)
        case rename(String)
    }

    private struct PageReducer: ComposedReducer {
        var body: some Reducer<Page, Event, String> {
            CombinedReducer {
                Download.machine.scoped(state: \.download, action: CasePath(Event.download))
                Download.machine.optional().scoped(state: \.spare, action: CasePath(Event.spare))
                Reduce { page, event in
                    if case .rename(let title) = event { page.title = title }
                    return []
                }
            }
        }
    }

    @Test("a store knows the machines in its reducer, where their states are, and which actions are their events")
    func known() {
        let store = Store(initial: Page(), reducer: PageReducer())
        #expect(store.declaration == nil)
        #expect(store.machines.map(\.path) == [["download"], ["spare"]])
        #expect(store.machines.allSatisfy { $0.declaration == Download.machine.declaration })
        let names = store.machines.map {
            [$0.event(.download(.retry)), $0.event(.spare(.retry)), $0.event(.rename("a"))]
        }
        #expect(names == [["retry", nil, nil], [nil, "retry", nil]])
    }

    @Test("a machine in a part of a part has the whole path")
    func deep() {
        struct App: Sendable { var page = Page() }
        enum Input: Sendable { case page(Event) }
        let store = Store(
            initial: App(), reducer: PageReducer().scoped(state: \App.page, action: CasePath(Input.page)))
        #expect(store.machines.map(\.path) == [["page", "download"], ["page", "spare"]])
        #expect(store.machines[1].event(.page(.spare(.retry))) == "retry")
    }

    @Test(
        "where a key path goes through more than properties, it is not known where the machine is, and none is claimed")
    func unnamed() {
        struct Pages: Sendable { var all = [Page()] }
        let reducer = Download.machine.scoped(state: \Pages.all[0].download, action: CasePath(Event.download))
        #expect(Store(initial: Pages(), reducer: reducer).machines.isEmpty)
    }

    @Test("a reducer that is a machine is known as one wherever the store has it from")
    func whole() {
        let store = Store(initial: Download.idle, reducer: Download.machine)
        #expect(store.machines.map(\.path) == [[]])
    }
}
