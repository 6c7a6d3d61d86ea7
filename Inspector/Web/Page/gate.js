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

  start() {
    this.bar = make("section", { id: "gate", "aria-label": "Gate" });
    document.querySelector("main").before(this.bar);
    byId("help").querySelector("dl").append(make("dt", {}, make("kbd", {}, "p"), " ", make("kbd", {}, "space"), " ", make("kbd", {}, "r")), make("dd", {}, "pause the store, step, resume"));
    for (const method of ["gate/stopped", "gate/resumed"]) socket.listeners.set(method, params => this.changed(params.store));
    window.addEventListener("beforeunload", event => {
      // The gate belongs to this session: closing the page lets everything through.
      if (this.isAllowed && [...this.states.values()].some(state => state.count > 0)) event.preventDefault();
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
    if ([...this.states.values()].some(state => state.count > 0)) this.problem = "The connection was lost: what this page held went through.";
    for (const timer of this.asking.values()) clearTimeout(timer);
    this.states.clear();
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
      await socket.ask(method, { store: store.id, ...params });
      this.problem = undefined;
    } catch (error) { this.problem = error.message; }
    await this.ask(store);
  },

  held: state => `paused, ${plural(state.count, "action")} held`,

  draw() {
    this.isStale = source.isPressed;
    if (this.isStale) return;
    const store = stores[this.shown] ?? page.store ?? stores[0];
    this.drawn = this.problem;
    const isShown = socket.connection && store?.capabilities.gate && !store.end && (this.isAllowed || this.states.get(store.index)?.paused);
    // What is held elsewhere must not be forgotten.
    const others = stores.filter(each => each !== store && this.states.get(each.index)?.paused);
    this.bar.hidden = !isShown && others.length === 0;
    this.bar.classList.toggle("stopped", others.length > 0 || this.states.get(store?.index)?.paused === true);
    const focused = document.activeElement?.closest("#gate") && document.activeElement.dataset.key;
    const button = (label, key, title, action, isOff) => make("button", { "data-key": key, title, onclick: action, disabled: isOff || !this.isAllowed ? "" : undefined }, label);
    this.bar.replaceChildren();
    if (isShown) this.drawStore(store, button);
    for (const other of others) {
      this.bar.append(make("div", { class: "gate-line" }, make("b", {}, visible(other.id)), make("span", {}, this.held(this.states.get(other.index))),
        button("Resume", "r" + other.index, "Let everything through", () => this.control("gate/resume", {}, other))));
    }
    if (focused) this.bar.querySelector(`[data-key="${focused}"]`)?.focus();
  },

  /** Draws the gate of the store that is shown. */
  drawStore(store, button) {
    const state = this.states.get(store.index) ?? { paused: false, held: [], count: 0 };
    this.bar.append(make("div", { class: "gate-line" },
      make("b", {}, visible(store.id)), make("span", { id: "gate-status" }, state.paused ? this.held(state) : "runs"),
      state.paused ? button("Resume", "r", "Let everything through (r)", () => this.control("gate/resume", {}, store)) : button("Pause", "p", "Hold actions before the reducer (p)", () => this.control("gate/pause", {}, store)),
      button("Step", "s", "Let one action through (space)", () => this.control("gate/step", {}, store), !state.paused),
      button(state.breakpoints ? plural(state.breakpoints, "breakpoint") : "Break…", "b", "Stop before certain actions", () => this.breakpoints(store)),
      this.problem ? make("span", { class: "callout bad" }, this.problem) : null));
    state.held.slice(0, 20).forEach((held, index) => this.bar.append(make("div", { class: "gate-line held" },
      make("span", { class: "dot " + held.origin }), make("code", { class: "what" }, visible(held.label)),
      index === 0 ? button("Edit…", "e", "Change the action before it is let through", () => this.edit(store, held)) : null,
      button("Drop", "d" + held.id, "Discard this action", () => this.control("gate/drop", { ids: [held.id] }, store)))));
    const stop = state.stopped;
    if (stop?.phase === "before" && state.held.length) {
      this.bar.append(make("div", { class: "gate-would" }, make("span", { class: "muted" }, "It would "),
        ...(stop.error !== undefined ? [make("span", { class: "callout bad" }, "be rejected: " + visible(stop.error))] : compare.changes(stop.changes ? stop : { incomplete: "unknown" }, store, "change nothing."))));
    }
  },

  edit(store, held) {
    const told = make("p", { role: "status" });
    const change = async () => {
      try {
        await socket.ask("gate/edit", { store: store.id, id: held.id, action: await action.parse() });
        compare.dialog.close();
        await this.ask(store);
      } catch (error) { told.textContent = error.message; }
    };
    const action = new ActionField(() => store, change, { rows: 3 });
    action.field.value = held.action !== undefined ? written(held.action, store.actionSchema, 4000).text : held.label;
    action.typed();
    return compare.tell(`Edit what is held in ${visible(store.id)}`, () => [action.field, action.offers,
      make("p", {}, make("button", { onclick: change }, "Change"), make("span", { class: "muted" }, "  Ctrl-Enter changes it; Tab completes")), told, action.result]);
  },

  /** Lists the breakpoints of a store, and sets others. */
  breakpoints(store) {
    return compare.tell(`Breakpoints of ${visible(store.id)}`, async () => {
      const { breakpoints } = await socket.ask("breakpoint/list", { store: store.id });
      const told = make("p", { role: "status" });
      const change = async (method, params) => {
        try {
          await socket.ask(method, { store: store.id, ...params });
          this.breakpoints(store);
          this.ask(store);
        } catch (error) { told.textContent = error.message; }
      };
      const list = breakpoints.map(each => make("li", {}, make("code", {}, visible([each.action, each.path && "path " + swiftPath(each.path), each.condition && "if " + each.condition, each.log && "log " + each.log].filter(part => part).join("  "))),
        make("span", { class: "muted" }, `  ${plural(each.hits, "hit")}  `), make("button", { onclick: () => change("breakpoint/remove", { id: each.id }) }, "Remove")));
      const action = make("input", { "aria-label": "Action", placeholder: ".loaded*", spellcheck: "false" });
      const condition = make("input", { "aria-label": "Condition", placeholder: "if: .count > 3", spellcheck: "false" });
      const set = () => change("breakpoint/set", { ...(action.value ? { action: action.value } : {}), ...(condition.value ? { condition: condition.value } : {}) });
      return [make("ul", { class: "entries" }, ...list), make("p", { class: "step-tools" }, action, condition, make("button", { onclick: set }, "Set")),
        make("p", { class: "muted" }, "The store stops before an action that matches, if the condition would hold after it."), told];
    });
  },
};
extras.push(gate);
