import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// How many events are printed one by one at a time; more are summed up.
    private static let promptLimit = 8

    private static let tooManyStores = StyledText(
        "There are \(NumberText.grouped(StoreLimit.count)) stores: further ones are ignored", .changed)

    /// Takes events in until the connection closes.
    func follow() async {
        let client = client
        for await event in client.events {
            // The last words of a connection that another one took the place of.
            guard client === self.client else { return }
            await receive(event)
        }
    }

    /// Asks to be told of stores that come and go; servers that cannot tell are used without.
    func followStores() async {
        _ = try? await answer(Subscribe(events: [.stores]))
    }

    /// Waits until all events that came before the last answer are printed.
    func settle() async {
        guard loss == nil else { return }
        await client.drainEvents()
    }

    /// Takes an event that the server sent.
    func receive(_ event: ClientEvent) async {
        recorder?.receive(event)
        switch event {
        case .notification(let notification, let params):
            guard let id = Self.subscription(of: notification) else {
                await take(notification, params)
                return
            }
            if watches.contains(subscription: id) || listeners[id] != nil || id == gateSubscription {
                listeners[id]?.yield()
                await take(notification, params)
            } else if subscribesUnderWay > 0, earlyEvents.count < 1_000 {
                earlyEvents.append(event)
            }
        case .dropped(let count):
            show(
                ["dropped": .int(Int64(count))],
                [
                    StyledText(
                        "\(NumberText.counted(count, "event")) came too fast and were dropped; see `log`", .changed)
                ])
        case .malformed(let reason): remark(StyledText(reason, .changed))
        case .serverError(let error): report(error)
        // What this side closed is not lost.
        case .closed(let error) where error.code == .closed: break
        case .closed(let error): lose(error.message)
        case .unknown: break
        }
    }

    /// The subscription that a notification belongs to.
    private static func subscription(of notification: any ProtocolNotification) -> String? {
        switch notification {
        case let appended as LogAppended: appended.subscription
        case let changed as StateChanged: changed.subscription
        case let lagged as StreamLagged: lagged.subscription
        case let stopped as GateStopped: stopped.subscription
        case let resumed as GateResumed: resumed.subscription
        case let logged as GateLogged: logged.subscription
        case let noted as LogNoted: noted.subscription
        default: nil
        }
    }

    private func take(_ notification: any ProtocolNotification, _ params: Value.Object) async {
        let event: EventPrinter.Event?
        switch notification {
        case let appended as LogAppended:
            guard watches.contains(subscription: appended.subscription) else { return }
            guard !watches.isPartial(appended.subscription) || options.isJSON else {
                return watches.note(appended.entry, of: appended.subscription)
            }
            watches.note(appended.entry.seq, of: appended.subscription)
            event = .entry(store: appended.store, appended.entry)
        case let changed as StateChanged:
            // Where the log is told as well, that says how far it is.
            if watches.isPartial(changed.subscription) { watches.note(changed.seq, of: changed.subscription) }
            if let part = watches.takePart(of: changed.subscription, seq: changed.seq) {
                guard let changed = await narrowed(changed, to: part.path) else { return }
                event = .part(store: changed.store, changed, path: part.path, action: part.action)
            } else {
                event = .changes(store: changed.store, changed)
            }
        case let lagged as StreamLagged:
            watches.note(lagged.toSeq, of: lagged.subscription)
            event = .lagged(lagged)
        case let noted as LogNoted:
            guard watches.contains(subscription: noted.subscription) else { return }
            event = .noted(noted)
        case let stopped as GateStopped: event = take(stopped)
        case let resumed as GateResumed: event = take(resumed)
        case let logged as GateLogged:
            ownBreakpoints.noteHit(.init(store: logged.store, breakpoint: logged.breakpoint))
            event = .logged(logged)
        case let found as HistoryDiverged:
            note(found.divergence, of: found.store)
            event = .diverged(found)
        case let changed as ReplayChanged:
            event = take(changed)
            // Whoever replays knows.
            if replay != nil { return }
        case let added as StoreAdded:
            guard add(added.store) else { return }
            event = .store(added.store.id, isThere: true)
            if stores.count == StoreLimit.count { remark(Self.tooManyStores) }
        case let removed as StoreRemoved:
            remove(storeID: removed.store)
            event = .store(removed.store, isThere: false)
        default: return
        }
        if options.isJSON {
            let method = type(of: notification).method
            console.print(machineLine: JSON.text(["method": .string(method), "params": .object(params)]))
        } else if let event {
            feed.add(event)
            schedulePrinting()
        }
    }

    /// What became of a watched place; where the changes do not tell that, the server is asked.
    ///
    /// - Returns: `nil` where it is the same as before.
    private func narrowed(_ changed: StateChanged, to path: Path) async -> StateChanged? {
        // What is summed up, or printed as it came, needs no more than that.
        guard !options.isJSON, feed.events.count < Self.promptLimit || !options.isInteractive else { return changed }
        var narrowed = changed
        if let told = changed.changes?.ofPlace(path) {
            narrowed.changes = told
            return narrowed
        }
        let request = StateDiff(store: changed.store, from: .seq(changed.fromSeq), to: .seq(changed.seq), path: path)
        do {
            // Not by `answer`, which waits until all events are taken; nor for long, as all others wait for this one.
            let found = try await client.send(request, timeout: .seconds(2))
            guard !found.changes.isEmpty || found.incomplete != nil else { return nil }
            narrowed.changes = found.changes.map { change in
                // Whether the place came, went or is another one is told the same way.
                let isWhole = change.path == path && [.add, .remove].contains(change.op)
                return isWhole ? Change(.replace, path, value: change.value, old: change.old) : change
            }
            return narrowed
        } catch {
            return error.serverError?.code == .noSuchPath ? nil : changed
        }
    }

    private func schedulePrinting() {
        guard options.isInteractive else {
            printEvents(limit: .max)
            return
        }
        guard !isPrintingScheduled else { return }
        isPrintingScheduled = true
        Task {
            try? await Task.sleep(for: options.gathering)
            isPrintingScheduled = false
            printGathered()
        }
    }

    /// Prints the events that were gathered at the prompt.
    func printGathered() {
        // What the user sent has been answered with the same.
        feed.remove { event in event.transition.map { sent[$0.store]?.contains($0.seq) ?? false } ?? false }
        printEvents(limit: Self.promptLimit)
    }

    private func printEvents(limit: Int) {
        guard !feed.isEmpty else { return }
        let notations = notations
        guard let label, !isInFront else {
            return console.print(
                feed.take(limit: limit, layout: layout, current: location.store) { notations[$0] ?? Notation() })
        }
        // Of a process that one does not look at it has to be said which it is.
        var narrow = layout
        narrow.width = max(20, narrow.width - label.count - 1)
        let lines = feed.take(limit: limit, layout: narrow, current: nil) { notations[$0] ?? Notation() }
        console.print(lines.map { StyledText(label + "/", .dim) + $0 })
    }
}
