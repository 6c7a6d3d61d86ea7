// Following: rows that come, the end that is stuck to, and what is dropped, missing, lost or back.

const follow = {
  isOn: true,
  fresh: 0,
  keys: { f: () => follow.set(!follow.isOn), o: () => follow.openTab() },

  start() {
    this.button = make("button", { id: "follow", "aria-pressed": "true", title: "Stay at the newest transition (f)", onclick: () => this.set(!this.isOn) }, "Follow");
    this.earlier = make("div", { id: "earlier", role: "option", "aria-selected": "false", hidden: "", onclick: () => this.loadEarlier() }, "Earlier…");
    byId("rows").before(this.earlier);
    this.news = make("button", { id: "fresh", title: "Show them (f)", hidden: "", onclick: () => this.set(true) });
    this.status = make("span", { id: "live-status", class: "hidden", role: "status" });
    byId("foot").before(make("p", { id: "follow-bar" }, this.button, this.news, make("span", { id: "kept", class: "muted" }), this.status));
    byId("theme").before(
      opened.isRecording ? "" : make("button", { id: "save", class: "icon", "aria-label": "Save as a report", title: "Save as a report", onclick: () => this.save() },
        svgNode("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svgNode("path", { d: "M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10", fill: "none", stroke: "currentColor", "stroke-width": "1.5" }))),
      make("button", { id: "new-tab", class: "icon", "aria-label": "Open in a new tab", title: "Open in a new tab (o)", onclick: () => this.openTab() },
      svgNode("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svgNode("path", { d: "M9 2h5v5M14 2 8 8M6 3H3v10h10v-3", fill: "none", stroke: "currentColor", "stroke-width": "1.5" }))));
    byId("help").querySelector("dl").append(
      make("dt", {}, make("kbd", {}, "f")), make("dd", {}, "follow the newest transition"), make("dt", {}, make("kbd", {}, "o")), make("dd", {}, "open in a new tab"));
    filterElement.addEventListener("input", () => {
      this.set(false);
      this.fresh = 0;
      this.showFresh();
    });
    // A click that is meant for a row must not hit the next one.
    logElement.addEventListener("wheel", event => { if (event.deltaY < 0) this.set(false); }, { passive: true });
    logElement.addEventListener("pointerdown", () => this.set(false));
    // What is drawn anew between press and release cannot be clicked.
    addEventListener("pointerdown", event => { if (event.button === 0) source.press(); }, true);
    for (const event of ["pointerup", "pointercancel"]) addEventListener(event, () => setTimeout(() => source.release()), true);
    addEventListener("blur", event => { if (event.target === window) source.release(); });
    // It counts with each row that comes, which nobody wants to hear.
    byId("count").removeAttribute("role");
    byId("position").setAttribute("aria-live", "off");
    socket.onBatch = () => this.drain();
    socket.onLoss = reason => this.lose(reason);
    socket.onReturn = again => this.comeBack(again).catch(() => { /* lost again: the next connection catches up */ });
    // A user who opens an address wants to stay there.
    window.addEventListener("hashchange", () => { if (location.hash.includes("/")) { this.set(false); this.reachAddress(); } });
    if (location.hash.includes("/")) { this.set(false); this.reachAddress(); }
    this.showEarlier();
    setTimeout(() => {
      source.isReady = true;
      this.drain();
    }, 0);
    this.askDivergences().catch(() => { /* then it is not shown */ });
  },

  badges() {
    const add = (text, kind) => byId("badges").append(make("span", { class: "badge " + kind }, text));
    if (this.lost) add(this.lost, "bad");
    if (this.behind) add(`${(this.behind / 1e6).toFixed(1)} s behind`, "warn");
    for (const { id, divergence, end } of stores) {
      if (end) add(`${visible(id)} ${end}`, "warn");
      if (divergence) byId("badges").append(make("button", { class: "badge bad", onclick: () => compare.tell(`${visible(id)} and its replay differ`, async () => [make("p", {}, visible(divergence.message))]) }, `${visible(id)} diverged`));
    }
    add("pid " + opened.process.pid, "");
    add(opened.isRecording ? "recording" : opened.access === "control" ? "control" : "read only", opened.access === "control" ? "good" : "warn");
  },

  /** A selection by the user ends following; one by the page does not. */
  select(position, isQuiet) {
    if (!isQuiet && !this.isMoving) this.set(false);
    return false;
  },

  set(isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    if (isOn) timeline.select();
    this.button.setAttribute("aria-pressed", String(isOn));
    this.fresh = 0;
    this.showFresh();
    if (!isOn) {
      // What was left to the next rows is drawn now.
      if (this.presenting) source.refresh();
      return;
    }
    // A reload follows again.
    clearTimeout(page.addressing);
    history.replaceState(null, "", location.pathname);
    this.toEnd();
    this.redraw();
  },

  toEnd() {
    if (!log.shown.length) log.finish();
    const last = log.shown[log.shown.length - 1];
    if (last === undefined) return;
    // What came is drawn at once; the state and the changes at most ten times a second.
    page.selected = last;
    page.hasShown = true;
    log.reveal(last);
    source.refresh();
  },

  /** How many of the rows that came since then the filter lets through. */
  showFresh() {
    this.news.hidden = !this.fresh;
    this.news.textContent = this.fresh ? `${grouped(this.fresh)} new` : "";
  },

  /** Up from the first row. */
  beforeFirst() {
    if (this.earlier.hidden || timeline.range) return false;
    this.loadEarlier();
    return true;
  },

  /** Says something to who cannot see it, at most once in two seconds. */
  say(text) {
    this.saying = text;
    this.voice ??= setTimeout(() => {
      this.voice = undefined;
      this.status.textContent = this.saying;
    }, 2000);
  },

  /** Takes the events that have come. */
  drain() {
    if (!source.isReady) return;
    const queue = source.queue.splice(0), rows = [], logged = [];
    let newest = 0, isLagged = false;
    for (const [method, params] of queue) {
      switch (method) {
        case "log/appended":
          newest = Math.max(newest, params.entry.time);
          this.take(params.store, params.entry, rows);
          break;
        case "log/noted": this.note(params, rows); break;
        case "web/skipped": this.skip(params, rows); break;
        case "stream/lagged":
          if (params.subscription === source.subscription) this.skip({ store: params.store, from: params.fromSeq, to: params.toSeq }, rows);
          else gate.refresh();
          break;
        case "web/lagged": isLagged = true; break;
        case "store/added": this.addStore(params.store); break;
        case "store/removed": this.removeStore(params.store); break;
        case "history/diverged": this.diverge(params); break;
        case "gate/logged": logged.push(params); break;
      }
    }
    gate.logged(logged.slice(-1000), rows);
    if (newest) this.measure(newest);
    if (rows.length) { this.append(rows); form.settle(); }
    if (isLagged) { this.catchUp(); gate.refresh(); }
  },

  indexOf: id => stores.findIndex(store => store.id === id),

  take(id, entry, rows) {
    const index = this.indexOf(id), store = stores[index], taken = this.taken(store);
    if (!store || store.end || entry.seq <= taken) return;
    // Nothing is missing without a word.
    if (entry.seq > taken + 1) rows.push(this.gap(index, entry.time - data.startMicros - 1, taken + 1, entry.seq - 1));
    store.taken = store.seq = entry.seq;
    rows.push(model.row("step", source.step(index, entry)));
  },

  /** Takes a note of the program; the answers about several parts of a log may have the same. */
  note({ store: id, note: { afterSeq: n, time, text } }, rows) {
    const note = { s: this.indexOf(id), n, t: time - data.startMicros, text };
    if (note.s < 0 || stores[note.s].end || data.notes.some(each => each.t === note.t && each.s === note.s && each.text === text)) return;
    data.notes.push(note);
    rows.push(model.row("note", note));
  },

  /** The last entry that has come; `undefined` without a store. */
  taken: store => store && (store.taken ?? store.steps[store.steps.length - 1]?.n ?? store.seq),

  gap: (s, t, from, to) => model.row("gap", { s, t, from, to, reason: "came too fast; select this to load them", isLoadable: true }),

  skip({ store: id, from, to }, rows) {
    const index = this.indexOf(id), store = stores[index], last = rows[rows.length - 1] ?? items[items.length - 1];
    const start = Math.max(from, this.taken(store) + 1);
    if (!store || store.end || to < start) return;
    store.taken = to;
    store.seq = Math.max(store.seq, to);
    rows.push(this.gap(index, last?.t ?? 0, start, to));
  },

  append(rows) {
    const first = items.length;
    const chosen = items[page.selected];
    const known = this.origins ??= new Set(steps.map(step => step.o));
    const isRearranged = model.append(rows);
    if (isRearranged) this.renumber(chosen);
    else log.append(first);
    // By itself and, while nobody looks at one of them, little at a time, so that what the user does comes between.
    if (items.length > mostRows * (this.isOn ? 1.05 : 1.25)) {
      this.dropping ??= setTimeout(() => {
        this.dropping = undefined;
        if (!source.isPressed) this.drop(items[page.selected]);
      });
    }
    for (const row of rows) if (row.step && !known.has(row.step.o)) { known.add(row.step.o); page.originChips(); }
    const count = rows.filter(row => row.kind === "step").length;
    this.came.push(...Array(Math.min(count, this.manyRows)).fill(performance.now()));
    this.came.splice(0, this.came.length - this.manyRows);
    // Older notes come with older rows.
    if (!this.isOn) this.fresh += rows.filter(row => (row.step || row.position >= first) && log.lets(row)).length;
    this.present(count);
    const { step, note, gap } = rows[rows.length - 1];
    this.say(count > 1 ? plural(count, "new transition") : step?.l ?? note?.text ?? gapText(gap));
    if (rows.some(row => row.step && isFailure(row.step))) this.retell();
    this.redraw();
  },

  /** When the last rows came, and how many in a second are many. */
  came: [],
  manyRows: 20,

  /** Whether many rows come: what follows from them is drawn less often. */
  get isBusy() { return this.came.length === this.manyRows && performance.now() - this.came[0] < 1000; },

  /** How often rows are shown that come faster than anybody can read, in milliseconds. */
  pace: 333,

  /** Shows what came: at once, or at that pace. */
  present(count) {
    this.isPassing = count > 50;
    if (this.isPassing) {
      this.presenting ??= setTimeout(() => this.show(), (this.presented ?? 0) + this.pace - performance.now());
    } else this.show();
  },

  show() {
    clearTimeout(this.presenting);
    this.presenting = undefined;
    this.presented = performance.now();
    if (this.isOn && log.shown.length) return this.toEnd();
    log.draw();
    this.showFresh();
    if (this.isOn) source.refresh();
  },

  /** Draws the timeline a few times a second. */
  redraw() {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      canvas.setAttribute("aria-valuemax", Math.max(items.length, 1));
      canvas.setAttribute("aria-valuenow", page.selected + 1);
      timeline.seqs();
      timeline.draw(true);
    }, items.length > 50000 ? 1000 : items.length > 20000 ? 500 : this.isBusy ? 250 : 100);
  },

  retell() {
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      if (source.isPressed) this.retell(); else page.badges();
    }, items.length > 20000 ? 2000 : 500);
  },

  /** Forgets the oldest rows. */
  drop(chosen) {
    const gone = items.length - mostRows;
    model.drop(gone).forEach((count, index) => { if (count) stores[index].hasEarlier = true; });
    data.notes = data.notes.length ? items.flatMap(row => row.note ?? []) : [];
    this.renumber(chosen, () => log.drop(gone));
    this.showEarlier();
    this.redraw();
  },

  /** Shows the same rows as before after their positions changed. */
  renumber(chosen, change = () => log.filter()) {
    const { top } = log, first = top / rowHeight, end = first + logElement.clientHeight / rowHeight;
    // The chosen row stays where it is; if it is not seen, the first one that is.
    const seen = [...log.rows].filter(([index]) => index >= first && index < end).sort(([a], [b]) => a - b);
    const [index, held] = seen.find(([, row]) => row.item === chosen) ?? seen[0] ?? [];
    const isHere = row => row !== undefined && items[row.position] === row;
    page.selected = isHere(chosen) ? chosen.position : 0;
    // Then no row is shown as the chosen one, until one is chosen.
    if (!isHere(chosen)) page.hasShown = false;
    const isAwaited = log.older && !held;
    change();
    if (isAwaited && !this.isOn) log.reveal(page.selected);
    if (this.isOn || !held) return;
    const now = isHere(held.item) ? Math.max(lastAtOrBefore(log.shown, held.item.position, position => position), 0) : 0;
    log.top = top + (now - index) * rowHeight;
    log.draw();
  },

  async openTab() {
    try {
      const { link } = await socket.ask("web/link");
      window.open(link, "_blank", "noopener");
    } catch (error) {
      compare.tell("Open in a new tab", () => [make("p", { class: "callout bad" }, error.message)]);
    }
  },

  /** Saves the log that the program has kept, or the range of it, as the page of a report. */
  save() {
    const range = timeline.range && { from: timeline.range.from + data.startMicros, to: timeline.range.to + data.startMicros };
    return compare.tell(range ? `Save ${byId("range").textContent.slice(0, -2)} as a report` : "Save as a report", async () => {
      const { name, page: text } = await socket.ask("web/report", range ? { range } : {});
      const url = URL.createObjectURL(new Blob([text], { type: "text/html" }));
      const file = make("a", { href: url, download: name }, visible(name));
      file.click();
      setTimeout(() => URL.revokeObjectURL(url), 60000);
      return [make("p", {}, (range ? "What happened in that time" : "The log that the program has kept (drag over the timeline to choose a part)") + ", with the states, in one file. Anyone who has the file can see everything in it."), make("p", {}, file)];
    });
  },
};
extras.push(follow);
