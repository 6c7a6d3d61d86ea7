// The selection, the keys, the theme and the address.

const $ = id => document.getElementById(id);

const page = {
  selected: 0,
  view: "step",
  stateStore: undefined,

  /** The keys of the views. */
  views: ["step", "graph", "session"],

  /** Selects a row of the log. */
  select(position, isQuiet = false, event = undefined) {
    for (const extra of extras) if (extra.select?.(position, isQuiet, event)) return;
    if (items.length === 0) return this.showView();
    position = Math.min(Math.max(position, 0), items.length - 1);
    const isSame = position === this.selected && this.hasShown;
    this.selected = position;
    if (isSame) return;
    this.hasShown = true;
    log.reveal(position);
    timeline.draw();
    const item = items[position];
    canvas.setAttribute("aria-valuenow", position + 1);
    canvas.setAttribute("aria-valuetext", item.kind === "step" ? `${item.step.l}, ${offset(item.t)}` : item.kind);
    this.showView();
    if (isQuiet) return;
    const subject = item[item.kind];
    const place = item.kind === "step" ? `#${encodeURIComponent(stores[subject.s].id)}/${subject.n}` : source.isLive ? "#" : "#" + position;
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => { try { history.replaceState(null, "", place); } catch { /* a page in a frame may not */ } }, 150);
  },

  /** The store whose state is shown: the selected one, or else that of the step. */
  get store() { return stores[this.stateStore] ?? this.ownStore; },

  get ownStore() {
    const item = items[this.selected];
    return stores[item?.[item.kind].s ?? this.lastStore ?? 0];
  },

  showView() {
    if (stores.length === 0) return this.view === "session" ? session.show() : entryView.show(undefined);
    const item = items[this.selected];
    const store = this.store;
    this.lastStore = this.ownStore.index;
    for (const extra of extras) extra.onShow?.(store, item);
    if (this.view === "graph") return graph.show(store, this.selected);
    if (this.view === "session") return session.show();
    entryView.show(item);
    if (extras.some(extra => extra.holdsState)) return;
    const state = items.length ? stateOf(store, this.selected) : store.states.after(-1);
    $("state-store").value = this.stateStore ?? "";
    $("state-store").options[0].textContent = `${visible(this.ownStore.id)} (of the transition)`;
    $("state-seq").textContent = "after #" + state.seq;
    if (state.isPending) return this.showPending(store, state);
    clearTimeout(this.waiting);
    this.waiting = undefined;
    const note = $("state-note");
    const wanted = store.steps[state.local]?.n ?? store.first;
    note.hidden = state.known;
    note.textContent = state.known ? "" : `The state after #${wanted} is not known${state.problem ? ` (${state.problem})` : ""}${state.value === undefined ? "" : `; this is the last known one, after #${state.seq}`}.`;
    const step = item?.kind === "step" ? item.step : undefined;
    if (!extras.some(extra => extra.showState?.(store, state, step))) tree.show(store, state, step);
  },

  /** Until a state comes the last one that did of its store is shown, with its own number; nothing if none did. */
  showPending(store, state) {
    for (const extra of extras) extra.showState?.(store, state);
    if (state.value === undefined) tree.forget();
    else if (tree.store !== store || tree.state.value !== state.value) tree.show(store, state);
    const note = $("state-note");
    this.pending = state.pending;
    this.waiting ??= setTimeout(() => {
      note.hidden = false;
      note.textContent = this.pending;
    }, 300);
    if (!note.hidden) note.textContent = this.pending;
  },

  chooseView(view) {
    this.view = view;
    for (const name of this.views) {
      $(name).hidden = name !== view;
      $("tab-" + name).setAttribute("aria-selected", name === view);
      $("tab-" + name).tabIndex = name === view ? 0 : -1;
    }
    this.showView();
  },

  /** Moves the selection by a number of visible rows. */
  step(count) {
    log.finish();
    const shown = log.shown, index = lastAtOrBefore(shown, this.selected, position => position);
    // There may be more before the first.
    if (index <= 0 && count < 0 && extras.some(extra => extra.beforeFirst?.())) return;
    if (shown.length === 0) return;
    this.select(shown[Math.min(Math.max(index + count, 0), shown.length - 1)]);
  },

  /** Selects the next or previous row of a kind. */
  seek(direction, isWanted) {
    for (let position = this.selected + direction; position >= 0 && position < items.length; position += direction) {
      if (isWanted(items[position])) return this.select(position);
    }
  },

  /** The row to begin with: the first failure or note, otherwise the last. */
  get opening() {
    const first = source.isLive ? -1 : items.findIndex(item => item.kind === "note" || (item.kind === "step" && isFailure(item.step)));
    return first < 0 ? items.length - 1 : first;
  },

  /** Selects the step given by the address: `#store/seq`. */
  goToAddress() {
    const [name, seq] = location.hash.slice(1).split("/");
    if (seq === undefined) return name === "" || isNaN(name) ? false : (this.select(Number(name), true), true);
    let id;
    try { id = decodeURIComponent(name); } catch { return false; }
    const position = model.position(stores.find(store => store.id === id), Number(seq));
    if (position === undefined) return false;
    this.select(position, true);
    return true;
  },

  toggleTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    timeline.draw(true);
  },

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target.matches("input, select, textarea")) {
      if (event.key === "Escape" && target.value && target.matches("input")) {
        target.value = "";
        target.dispatchEvent(new Event("input"));
      } else if (event.key === "Escape" || (event.key === "Enter" && target === filterElement)) {
        logElement.focus();
      } else return;
      return event.preventDefault();
    }
    if ((target === treeElement && tree.key(event)) || (target === canvas && timeline.key(event))) return event.preventDefault();
    if (target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      const tabs = this.views;
      const next = tabs[(tabs.indexOf(this.view) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
      this.chooseView(next);
      $("tab-" + next).focus();
      return event.preventDefault();
    }
    if (target.matches("button") && (event.key === "Enter" || event.key === " ")) return;
    const item = items[this.selected];
    const isTrouble = each => each.kind === "gap" || (each.kind === "step" && isFailure(each.step));
    const pageful = Math.max(Math.floor(logElement.clientHeight / rowHeight) - 1, 1);
    const actions = {
      j: () => this.step(1), ArrowDown: () => this.step(1), ArrowRight: () => this.step(1),
      k: () => this.step(-1), ArrowUp: () => this.step(-1), ArrowLeft: () => this.step(-1),
      PageDown: () => this.step(pageful), PageUp: () => this.step(-pageful),
      Home: () => this.step(-items.length), End: () => this.step(items.length),
      c: () => { const cause = item?.step && model.position(stores[item.step.s], item.step.c); if (cause !== undefined) this.select(cause); },
      n: () => this.seek(1, each => each.kind === "note"), N: () => this.seek(-1, each => each.kind === "note"),
      e: () => this.seek(1, isTrouble), E: () => this.seek(-1, isTrouble),
      "/": () => { filterElement.focus(); filterElement.select(); }, Escape: () => { for (const extra of extras) extra.escape?.(); this.clearFilter(); },
      1: () => this.chooseView("step"), 2: () => this.chooseView("graph"), 3: () => this.chooseView("session"),
      s: () => timeline.toggle(), t: () => this.toggleTheme(), "?": () => this.help(),
    };
    for (const extra of extras) Object.assign(actions, extra.keys);
    if (!Object.hasOwn(actions, event.key)) return;
    actions[event.key]();
    event.preventDefault();
  },

  help() {
    $("help").showModal();
    // The button that gets the focus is at the end.
    $("help").scrollTop = 0;
  },

  badges() {
    $("badges").replaceChildren();
    for (const extra of extras) extra.badges?.();
    const add = (text, kind, view = "session") => $("badges").append(
      make("button", { class: "badge " + kind, onclick: () => this.chooseView(view) }, text));
    if (data.files.some(file => file.redaction?.length)) add("redacted", "warn");
    else if (data.files.some(file => file.redaction)) add("not redacted", "bad");
    else add("redaction not known", "bad");
    if (data.gaps.length) add(plural(data.gaps.length, "gap"), "bad");
    if (data.damage.length) add("damaged file", "bad");
    if (data.files.some(file => !file.complete)) add("no end line", "warn");
    const count = (text, filter, isWanted) => {
      const found = steps.reduce((sum, step) => sum + isWanted(step), 0);
      if (found) $("badges").append(make("button", { class: "badge bad", title: "Show only these, from the first", onclick: () => this.narrow(filter) }, `${grouped(found)} ${text}`));
    };
    count("rejected", "is:rejected", step => step.x !== undefined);
    count("failed", "is:failed -is:rejected", step => step.x === undefined && isFailure(step));
  },

  /** Shows the rows of all times that a filter hides. */
  clearFilter() {
    filterElement.value = "";
    timeline.select();
    log.filter(this.selected);
  },

  /** Filters the log, and selects the first row that is left. */
  narrow(filter) {
    filterElement.value = filter;
    log.filter();
    if (log.shown.length) this.select(log.shown[0]);
  },

  storeChoices() {
    $("state-store").replaceChildren(make("option", { value: "" }, ""), ...stores.map((store, index) => make("option", { value: index }, visible(store.id))));
  },

  originChips() {
    const origins = [...new Set(steps.map(step => step.o))];
    $("origins").replaceChildren();
    for (const origin of origins.length > 1 ? origins : []) {
      const chip = make("button", { class: "chip", "aria-pressed": String(log.chosenOrigins.has(origin)), onclick: () => {
        if (!log.chosenOrigins.delete(origin)) log.chosenOrigins.add(origin);
        chip.setAttribute("aria-pressed", log.chosenOrigins.has(origin));
        log.filter(this.selected);
      } }, make("span", { class: "dot " + origin }), origin);
      $("origins").append(chip);
    }
    $("origins").hidden = origins.length < 2;
  },

  start() {
    $("subtitle").textContent = data.subtitle;
    this.badges();
    this.originChips();
    this.storeChoices();
    $("state-store").addEventListener("change", event => {
      this.stateStore = event.target.value === "" ? undefined : Number(event.target.value);
      this.showView();
    });
    filterElement.addEventListener("input", () => log.filter(this.selected));
    stateFilter.addEventListener("input", () => { if (!extras.some(extra => extra.filterState?.())) tree.draw(); });
    $("clear-filter").addEventListener("click", () => { this.clearFilter(); filterElement.focus(); });
    logElement.addEventListener("scroll", () => log.draw(), { passive: true });
    new ResizeObserver(() => log.resize()).observe(logElement);
    for (const extra of extras) extra.start?.();
    for (const name of this.views) $("tab-" + name).addEventListener("click", () => this.chooseView(name));
    $("previous").addEventListener("click", () => this.step(-1));
    $("next").addEventListener("click", () => this.step(1));
    $("theme").addEventListener("click", () => this.toggleTheme());
    $("help-button").addEventListener("click", () => this.help());
    $("copy-state").addEventListener("click", () => this.copyState());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => timeline.draw(true));
    document.addEventListener("keydown", event => this.key(event));
    window.addEventListener("hashchange", () => this.goToAddress());
    canvas.setAttribute("aria-valuemax", Math.max(items.length, 1));
    if (stores.length === 0) $("timeline").hidden = true; else timeline.start();
    log.filter();
    if (!this.goToAddress()) this.select(this.opening, true);
    logElement.focus({ preventScroll: true });
    document.documentElement.dataset.ready = "true";
  },

  copyState() {
    const state = stateOf(this.store, this.selected), button = $("copy-state");
    if (state.isPaged || state.value === undefined || state.isPending) return this.tell(button, state.isPaged ? "Too large" : "Not known");
    const seen = JSON.stringify(state.value, (_, value) => value instanceof Exact ? "\u0001" + value.text : value, 2) ?? "";
    this.copy(button, seen.replace(/"\\u0001(-?\d+)"/g, "$1"));
  },

  copy(button, text) {
    navigator.clipboard?.writeText(text).then(() => this.tell(button, "Copied"), () => this.tell(button, "Not allowed"));
  },

  /** Says for a moment on a button what came of it. */
  tell(button, text) {
    button.dataset.label ??= button.textContent;
    button.textContent = text;
    setTimeout(() => { button.textContent = button.dataset.label; }, 1200);
  },
};

page.start();
