import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// More events than this are summed up at the prompt.
    private static let promptLimit = 8

    /// Receives events until the connection closes.
    func follow() async {
        let client = client
        for await event in client.events {
            // Late events of a connection that has been replaced.
            guard client === self.client else { return }
            await receive(event)
        }
    }

    /// Subscribes to the list of stores; a server that does not support this is used as it is.
    func followStores() async {
        _ = try? await answer(Subscribe(events: [.stores]))
    }

    /// Waits until all events before the last answer are printed.
    func settle() async {
        guard loss == nil else { return }
        await client.drainEvents()
    }

    /// Receives an event from the server.
    func receive(_ event: ClientEvent) async {
        recorder?.receive(event)
        switch event {
        case .notification(let notification, let params):
            guard let notification = notification as? any SessionNotification else { return }
            guard let id = notification.source else { return await take(notification, params) }
            if subscriptions.watches.contains(subscription: id) || id == gates.subscription {
                await take(notification, params)
            } else if subscriptions.wake(id) {
                // Each listener requests what it needs.
            } else {
                subscriptions.keep(event)
            }
        case .dropped(let count):
            subscriptions.wakeAll()
            // They may be those of a listener or of the full-screen view, which ask again and miss nothing.
            guard screen == nil, subscriptions.watches.areAny || gates.subscription != nil else { return }
            show(
                ["dropped": .int(Int64(count))], of: "watch",
                [
                    StyledText(
                        "\(NumberText.counted(count, "event")) arrived too fast and were dropped; see `log`", .changed)
                ])
        case .malformed(let reason): remark(StyledText(reason, .changed))
        case .serverError(let error): report(error)
        // A connection closed by this side is not lost.
        case .closed(let error) where error.code == .closed: break
        case .closed(let error): lose(error.message)
        case .unknown: break
        }
    }

    /// Takes a notification, and prints it.
    func take(_ notification: any SessionNotification, _ params: Value.Object) async {
        let reception = await notification.take(in: self)
        if case .ignored = reception { return }
        if options.isJSON {
            let method = type(of: notification).method
            let isWatched = notification.source.map { subscriptions.watches.contains(subscription: $0) } ?? false
            console.print(
                machineLine: MachineLine.text(
                    ["method": .string(method), "params": .object(params)], of: isWatched ? "watch" : method))
        } else if case .printed(let event) = reception {
            guard screen == nil else { return tellScreen(event) }
            feed.add(event)
            schedulePrinting()
        }
    }

    /// Whether so many events wait to be printed that they will be summed up.
    var isFlooded: Bool { options.isInteractive && feed.events.count >= Self.promptLimit }

    private func schedulePrinting() {
        guard options.isInteractive else {
            printEvents(limit: .max)
            return
        }
        guard !feed.isPrintingScheduled else { return }
        feed.isPrintingScheduled = true
        Task {
            try? await Task.sleep(for: options.gathering)
            feed.isPrintingScheduled = false
            printGathered()
        }
    }

    /// Prints the gathered events at the prompt.
    func printGathered() {
        // The answers to the user's actions have shown the same.
        feed.remove { event in event.transition.map { sent.seqs(of: $0.store).contains($0.seq) } ?? false }
        printEvents(limit: Self.promptLimit)
    }

    /// Shows an event in the full-screen view, whose log has those of entries already.
    private func tellScreen(_ event: any PrintedEvent) {
        guard event.transition == nil, let line = event.lines(eventRendering).first else { return }
        screen?.yield(line)
    }

    private var eventRendering: EventRendering {
        let notations = known.notations
        return EventRendering(layout: layout, current: location.store) { notations[$0] ?? Notation() }
    }

    private func printEvents(limit: Int) {
        guard !feed.isEmpty else { return }
        var rendering = eventRendering
        if subscriptions.watches.everything != nil { rendering.current = nil }
        var prefix = StyledText()
        if let label, !isInFront {
            // Events of a process in the background are labelled with its name.
            prefix = StyledText(label + "/", .dim)
            rendering.layout.width = max(20, rendering.layout.width - label.count - 1)
            rendering.current = nil
        }
        let lines = feed.take(limit: limit, rendering, after: console.printed)
        console.print(lines.map { prefix + $0 })
    }
}
