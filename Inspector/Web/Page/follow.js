// Following: rows that come, the end that is stuck to, and what is dropped, missing, lost or back.

const follow = {
  isOn: true,
  fresh: 0,
  keys: { f: () => follow.set(!follow.isOn), o: () => follow.openTab() },

  start() {
    this.button = make("button", { id: "follow", "aria-pressed": "true", title: "Stay at the newest transition (f)", onclick: () => this.set(!this.isOn) }, "Follow");
    this.earlier = make("button", { id: "earlier", onclick: () => this.loadEarlier() }, "Earlier…");
    this.status = make("span", { id: "live-status", class: "hidden", role: "status" });
    byId("foot").before(make("p", { id: "follow-bar" }, this.button, this.earlier, make("span", { id: "fresh", class: "muted" }), this.status));
    byId("theme").before(
      opened.isRecording ? "" : make("button", { id: "save", class: "icon", "aria-label": "Save as a report", title: "Save as a report", onclick: () => this.save() },
        svgNode("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svgNode("path", { d: "M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10", fill: "none", stroke: "currentColor", "stroke-width": "1.5" }))),
      make("button", { id: "new-tab", class: "icon", "aria-label": "Open in a new tab", title: "Open in a new tab (o)", onclick: () => this.openTab() },
      svgNode("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svgNode("path", { d: "M9 2h5v5M14 2 8 8M6 3H3v10h10v-3", fill: "none", stroke: "currentColor", "stroke-width": "1.5" }))));
    byId("help").querySelector("dl").append(
      make("dt", {}, make("kbd", {}, "f")), make("dd", {}, "follow the newest transition"), make("dt", {}, make("kbd", {}, "o")), make("dd", {}, "open in a new tab"));
    filterElement.addEventListener("input", () => this.set(false));
    // A click that is meant for a row must not hit the next one.
    logElement.addEventListener("wheel", event => { if (event.deltaY < 0) this.set(false); }, { passive: true });
    logElement.addEventListener("pointerdown", () => this.set(false));
    socket.onBatch = () => this.drain();
    socket.onLoss = reason => this.lose(reason);
    socket.onReturn = again => this.comeBack(again);
    // Whoever opens an address wants to stay there.
    window.addEventListener("hashchange", () => { this.set(false); this.reachAddress(); });
    if (location.hash.includes("/")) { this.set(false); this.reachAddress(); }
    this.showEarlier();
    setTimeout(() => {
      source.isReady = true;
      this.drain();
    }, 0);
  },

  badges() {
    const add = (text, kind) => byId("badges").append(make("span", { class: "badge " + kind }, text));
    if (this.lost) add(this.lost, "bad");
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
    this.button.setAttribute("aria-pressed", String(isOn));
    this.fresh = 0;
    this.showFresh();
    if (isOn) this.toEnd();
  },

  toEnd() {
    const last = log.shown[log.shown.length - 1];
    if (last === undefined) return;
    // What came is drawn at once; the state and the changes at most ten times a second.
    page.selected = last;
    page.hasShown = true;
    byId("position").textContent = `${(last + 1).toLocaleString("en")} / ${items.length.toLocaleString("en")}`;
    log.reveal(last);
    source.refresh();
  },

  showFresh() {
    byId("fresh").textContent = this.fresh ? `${this.fresh.toLocaleString("en")} new` : "";
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
    const queue = source.queue.splice(0);
    const rows = [];
    for (const [method, params] of queue) {
      switch (method) {
        case "log/appended": this.take(params.store, params.entry, rows); break;
        case "web/skipped": this.skip(params, rows); break;
        case "stream/lagged": this.skip({ store: params.store, from: params.fromSeq, to: params.toSeq }, rows); break;
        case "web/lagged": this.catchUp(); gate.refresh(); break;
        case "store/added": this.addStore(params); break;
        case "store/removed": break;
      }
    }
    if (rows.length) this.append(rows);
  },

  indexOf: id => stores.findIndex(store => store.id === id),

  take(id, entry, rows) {
    const index = this.indexOf(id), store = stores[index];
    if (!store || entry.seq <= (store.taken ?? store.steps[store.steps.length - 1]?.n ?? 0)) return;
    store.taken = store.seq = entry.seq;
    rows.push(model.row("step", source.step(index, entry)));
  },

  skip({ store: id, from, to }, rows) {
    const index = this.indexOf(id), last = rows[rows.length - 1] ?? items[items.length - 1];
    if (index < 0) return;
    stores[index].taken = Math.max(stores[index].taken ?? 0, to);
    stores[index].seq = Math.max(stores[index].seq, to);
    rows.push(model.row("gap", { s: index, t: last?.t ?? 0, from, to, reason: "came too fast; select this to load them", isLoadable: true }));
  },

  append(rows) {
    const first = items.length;
    const chosen = items[page.selected];
    const known = this.origins ??= new Set(steps.map(step => step.o));
    const isRearranged = model.append(rows);
    if (items.length > mostRows * 1.1) this.drop(chosen);
    else if (isRearranged) this.renumber(chosen);
    else log.append(first);
    for (const row of rows) if (row.step && !known.has(row.step.o)) { known.add(row.step.o); page.originChips(); }
    const count = rows.filter(row => row.kind === "step").length;
    if (this.isOn) this.toEnd(); else { this.fresh += count; this.showFresh(); }
    this.say(count === 1 ? `${rows[rows.length - 1].step?.l}` : `${count} new transitions`);
    if (rows.some(row => row.step && isFailure(row.step))) this.retell();
    this.redraw();
  },

  /** Draws the timeline a few times a second. */
  redraw() {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      canvas.setAttribute("aria-valuemax", Math.max(items.length, 1));
      timeline.draw(true);
    }, items.length > 20000 ? 500 : 100);
  },

  retell() {
    this.telling ??= setTimeout(() => { this.telling = undefined; page.badges(); }, 500);
  },

  /** Forgets the oldest rows. */
  drop(chosen) {
    const gone = items.length - mostRows;
    for (const row of items.slice(0, gone)) if (row.step) stores[row.step.s].hasEarlier = true;
    model.arrange(items.slice(gone));
    this.renumber(chosen);
    this.showEarlier();
  },

  /** Shows the same rows as before after their positions changed. */
  renumber(chosen) {
    const before = log.shown.length, top = logElement.scrollTop;
    const offset = chosen && lastAtOrBefore(log.shown, page.selected, position => position);
    const isKept = chosen && items[chosen.position] === chosen;
    page.selected = isKept ? chosen.position : 0;
    log.filter();
    if (this.isOn || before === 0) return;
    // The chosen row stays where it is.
    const now = lastAtOrBefore(log.shown, page.selected, position => position);
    logElement.scrollTop = top + (now - offset) * rowHeight;
    log.draw();
  },

  showEarlier() { this.earlier.hidden = !stores.some(store => store.hasEarlier); },

  async loadEarlier() {
    this.set(false);
    this.earlier.disabled = true;
    const chosen = items[page.selected];
    const lists = await Promise.all(stores.map((store, index) => {
      const first = store.steps[0]?.n;
      return store.hasEarlier && first > 1 ? source.entries(store, index, first - 1, 500).catch(() => []) : [];
    }));
    const rows = lists.flat().map(step => model.row("step", step));
    rows.forEach((row, index) => { row.order = -(model.order += 1) - rows.length + index; });
    model.arrange([...rows, ...items]);
    this.renumber(chosen);
    timeline.draw(true);
    this.earlier.disabled = false;
    this.showEarlier();
  },

  /** Loads the rows around an older step; whether it is here then. */
  async reach(store, seq) {
    const first = store.steps[0]?.n;
    if (store.positions.has(seq) || first === undefined || seq >= first) return store.positions.has(seq);
    const steps = await source.entries(store, store.index, Math.min(seq + 200, first - 1), 400).catch(() => []);
    const last = steps[steps.length - 1];
    if (!last) return false;
    const chosen = items[page.selected], rows = steps.map(step => model.row("step", step));
    if (last.n + 1 < first) rows.push(model.row("gap", { s: store.index, t: last.t + 1, from: last.n + 1, to: first - 1, reason: "select this to load them", isLoadable: true }));
    model.arrange([...rows, ...items]);
    this.renumber(chosen);
    this.redraw();
    this.showEarlier();
    return store.positions.has(seq);
  },

  /** Loads what the address names, if it is older than what is here. */
  async reachAddress() {
    const [name, seq] = location.hash.slice(1).split("/");
    let id;
    try { id = decodeURIComponent(name); } catch { return; }
    const store = stores.find(each => each.id === id);
    if (store && !store.positions.has(Number(seq)) && await this.reach(store, Number(seq))) page.goToAddress();
  },

  /** Loads what a gap left out, from its end. */
  async fill(gap, row) {
    if (gap.isAsked) return;
    gap.isAsked = true;
    try {
      const store = stores[gap.s], from = Math.max(gap.from, gap.to - 999);
      const answer = await socket.ask("log/list", { store: store.id, from, to: gap.to, limit: 1000 });
      const rows = answer.entries.map(entry => model.row("step", source.step(gap.s, entry)));
      gap.to = from - 1;
      gap.isAsked = false;
      if (rows.length) gap.t = rows[0].step.t - 1;
      row.t = gap.t;
      const chosen = rows[0] ?? row;
      const rest = gap.to >= gap.from ? items : items.filter(each => each !== row);
      model.arrange([...rest, ...rows]);
      this.renumber(chosen);
      page.hasShown = false;
      this.isMoving = true;
      page.select(chosen.position, true);
      this.isMoving = false;
      this.redraw();
    } catch (error) {
      gap.reason = error.message;
      gap.isLoadable = false;
      source.refresh();
    }
  },

  onShow(_, item) {
    if (item?.kind === "gap" && item.gap.isLoadable && !this.isOn) this.fill(item.gap, item);
  },

  async addStore({ store: description }) {
    if (!description || this.indexOf(description.id) >= 0) return;
    const shapes = await socket.ask("action/schema", { store: description.id }).catch(() => ({}));
    const store = source.store({ ...description, actionSchema: shapes.schema, schema: shapes.state }, stores.length);
    model.add(store);
    store.states = source.states(store);
    timeline.lanes();
    page.storeChoices();
    timeline.draw(true);
    const steps = await source.entries(store, store.index, undefined, 500).catch(() => []);
    this.append(steps.filter(step => !store.positions.has(step.n)).map(step => model.row("step", step)));
  },

  /** Requests what came since the last row of each store. */
  async catchUp() {
    const rows = [];
    await Promise.all(stores.map(async (store, index) => {
      const last = store.taken ?? store.steps[store.steps.length - 1]?.n ?? 0;
      const list = await source.entries(store, index, undefined, 500).catch(() => []);
      // Events that came meanwhile have their rows already.
      const beyond = list.filter(step => step.n > last), fresh = beyond.filter(step => !store.positions.has(step.n));
      if (beyond.length && beyond[0].n > last + 1) rows.push(model.row("gap", { s: index, t: beyond[0].t - 1, from: last + 1, to: beyond[0].n - 1, reason: "came too fast; select this to load them", isLoadable: true }));
      rows.push(...fresh.map(step => model.row("step", step)));
      store.taken = Math.max(store.taken ?? last, beyond[beyond.length - 1]?.n ?? 0);
    }));
    if (rows.length) this.append(rows.sort((a, b) => a.t - b.t));
  },

  lose(reason) {
    this.lost = "connection lost";
    byId("subtitle").textContent = `${reason ?? "The connection was lost."} Trying again…`;
    this.say("The connection was lost.");
    page.badges();
  },

  async comeBack(again) {
    if (again.process.pid !== opened.process.pid || again.process.startedAt !== opened.process.startedAt) {
      this.lost = "another process";
      byId("subtitle").replaceChildren("Another process is there now. ", make("button", { id: "show-new", onclick: () => location.reload() }, `Show ${visible(again.process.name)} (${again.process.pid})`));
      return page.badges();
    }
    this.lost = undefined;
    byId("subtitle").textContent = data.subtitle;
    page.badges();
    await socket.ask("subscribe", { events: ["log", "gate", "stores"] });
    await this.catchUp();
    gate.refresh?.();
  },

  async openTab() {
    const { link } = await socket.ask("web/link");
    window.open(link, "_blank", "noopener");
  },

  /** Saves the log that the program has kept, as the page of a report. */
  save() {
    return compare.tell("Save as a report", async () => {
      const { name, page: text } = await socket.ask("web/report");
      const url = URL.createObjectURL(new Blob([text], { type: "text/html" }));
      const file = make("a", { href: url, download: name }, visible(name));
      file.click();
      setTimeout(() => URL.revokeObjectURL(url), 60000);
      return [make("p", {}, "The log that the program has kept, with the states, in one file. Whoever gets it can see everything in it."), make("p", {}, file)];
    });
  },
};
extras.push(follow);
