import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// Resumes the session over a new connection.
    ///
    /// If it is the same process, watches continue after the last seq printed, or report what is missing. Of another
    /// process, nothing is kept but the list of watches.
    func resume(_ back: Reattachment.Return) async {
        let before = process
        let isSame = before.map { $0.isSame(as: back.opened.process) } ?? false
        let old = subscriptions.watches.all
        let everything = subscriptions.watches.everything
        let paused = stores.map(\.id).filter { gates[$0]?.isPaused == true }
        let used = location.store
        begin(back, forgetting: !isSame)
        Task { await self.follow() }
        let name = StyledText(back.opened.process.name, .strong) + StyledText(" (\(back.opened.process.pid))", .dim)
        remark(
            isSame
                ? name + StyledText(" is connected again: the same process")
                : name + StyledText(" is a new process in a new session: its history starts over", .changed))
        await followStores()
        await followGates()
        await followDivergence()
        if let used, used != location.store {
            let next = location.store.map { "; switched to \($0)" } ?? ""
            remark(StyledText("\(used) does not exist\(next)", .changed))
        }
        remarkEndedRecording()
        for watch in old { await resume(watch, isSame: isSame) }
        if let everything { await resume(everything, isSame: isSame) }
        for store in paused where stores.contains(where: { $0.id == store }) && gates[store]?.isPaused != true {
            remark(StyledText("\(store) was paused and is open now; `pause` closes its gate", .changed))
        }
        await restoreBreakpoints()
        subscriptions.wakeAll()
        guard !options.isJSON, !isSame, isInFront else { return }
        console.print(StoreRendering(layout: layout).lines(stores, current: location.store))
    }

    /// Resumes a watch, and reports what is missing.
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
                // Its seqs begin again: another store has the same id.
                remark(StyledText("\(watch.store) starts over", .changed))
                try await self.watch(watch.store, watch.path, from: nil)
            }
        } catch let error as ClientError where error.code == .connectionLost {
            // Kept for the next reconnect.
            subscriptions.watches.add(watch)
        } catch {
            remark(StyledText("\(watch.store) is no longer watched: \(InspectorError(any: error).message)", .changed))
        }
    }

    /// Resumes the watch of all stores, and reports what happened meanwhile, which the logs have.
    private func resume(_ everything: Watches.Everything, isSame: Bool) async {
        do {
            try await watchEverything(after: isSame ? everything.seqs : nil)
            guard isSame else { return }
            let stores = try await refreshStores().result.stores
            // What was reported since then arrived before that answer.
            await settle()
            guard let now = subscriptions.watches.everything else { return }
            for store in stores {
                let end = min(store.seq, (now.firsts[store.id] ?? .max) - 1)
                guard let seq = everything.seqs[store.id], seq < end else { continue }
                let missed = StreamLagged(
                    subscription: now.subscription, store: store.id, fromSeq: seq + 1, toSeq: end)
                guard case .object(let params) = try MessageEncoder().encode(missed) else { continue }
                await take(missed, params)
            }
        } catch let error as ClientError where error.code == .connectionLost {
            // Kept for the next reconnect.
            subscriptions.watches.set(everything: everything)
        } catch {
            remark(StyledText("the stores are no longer watched: \(InspectorError(any: error).message)", .changed))
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

    /// Brings a session to the front, or puts it behind another.
    func setFront(_ isFront: Bool) {
        isInFront = isFront
        if isFront { tellPrompt() }
    }

    /// Sets the name of the process shown if there are several.
    func set(label: String?) {
        self.label = label
        tellPrompt()
    }

    /// Sets the list of all attached processes.
    func set(attachments: Attachments) {
        self.attachments = attachments
    }
}
