// The gate: actions that are held before the reducer, in order; each can be let through, edited or dropped.

const gate = {
  states: new Map(),
  keys: {
    p: () => gate.control("gate/pause"),
    " ": () => { if (gate.states.get(gate.shown)?.paused) gate.control("gate/step"); },
    r: () => gate.control("gate/resume"),
  },
  /** The stores that are asked again, while they are paused. */
  asking: new Map(),
  /** The stores whose gates this page used: they open when it is closed. */
  used: new Set(),
  /** What log points wrote about transitions that have not come. */
  waiting: [],

  start() {
    this.bar = make("section", { id: "gate", "aria-label": "Gate" });
    document.querySelector("main").before(this.bar);
    byId("help").querySelector("dl").append(make("dt", {}, make("kbd", {}, "p"), " ", make("kbd", {}, "space"), " ", make("kbd", {}, "r")), make("dd", {}, "pause the store, step, resume"));
    for (const method of ["gate/stopped", "gate/resumed"]) socket.listeners.set(method, params => this.changed(params.store));
    window.addEventListener("beforeunload", event => {
      // A gate belongs to the sessions that used it: closing the page may let everything through.
      if ([...this.states].some(([index, state]) => state.count > 0 && this.used.has(index))) event.preventDefault();
    });
    this.refresh();
  },

  get isAllowed() { return opened.access === "control"; },

  refresh() { for (const store of stores) if (store.capabilities.gate) this.ask(store); },

  changed(id) {
    const store = stores.find(each => each.id === id);
    if (store) this.ask(store);
  },

  async ask(store) {
    if (store.end) return;
    try {
      const state = await socket.ask("gate/status", { store: store.id });
      if (store.end) return;
      const isSame = JSON.stringify(this.states.get(store.index)) === JSON.stringify(state);
      this.states.set(store.index, state);
      form.gateMoved(store, state);
      if (!isSame || this.problem !== this.drawn) this.draw();
      if (!isSame && state.paused) follow.say(`${visible(store.id)}: ${this.held(state)}`);
      // No event reports what is held behind the first action, or that the last one is gone.
      clearTimeout(this.asking.get(store.index));
      if (state.paused) this.asking.set(store.index, setTimeout(() => this.ask(store), 500));
    } catch { /* what is known of it stays */ }
  },

  /** Forgets all gates: what this page held goes through when its connection ends. */
  lose() {
    if ([...this.states].some(([index, state]) => state.count > 0 && this.used.has(index))) this.problem = "The connection was lost: what this page held went through, unless another client also holds it.";
    for (const timer of this.asking.values()) clearTimeout(timer);
    this.states.clear();
    this.used.clear();
    this.draw();
  },

  /** Draws what was put off while something was being clicked. */
  release() {
    if (this.isStale) this.draw();
  },

  /** Forgets the gate of a store that is gone. */
  forget(store) {
    clearTimeout(this.asking.get(store.index));
    this.states.delete(store.index);
    this.draw();
  },

  onShow(store) {
    if (this.shown === store.index) return;
    this.shown = store.index;
    this.draw();
  },

  /** Sends a command to the gate of a store, by default the one that the bar shows. */
  async control(method, params = {}, store = stores[this.shown]) {
    if (!this.isAllowed || !store?.capabilities.gate || store.end) return;
    try {
      await this.use(store, method, params);
      this.problem = undefined;
    } catch (error) { this.problem = error.message; }
    await this.ask(store);
  },

  async use(store, method, params) {
    const answer = await socket.ask(method, { store: store.id, ...params });
    this.used.add(store.index);
    return answer;
  },

  held({ count, stopped }) {
    const why = [stopped?.breakpoint !== undefined && `breakpoint ${stopped.breakpoint}`, stopped?.phase === "after" && stopped.entry && `after #${stopped.entry.seq}`].filter(part => part).join(", ");
    return `paused, ${plural(count, "action")} held${why ? ` (${why})` : ""}`;
  },

  draw() {
    this.isStale = source.isPressed;
    if (this.isStale) return;
    const store = stores[this.shown] ?? page.store ?? stores[0];
    this.drawn = this.problem;
    const isShown = socket.connection && store?.capabilities.gate && !store.end && (this.isAllowed || this.states.get(store.index)?.paused || this.states.get(store.index)?.breakpoints);
    // What is held elsewhere must not be forgotten.
    const others = stores.filter(each => each !== store && this.states.get(each.index)?.paused);
    this.bar.hidden = !isShown && others.length === 0;
    this.bar.classList.toggle("stopped", others.length > 0 || this.states.get(store?.index)?.paused === true);
    const focused = document.activeElement?.closest("#gate") && document.activeElement.dataset.key, { scrollTop } = this.bar;
    const place = [...this.bar.querySelectorAll("button")].indexOf(document.activeElement);
    const button = (label, key, title, action, isOff = !this.isAllowed) => make("button", { "data-key": key, title, onclick: action, disabled: isOff ? "" : undefined }, label);
    this.bar.replaceChildren();
    if (isShown) this.drawStore(store, button);
    for (const other of others) {
      this.bar.append(make("div", { class: "gate-line" }, make("b", {}, visible(other.id)), make("span", {}, this.held(this.states.get(other.index))),
        button("Resume", "r" + other.index, "Let everything through", () => this.control("gate/resume", {}, other))));
    }
    this.bar.scrollTop = scrollTop;
    if (!focused) return;
    // In place of one that is gone, the next one that can be pressed.
    const buttons = [...this.bar.querySelectorAll("button")];
    const next = buttons.find(each => each.dataset.key === focused && !each.disabled) ?? [...buttons.slice(place), ...buttons.toReversed()].find(each => !each.disabled);
    (next ?? logElement).focus({ preventScroll: true });
  },

  /** Draws the gate of the store that is shown. */
  drawStore(store, button) {
    const state = this.states.get(store.index) ?? { paused: false, held: [], count: 0 };
    this.bar.append(make("div", { class: "gate-line" },
      make("b", {}, visible(store.id)), make("span", { id: "gate-status" }, state.paused ? this.held(state) : "running"),
      state.paused ? button("Resume", "r", "Let everything through (r)", () => this.control("gate/resume", {}, store)) : button("Pause", "p", "Hold actions before the reducer (p)", () => this.control("gate/pause", {}, store)),
      button("Step", "s", "Let one action through (space)", () => this.control("gate/step", {}, store), !state.paused || !this.isAllowed),
      button(state.breakpoints ? plural(state.breakpoints, "breakpoint") : "Break…", "b", this.isAllowed ? "Stop before certain actions" : "Where the store stops", () => this.breakpoints(store), false),
      this.problem ? make("span", { class: "callout bad" }, this.problem) : null));
    for (const held of state.held.slice(0, 20)) {
      this.bar.append(make("div", { class: "gate-line held" }, make("span", { class: "dot " + held.origin, title: held.origin }),
        make("code", { class: "what", title: visible(held.label) }, visible(held.label)),
        held.cause === undefined ? null : make("span", { class: "muted" }, "caused by ", make("button", { class: "link", onclick: () => compare.goTo(store, held.cause) }, "#" + held.cause)),
        button("Edit…", "e" + held.id, "Change the action before it is let through", () => this.edit(store, held)),
        button("Drop", "d" + held.id, "Discard this action", () => this.control("gate/drop", { ids: [held.id] }, store))));
    }
    if (state.count > 20) this.bar.append(make("div", { class: "gate-line muted" }, `and ${grouped(state.count - 20)} more`));
    const stop = state.stopped;
    if (stop?.phase === "before" && state.held.length) {
      this.bar.append(make("div", { class: "gate-would" }, make("span", { class: "muted" }, state.held.length > 1 ? "The first would " : "It would "),
        ...(stop.error !== undefined ? [make("span", { class: "callout bad" }, "be rejected: " + visible(stop.error))]
          : [...compare.changes(stop.changes ? stop : { incomplete: "unknown" }, store, "change nothing."), ...compare.effects(stop)])));
    }
  },

  edit(store, held) {
    const status = make("p", { role: "status" });
    const change = async () => {
      try {
        await this.use(store, "gate/edit", { id: held.id, action: await action.parse() });
        compare.dialog.close();
        await this.ask(store);
      } catch (error) { status.textContent = error.message; }
    };
    const action = new ActionField(() => store, change, { rows: 3 });
    action.field.value = held.action !== undefined ? typed(written(held.action, store.actionSchema, 4000)) : held.label;
    action.typed();
    return compare.tell(`Edit a held action of ${visible(store.id)}`, () => [action.field, action.offers,
      make("p", {}, make("button", { onclick: change }, "Change"), make("span", { class: "muted" }, "  Ctrl-Enter changes it; Tab completes")), status, action.result]);
  },

  /** How a breakpoint is described in the list. */
  breakpoint: each => visible([
    each.action, each.path === undefined ? "" : "path " + swiftPath(each.path), each.condition && "if " + each.condition, each.hitCount > 1 && `from hit ${each.hitCount} on`,
    each.once && "once", each.log === undefined ? "" : "log " + quoted(each.log),
  ].filter(part => part).join("  ")),

  /** Lists the breakpoints of a store; with control, sets others, and turns them off and on. */
  breakpoints(store) {
    return compare.tell(`Breakpoints of ${visible(store.id)}`, async () => {
      const { breakpoints } = await socket.ask("breakpoint/list", { store: store.id });
      const failure = make("p", { role: "status" });
      const change = async (method, params) => {
        try {
          await this.use(store, method, params);
          await this.breakpoints(store);
          this.ask(store);
        } catch (error) { failure.textContent = error.message; }
      };
      const button = (label, each, method, params) => this.isAllowed ? make("button", { "aria-label": `${label} breakpoint ${each.id}`, onclick: () => change(method, { id: each.id, ...params }) }, label) : null;
      const list = breakpoints.map(each => make("li", each.enabled ? {} : { class: "off" }, make("code", {}, this.breakpoint(each)), make("span", { class: "muted" }, `  ${plural(each.hits, "hit")}${each.enabled ? "" : ", off"}  `),
        button(each.enabled ? "Turn off" : "Turn on", each, "breakpoint/set", { enabled: !each.enabled }), " ", button("Remove", each, "breakpoint/remove"),
        each.problem === undefined ? null : make("p", { class: "callout" }, visible(each.problem))));
      const parts = [list.length ? make("ul", { class: "entries" }, ...list) : make("p", { class: "muted" }, "There are none.")];
      if (!this.isAllowed) return parts;
      const field = (label, placeholder, attributes = {}) => make("input", { "aria-label": label, placeholder, spellcheck: "false", autocomplete: "off", ...attributes });
      const action = field("Action", ".loaded*"), path = field("Path that changes", ".items[3]"), condition = field("Condition", ".count > 3");
      const hits = field("First hit that stops", "1", { type: "number", min: "1" }), text = field("Text to log", "{.count} items"), once = make("input", { type: "checkbox" });
      const labelled = input => make("label", {}, input.getAttribute("aria-label"), input);
      const set = () => change("breakpoint/set", {
        ...(action.value ? { action: action.value } : {}), ...(path.value ? { path: pointerTo(path.value) } : {}), ...(condition.value ? { condition: condition.value } : {}),
        ...(hits.value ? { hitCount: Number(hits.value) } : {}), ...(once.checked ? { once: true } : {}), ...(text.value ? { log: text.value } : {}),
      });
      const fields = make("form", { class: "step-tools", onsubmit: event => { event.preventDefault(); set(); } }, ...[action, path, condition, hits, text].map(labelled), make("label", { class: "once" }, once, " Once"), make("button", {}, "Set"));
      return [...parts, fields, make("p", { class: "muted" }, `All fields that you fill in must match. The store stops before the action${store.capabilities.replay ? "" : ", or after it if there is a path or a condition: it is not replayed"}. With a text it does not stop; it logs the text, with the values of the expressions in braces.`), failure];
    });
  },

  /** Rows for what log points wrote, behind their transitions; those whose transition is still to come wait. */
  logged(list, rows) {
    for (const line of [...this.waiting.splice(0), ...list]) {
      const { store: id, seq, text } = line, index = follow.indexOf(id), store = stores[index];
      if (!store || store.end) continue;
      if (seq > follow.taken(store)) { if (this.waiting.length < 1000) this.waiting.push(line); continue; }
      const step = store.numbered.get(seq) ?? rows.findLast(row => row.step?.s === index && row.step.n === seq)?.step;
      const note = { s: index, n: seq, t: step?.t ?? rows.at(-1)?.t ?? items.at(-1)?.t ?? 0, text };
      data.notes.push(note);
      rows.push(model.row("note", note));
    }
  },
};
extras.push(gate);
