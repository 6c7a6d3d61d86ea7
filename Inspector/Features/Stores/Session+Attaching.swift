import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// Goes on over a new connection.
    ///
    /// The same process goes on where it was: what is watched is told from where it was told last, or what is missing is
    /// said. Of another process nothing is known any more, but for what is watched.
    func resume(_ back: Reattachment.Return) async {
        let before = process
        let isSame = before.map { $0.isSame(as: back.opened.process) } ?? false
        let old = subscriptions.watches.all
        let paused = stores.map(\.id).filter { gates[$0]?.isPaused == true }
        let used = location.store
        begin(back, forgetting: !isSame)
        Task { await self.follow() }
        let name = StyledText(back.opened.process.name, .strong) + StyledText(" (\(back.opened.process.pid))", .dim)
        remark(
            isSame
                ? name + StyledText(" is connected again: the same process")
                : name + StyledText(" is a new process, a new session: its state begins anew", .changed))
        await followStores()
        await followGates()
        await followDivergence()
        if let used, used != location.store {
            let next = location.store.map { "; \($0) is in use" } ?? ""
            remark(StyledText("\(used) is not there\(next)", .changed))
        }
        remarkEndedRecording()
        for watch in old { await resume(watch, isSame: isSame) }
        for store in paused where stores.contains(where: { $0.id == store }) && gates[store]?.isPaused != true {
            remark(StyledText("\(store) was paused and is open now; `pause` closes its gate", .changed))
        }
        await restoreBreakpoints()
        guard !options.isJSON, !isSame, isInFront else { return }
        console.print(StoreRendering(layout: layout).lines(stores, current: location.store))
    }

    /// Watches on, and says what is missing.
    private func resume(_ watch: Watches.Watch, isSame: Bool) async {
        guard stores.contains(where: { $0.id == watch.store }) else {
            remark(StyledText("\(watch.store) was removed and is no longer watched", .changed))
            return
        }
        do {
            do {
                try await self.watch(watch.store, watch.path, from: isSame ? watch.seq : nil)
            } catch let error as ProtocolError where error.code == .seqEvicted {
                guard case .int(let first)? = error.data["firstSeq"], Int(first) > watch.seq else { throw error }
                tellMissed(watch.seq + 1...Int(first), of: watch.store)
                try await self.watch(watch.store, watch.path, from: Int(first))
            } catch let error as ProtocolError where error.code == .invalidParams && isSame {
                // The store counts anew: another one has its id.
                remark(StyledText("\(watch.store) begins anew", .changed))
                try await self.watch(watch.store, watch.path, from: nil)
            }
        } catch let error as ClientError where error.code == .connectionLost {
            // For the next time.
            subscriptions.watches.add(watch)
        } catch {
            remark(StyledText("\(watch.store) is no longer watched: \(InspectorError(any: error).message)", .changed))
        }
    }

    private func tellMissed(_ seqs: ClosedRange<Int>, of store: String) {
        let numbers = "(#\(seqs.lowerBound) to #\(seqs.upperBound))"
        remark(
            StyledText(store + " ", .store)
                + StyledText(
                    "\(NumberText.counted(seqs.count, "entry", plural: "entries")) missed \(numbers): no server kept them",
                    .changed))
    }

    /// Puts a session in front of the others, or behind one.
    func setFront(_ isFront: Bool) {
        isInFront = isFront
        if isFront { tellPrompt() }
    }

    /// Notes what the process is called where there are several.
    func set(label: String?) {
        self.label = label
        tellPrompt()
    }

    /// Notes who knows of the other processes.
    func set(attachments: Attachments) {
        self.attachments = attachments
    }
}
