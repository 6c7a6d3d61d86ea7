// A part of the state, edited in its place: what is set is the current state, whatever state is shown.

const editor = {
  start() {
    if (opened.access !== "control") return;
    this.button = make("button", { onclick: () => this.open(), title: "Set the chosen part of the state (Enter on a value, or F2)" }, "Set…");
    this.outcome = make("span", { role: "status" });
    byId("place").append(this.button, this.outcome);
    byId("help").querySelector("dl").append(make("dt", {}, make("kbd", {}, "Enter")), make("dd", {}, "in the state, on a value: set it"));
    treeElement.addEventListener("keydown", event => {
      if (event.target !== treeElement || event.ctrlKey || event.metaKey || event.altKey || this.button.disabled) return;
      const node = this.view.nodes.find(each => each.pointer === this.view.current);
      if (event.key !== "F2" && (event.key !== "Enter" || !node || node.isParent)) return;
      event.preventDefault();
      event.stopPropagation();
      this.open();
    });
    treeElement.addEventListener("click", event => { if (!this.box?.contains(event.target)) this.close(); }, true);
    stateFilter.addEventListener("input", () => this.close());
    byId("state-store").addEventListener("change", () => this.close());
  },

  /** What shows the state. */
  get view() { return pages.isShown ? pages : tree; },

  /** Nothing is drawn over a value while it is edited. */
  get holdsState() { return this.box !== undefined; },

  onShow(store) {
    if (!this.button) return;
    this.button.disabled = !store?.capabilities.edit || store.end !== undefined;
    if (this.box && (this.store !== store || page.view !== "step")) this.close();
  },

  /** Another row is chosen by the user. */
  select(_, isQuiet) {
    if (!isQuiet && !follow.isMoving) this.close();
    return false;
  },

  async open() {
    const { store } = page, { path } = compare;
    if (!store || this.box) return this.field?.focus();
    const field = this.field = make("textarea", { "aria-label": `New value of ${compare.place(store, path)}`, rows: 1, spellcheck: "false", autocomplete: "off" });
    const problem = make("span", { role: "status" });
    const set = async () => {
      problem.replaceChildren();
      try {
        const { value } = await socket.ask("web/parse", { store: store.id, text: field.value, path });
        const answer = await socket.ask("state/set", { store: store.id, path, value });
        this.close();
        this.outcome.replaceChildren("Set, as ", make("button", { class: "link", onclick: () => compare.goTo(store, answer.seq) }, `#${answer.seq}`), ".");
        treeElement.focus({ preventScroll: true });
      } catch (error) {
        problem.replaceChildren(make("span", { class: "callout bad" }, error.message + (error.data?.suggestion ? ` Did you mean ${error.data.suggestion}?` : "")));
      }
    };
    const cancel = () => {
      this.close();
      treeElement.focus({ preventScroll: true });
    };
    field.addEventListener("input", () => this.fit());
    const box = this.box = make("div", { class: "editor", onclick: event => event.stopPropagation(), onkeydown: event => {
      if (event.key === "Escape") cancel();
      else if (event.target === field && event.key === "Enter" && !event.shiftKey && !event.isComposing) set();
      else return event.stopPropagation();
      event.preventDefault();
      event.stopPropagation();
    } }, field, make("span", { class: "editor-tools" }, make("button", { onclick: set }, "Set"), make("button", { onclick: cancel }, "Cancel"),
      make("span", { class: "muted" }, "Enter sets the current state, as a new transition; effects do not run."), problem));
    this.store = store;
    this.outcome.replaceChildren();
    const node = this.view.nodes.find(each => each.pointer === path), value = node?.element.querySelector(".value");
    if (!node) treeElement.prepend(box);
    else if (value && !node.isParent) value.replaceWith(box);
    else node.element.after(box);
    field.focus();
    // The value now; one that is too large for the field is not put in, nor is one that comes after what is typed.
    const answer = await socket.ask("state/get", { store: store.id, path }).catch(error => void (problem.textContent = error.message));
    const text = answer && written(answer.value, schemaAt(store.schema, tokensOf(path)), 4000);
    if (this.box !== box || !text || text.isFull || field.value) return;
    field.value = text.text;
    field.select();
    this.fit();
  },

  /** Gives the field as many lines as its text has. */
  fit() { this.field.rows = Math.min(Math.max(this.field.value.split("\n").length, Math.ceil(this.field.value.length / 60)), 12) || 1; },

  close() {
    if (!this.box) return;
    this.box.remove();
    this.box = this.field = undefined;
    pages.draw();
    page.showView();
  },

  escape() { this.close(); },
};
extras.push(editor);
