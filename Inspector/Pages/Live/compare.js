// Questions about a step: two states side by side, why it happened, what if it had not, who changed a place.

const compare = {
  mark: undefined,
  keys: {
    d: () => compare.show(items[page.selected]?.step),
    b: () => compare.blame(),
    w: () => compare.without(items[page.selected]?.step),
  },

  start() {
    this.dialog = make("dialog", { id: "answer", "aria-labelledby": "answer-title" });
    document.body.append(this.dialog);
    byId("help").querySelector("dl").append(
      make("dt", {}, make("kbd", {}, "d")), make("dd", {}, "compare with the next transition on which you press it (or Shift-click)"),
      make("dt", {}, make("kbd", {}, "b")), make("dd", {}, "which transitions changed the chosen part of the state"),
      make("dt", {}, make("kbd", {}, "w")), make("dd", {}, "the state without this transition"));
    treeElement.before(make("div", { id: "place", class: "section-head" },
      make("button", { onclick: () => this.blame(), title: "Which transitions changed the chosen part of the state (b)" }, "What changed this?")));
  },

  /** Shift-click compares with the row that is selected. */
  select(position, _, event) {
    if (!event?.shiftKey) return false;
    const other = items[page.selected]?.step, step = items[position]?.step;
    if (!other || !step) return false;
    follow.set(false);
    this.mark = other;
    this.show(step);
    return true;
  },

  /** Chooses the first of two to compare; `undefined` ends it. */
  setMark(step) {
    this.mark = step;
    page.showView();
  },

  escape() { if (this.mark) this.setMark(); },

  /** The buttons of a step. */
  facts(step) {
    const buttons = make("div", { class: "step-tools" });
    const { capabilities, noReplay } = stores[step.s];
    const add = (label, title, action, isOff) => buttons.append(make("button", { title, onclick: action, disabled: isOff ? "" : undefined }, label));
    const why = `The store is not replayed${noReplay ? ": " + visible(noReplay) : ""}`;
    add("Without this", capabilities.replay ? "What the state would be now without this transition (w)" : why, () => this.without(step), !capabilities.replay);
    if (step.a !== undefined && !opened.isRecording) add("Again…", !capabilities.replay ? why : capabilities.dispatch ? "What the action would change now" : "The store takes no actions from outside", () => this.again(step), !capabilities.replay || !capabilities.dispatch);
    add("Why?", "The transitions that led to this one, and those that it led to", () => this.why(step));
    add("Bookmark…", "Give it a name, and find it again (m)", () => bookmarks.add(step));
    if (!this.mark) add("Compare…", "Compare another transition with this one (d)", () => this.setMark(step));
    else if (this.mark === step) add("Stop comparing", "Compare nothing (Esc)", () => this.setMark());
    else add(`Compare with ${visible(stores[this.mark.s].id)} #${this.mark.n}`, "The changes from one state to the other (d)", () => this.show(step));
    if (opened.access === "control" && capabilities.jump) add("Restore", "Restore the state after this transition", () => this.restore(step));
    return this.mark === step ? [buttons, make("p", { class: "callout" }, "Select the transition to compare this one with.")] : [buttons];
  },

  /** Opens a dialog with a heading; `fill` returns its content. */
  async tell(heading, fill) {
    const body = make("div", { class: "answer-body" }, make("p", { class: "muted" }, "Loading…"));
    this.dialog.replaceChildren(make("h2", { id: "answer-title" }, heading), body, make("form", { method: "dialog" }, make("button", { onclick: event => { event.preventDefault(); this.dialog.close(); } }, "Close")));
    if (!this.dialog.open) this.dialog.showModal();
    try {
      body.replaceChildren(...await fill());
      body.querySelector("textarea, input")?.focus();
    } catch (error) {
      body.replaceChildren(make("p", { class: "callout bad" }, error.message));
    }
  },

  /** What an answer with incomplete changes says of them. */
  incomplete: ({ incomplete }) => incomplete ? [make("p", { class: "callout" }, `Not all changes are known: ${incompleteness[incomplete] ?? incomplete}.`)] : [],

  /** The changes of an answer. */
  changes(answer, store, none) {
    const parts = [...this.incomplete(answer), ...answer.changes?.length ? [entryView.changes(received(answer.changes), store)] : []];
    return parts.length ? parts : [make("p", {}, none)];
  },

  /** The effects of an answer. */
  effects: ({ effects = [] }) => effects.length ? [make("div", { class: "changes" }, ...effects.map(effect => make("div", { class: "change" }, make("span", { class: "sign", title: "effect" }, "⇒"), make("span", {}, visible(effect.label)))))] : [],

  show(step) {
    if (!step) return;
    if (!this.mark) return this.setMark(step);
    const a = this.mark, store = stores[step.s];
    this.setMark();
    if (a === step) return;
    const index = lastAtOrBefore(store.steps, a.t, each => each.t), before = store.steps[index];
    const from = a.s === step.s ? a.n : before?.n ?? store.firstSeq;
    // What was first after the time of the other one must be known, too.
    const next = store.steps[index + 1]?.n ?? follow.taken(store) + 1;
    if (a.s !== step.s && (next !== from + 1 || !before && from > 0)) {
      const isLoadable = items.some(({ gap }) => gap?.isLoadable && gap.s === step.s && gap.from > from && gap.from < next);
      const how = isLoadable ? "select the row of the missing transitions to load them" : !before && store.hasEarlier ? "load earlier rows first" : "it is not kept";
      return this.tell(`${visible(store.id)} to #${step.n}`, () => [make("p", { class: "callout" }, `The state of ${visible(store.id)} at the time of ${visible(stores[a.s].id)} #${a.n} is not known: ${how}.`)]);
    }
    const note = a.s === step.s ? [] : [make("p", { class: "muted" }, `${visible(store.id)} was at #${from} at the time of ${visible(stores[a.s].id)} #${a.n}.`)];
    return this.tell(`${visible(store.id)} from #${from} to #${step.n}`, async () => [
      ...note, ...this.changes(await socket.ask("state/diff", { store: store.id, from, to: step.n }), store, "The states are equal.")]);
  },

  without(step) {
    if (!step || !stores[step.s].capabilities.replay) return;
    const store = stores[step.s];
    return this.tell(`Without ${visible(store.id)} #${step.n} ${visible(step.l)}`, async () => {
      const { branch } = await socket.ask("branch/create", { store: store.id, edits: [{ skip: step.n }] });
      try {
        const answer = await socket.ask("state/diff", { store: store.id, from: "live", to: `branch:${branch.id}` });
        const errors = branch.errors ? [make("p", { class: "callout" }, `${plural(branch.errors, "later action")} would be rejected, the first as #${branch.firstError}.`)] : [];
        return [make("p", { class: "muted" }, "The later actions are replayed without this one; effects are not run. The current state would differ by:"), ...errors,
          ...this.changes(answer, store, "nothing: the state would be the same.")];
      } finally {
        socket.ask("branch/delete", { store: store.id, id: branch.id }).catch(() => {});
      }
    });
  },

  /** What the action of a step would do now; with control, does it. */
  again(step) {
    const store = stores[step.s];
    return this.tell(`${visible(store.id)} #${step.n} ${visible(step.l)} again`, async () => {
      const answer = await socket.ask("action/redo", { store: store.id, seq: step.n, dryRun: true });
      const send = make("button", { onclick: async () => {
        send.disabled = true;
        const answer = await socket.ask("action/redo", { store: store.id, seq: step.n }).catch(error => error);
        const sent = answer instanceof Error ? [make("p", { class: "callout bad" }, answer.message)]
          : [make("h2", {}, ActionField.sent(answer)), ...answer.held === undefined ? ActionField.answer(answer, store, "Rejected: ", "Nothing changed.") : []];
        send.parentElement.replaceWith(...sent);
      } }, "Send it again");
      const isAllowed = opened.access === "control" && store.capabilities.dispatch;
      return [make("h2", {}, "Now it would"), ...ActionField.answer(answer, store, "be rejected: ", "change nothing."), ...isAllowed ? [make("p", {}, send)] : []];
    });
  },

  entry(entry, store) {
    return make("li", {}, make("button", { class: "link", onclick: () => { this.dialog.close(); this.goTo(store, entry.seq); } }, "#" + entry.seq), " ", visible(entry.label), make("span", { class: "muted" }, "  " + entry.origin));
  },

  async goTo(store, seq) {
    follow.set(false);
    if (await follow.reach(store, seq)) page.select(model.position(store, seq));
  },

  why(step) {
    const store = stores[step.s];
    return this.tell(`Why ${visible(store.id)} #${step.n} ${visible(step.l)}`, async () => {
      const answer = await socket.ask("log/why", { store: store.id, seq: step.n, limit: 50 });
      const led = answer.links.filter(entry => entry.seq !== step.n);
      const list = (entries, none) => entries.length ? make("ul", { class: "entries" }, ...entries.map(entry => this.entry(entry, store))) : make("p", { class: "muted" }, none);
      return [
        make("h2", {}, "Led to it"), list(led, step.c === undefined ? `Nothing: its origin is ${visible(step.o)}.` : `#${step.c}, which the program has dropped.`),
        ...(led.length && led[0].cause !== undefined ? [make("p", { class: "muted" }, `Before that: #${led[0].cause}, and what led to it.`)] : []),
        make("h2", {}, "It led to"), list(answer.children, answer.running.length ? "Nothing yet." : step.e === undefined ? "Nothing." : step.e.length ? "Nothing: its effects have dispatched nothing." : "Nothing: it has no effects."),
        ...(answer.more ? [make("p", { class: "muted" }, `${grouped(answer.more)} more are not shown.`)] : []),
        ...(answer.running.length ? [make("h2", {}, "Still running"), make("ul", { class: "entries" }, ...answer.running.map(effect => make("li", {}, visible(effect.label))))] : []),
      ];
    });
  },

  /** The path of the part of the state that is chosen. */
  get path() { return pages.isShown ? pages.current : tree.current ?? ""; },

  /** A part of a state, or the whole. */
  place: (store, path) => visible(store.id) + (path === "" ? "" : " " + swiftPath(path)),

  blame() {
    const { store } = page, { path } = this, item = items[page.selected];
    if (!store) return;
    return this.tell(`What changed ${this.place(store, path)}`, async () => {
      const at = item?.step && item.step.s === store.index ? item.step.n : undefined;
      return this.blamed(store, path, at);
    });
  },

  /** The transitions that changed a place, from a state on; older ones on demand. */
  async blamed(store, path, at) {
    const answer = await socket.ask("state/blame", { store: store.id, path, ...(at === undefined ? {} : { at }), limit: 20 });
    const list = answer.entries.flatMap(({ entry, changes }) => [make("ul", { class: "entries" }, this.entry(entry, store)), ...(changes ? [entryView.changes(received(changes), store)] : [])]);
    if (answer.next === undefined) return [...this.incomplete(answer), ...list.length ? list : [make("p", {}, `Nothing since #${answer.from}.`)]];
    const older = make("button", { onclick: async () => {
      older.disabled = true;
      older.replaceWith(...await this.blamed(store, path, answer.next).catch(error => [make("p", { class: "callout bad" }, error.message)]));
    } }, "Older…");
    return [...this.incomplete(answer), ...list, make("p", { class: "muted" }, `Searched back to #${answer.from}.`), older];
  },

  restore(step) {
    return this.tell(`Restore ${visible(stores[step.s].id)} #${step.n}`, async () => {
      const answer = await socket.ask("history/jump", { store: stores[step.s].id, seq: step.n });
      return [make("p", {}, `Restored, as #${answer.seq}.`), ...this.changes(answer, stores[step.s], "Nothing changed.")];
    });
  },
};
extras.push(compare);
