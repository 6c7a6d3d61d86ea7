package import StrobeClient
import StrobePlayback
package import StrobeProtocol
package import StrobeRecording
import StrobeSystem
import StrobeTransport
import StrobeTree

/// Records the stores of a process over the protocol: it writes the entries that the server sends, and requests pages of
/// the log for what is missing.
///
/// The reader of the client's events passes them to `receive(_:)`.
package actor ClientRecorder {
    /// The options of a recording.
    package struct Options: Sendable {
        /// The path of the file; of the directory for a table.
        package var path: String
        /// Whether the recording goes into the folders of a directory that data engines read as a table.
        package var isTable = false
        /// Where the recorder runs, for the header.
        package var place: String
        /// The ids of the stores; if empty, all stores, including later ones.
        package var stores: [String] = []
        /// Whether entries that are already in the log are recorded as well.
        package var includesPast = false
        /// Whether to subscribe to added and removed stores.
        package var followsStores = false
        /// The options for writing the files.
        package var writing = RecordingWriter.Options(compressesParts: false)

        package init(
            path: String, isTable: Bool = false, place: String, stores: [String] = [], includesPast: Bool = false,
            followsStores: Bool = false,
            writing: RecordingWriter.Options = RecordingWriter.Options(compressesParts: false)
        ) {
            self.path = path
            self.isTable = isTable
            self.place = place
            self.stores = stores
            self.includesPast = includesPast
            self.followsStores = followsStores
            self.writing = writing
        }
    }

    package nonisolated let client: DebugClient
    package nonisolated let signals = RecordingSignals()
    package nonisolated let writer: RecordingWriter
    private let process: String
    private let options: Options
    package var tracks: [String: StoreTrack] = [:]
    /// The stores in the order in which they were added.
    package var order: [String] = []
    /// The losses of removed stores.
    private var gone = RecordingLosses()
    /// The redaction rules of the process, if it sends them.
    private let redaction: [String]?
    package var wakes: [String: AsyncStream<Void>.Continuation] = [:]
    private var pumps: [String: Task<Void, Never>] = [:]
    package var subscriptions: [String: String] = [:]
    private var follower: Task<Void, Never>?
    package var parts = 1
    package var isStopping = false
    /// The status at the end.
    private var final: RecordingStatus?
    private var onEnd: (@Sendable (RecordingStatus) -> Void)?

    /// Creates the file and starts to record.
    ///
    /// - Parameters:
    ///   - client: A client with an open session.
    ///   - process: The process that it is connected to.
    ///   - redaction: The redaction rules of the process, if it sends them.
    ///   - stores: The stores of the process.
    /// - Throws: ``InspectorError`` if a store does not exist or the file cannot be created; the errors of requests.
    package static func start(
        _ client: DebugClient, process: Initialize.Process, redaction: [String]? = nil, stores: [StoreDescription],
        options: Options
    ) async throws -> ClientRecorder {
        for id in options.stores where !stores.contains(where: { $0.id == id }) {
            let hint = Spelling.nearest(id, in: stores.map(\.id)).map { " Did you mean `\($0)`?" } ?? ""
            throw InspectorError(
                .failed, "There is no store `\(id)`.\(hint) There are \(stores.map(\.id).joined(separator: ", ")).")
        }
        if !options.isTable, !options.writing.replacesFile, FileManager.default.fileExists(atPath: options.path) {
            throw InspectorError(
                .failed, "\(options.path) already exists. Name another file, or add --force to replace it.")
        }
        let wanted = stores.filter { options.stores.isEmpty || options.stores.contains($0.id) }
        var begun: [(store: RecordedStore, firstTime: Int64?)] = []
        for store in wanted {
            begun.append(try await begin(store, includesPast: options.includesPast, client))
        }
        let start = begun.compactMap(\.firstTime).min() ?? TimeStamp.nowMicros
        let header = RecordingHeader(
            id: UUID().uuidString.lowercased(), startMicros: min(start, TimeStamp.nowMicros),
            process: .init(
                pid: process.pid, name: process.name, startedAt: TimeStamp.text(micros: process.startedAt),
                version: process.version, host: process.host),
            // The platform of a remote machine is unknown.
            platform: client.peer.kind == .tcp ? nil : .current,
            recorder: .init(name: "strobe", version: Version.current, place: options.place),
            redaction: redaction, stores: begun.map(\.store))
        let writer: RecordingWriter
        do {
            writer =
                options.isTable
                ? try RecordingWriter(into: options.path, header: header, options: options.writing)
                : try RecordingWriter(path: options.path, header: header, options: options.writing)
        } catch {
            throw InspectorError(.failed, error.message)
        }
        let recorder = ClientRecorder(client, writer, process.name, redaction, options)
        await recorder.follow(begun.map(\.store))
        return recorder
    }

    private init(
        _ client: DebugClient, _ writer: RecordingWriter, _ process: String, _ redaction: [String]?, _ options: Options
    ) {
        self.redaction = redaction
        self.client = client
        self.writer = writer
        self.process = process
        self.options = options
    }

    /// Receives an event of the client.
    package nonisolated func receive(_ event: ClientEvent) {
        signals.receive(event)
    }

    /// Writes a note to the recording.
    ///
    /// - Parameter store: The store that it refers to.
    /// - Returns: The seq that it follows.
    @discardableResult
    package func note(_ text: String, store: String? = nil) async -> Int? {
        // Earlier transitions are written before the note.
        if let store, let track = tracks[store] {
            let page = try? await page(of: store, from: track.last + 1, merge: 1)
            if let page { write(store) { $0.take(page, now: $1) } }
        }
        guard final == nil else { return nil }
        let track = store.flatMap { tracks[$0] }
        writer.write(.note(RecordedNote(t: writer.now, text: text, store: track?.store.id, seq: track?.last)))
        return track?.last
    }

    /// The current or final status.
    package var status: RecordingStatus {
        if let final { return final }
        return RecordingStatus(
            path: writer.path, process: process, micros: max(writer.now, 0), stores: order,
            transitions: writer.transitions, bytes: writer.bytes, parts: parts,
            behind: tracks.values.reduce(0) { $0 + $1.behind }, failure: writer.failure?.message,
            lostLines: writer.lostLines, losses: losses)
    }

    private var losses: RecordingLosses {
        var losses = tracks.values.reduce(gone) { $0 + $1.losses }
        losses.stateless = order.filter { tracks[$0]?.lacksState == true }
        for id in order {
            guard let store = tracks[id]?.store else { continue }
            let hiding = RecordedHiding(
                rules: redaction, state: store.stateSchema, action: store.actionSchema, initial: store.state)
            losses.add(hiding, of: id)
        }
        return losses
    }

    /// Sets the handler of the end of the recording; called at once if it has ended.
    package func setEndHandler(_ handler: @escaping @Sendable (RecordingStatus) -> Void) {
        if let final { handler(final) } else { onEnd = handler }
    }

    /// Ends the recording: reads what has happened so far, as long as time permits, and writes the end.
    ///
    /// - Parameters:
    ///   - reason: The reason in the terms of the format: `stopped`, `duration`, `closed`.
    ///   - patience: How long to continue reading.
    /// - Returns: The final status.
    @discardableResult
    package func stop(reason: String, patience: Duration = .seconds(10)) async -> RecordingStatus {
        guard !isStopping else {
            for pump in pumps.values { await pump.value }
            return status
        }
        isStopping = true
        for wake in wakes.values { wake.yield() }
        let running = pumps
        let timer = Task {
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            for pump in running.values { pump.cancel() }
        }
        for pump in running.values { await pump.value }
        timer.cancel()
        follower?.cancel()
        signals.end()
        for id in order {
            // What was sent is there even where nobody answers any more.
            if let page = takeSent(of: id).page { write(id) { $0.take(page, now: $1) } }
            let lines = tracks[id]?.giveUp(now: writer.now, reason: "the recording ended before it was read") ?? []
            if !lines.isEmpty { writer.write(lines) }
        }
        var status = status
        writer.close(reason: reason)
        (status.bytes, status.ending, status.failure) = (writer.bytes, reason, writer.failure?.message)
        final = status
        for subscription in subscriptions.values {
            signals.forget(subscription)
            if reason != "closed" {
                _ = try? await client.send(Unsubscribe(subscription: subscription), timeout: .seconds(1))
            }
        }
        onEnd?(status)
        onEnd = nil
        return status
    }

    // MARK: Following stores

    private func follow(_ stores: [RecordedStore]) async {
        for store in stores { add(store) }
        follower = Task { [weak self, events = signals.events] in
            for await event in events { await self?.take(event) }
        }
        if options.followsStores { _ = try? await client.send(Subscribe(events: [.stores])) }
    }

    private func add(_ store: RecordedStore) {
        tracks[store.id] = StoreTrack(store, startMicros: writer.startMicros)
        order.append(store.id)
        let (stream, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        wakes[store.id] = wake
        let id = store.id
        pumps[id] = Task { await self.run(id, stream) }
    }

    private func take(_ event: ClientEvent) async {
        guard !isStopping else { return }
        switch event {
        case .notification(let removed as StoreRemoved, _): remove(removed.store)
        case .notification(let added as StoreAdded, _):
            let id = added.store.id
            guard options.stores.isEmpty || options.stores.contains(id), tracks[id] == nil,
                tracks.count < StoreLimit.count,
                let (store, _) = try? await Self.begin(added.store, includesPast: false, client),
                tracks[id] == nil, !isStopping
            else { return }
            writer.write(.store(RecordedAddition(t: writer.now, store: store)))
            add(store)
        case .closed: await stop(reason: "closed", patience: .zero)
        default: break
        }
    }

    private func remove(_ id: String) {
        guard let track = tracks.removeValue(forKey: id) else { return }
        gone = gone + track.losses
        order.removeAll { $0 == id }
        wakes.removeValue(forKey: id)?.finish()
        pumps.removeValue(forKey: id)
        if let subscription = subscriptions.removeValue(forKey: id) { signals.forget(subscription) }
        writer.write(.removed(RecordedRemoval(store: id, t: writer.now)))
    }
}
