// A part of the state, edited in its place: what is set is the current state, whatever state is shown.

/** A value as it is read back: what is redacted is a text that leaves it as it is. */
const typed = ({ text }) => text.replaceAll(redactedText, quoted(redactedText)).replaceAll(`""${redactedText}""`, quoted(redactedText));

const editor = {
  start() {
    if (opened.access !== "control") return;
    this.button = make("button", { onclick: () => this.open(), title: "Set the chosen part of the state (Enter on a value, or F2)" }, "Set…");
    this.outcome = make("span", { class: "muted" });
    byId("place").append(this.button, this.outcome);
    byId("help").querySelector("dl").append(make("dt", {}, make("kbd", {}, "Enter"), " ", make("kbd", {}, "F2")), make("dd", {}, "in the state: set the value; set any part"));
    treeElement.addEventListener("keydown", event => {
      if (event.target !== treeElement || event.ctrlKey || event.metaKey || event.altKey || this.button.disabled) return;
      const node = this.view.nodes.find(each => each.pointer === this.view.current);
      if (event.key !== "F2" && (event.key !== "Enter" || !node || node.isParent)) return;
      event.preventDefault();
      event.stopPropagation();
      this.open();
    });
    treeElement.addEventListener("pointerdown", event => { if (!this.box?.contains(event.target)) this.close(); }, true);
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
    if (this.reported && this.reported !== store) this.tell(undefined);
    if (this.box && (this.store !== store || page.view !== "step")) this.close();
  },

  /** Another row is chosen by the user. */
  select(_, isQuiet) {
    if (!isQuiet && !follow.isMoving) { this.close(); this.tell(undefined); }
    return false;
  },

  /** Says what came of it, as long as the same row of the same store is shown. */
  tell(store, ...parts) {
    this.reported = store;
    this.outcome?.replaceChildren(...parts);
    if (store) follow.say(this.outcome.textContent);
  },

  async open() {
    const { store } = page, { path } = compare;
    if (!store || this.box) return this.field?.focus();
    // Rows of other stores that come must not change whose state this is.
    follow.set(false);
    const field = this.field = make("textarea", { "aria-label": `New value of ${compare.place(store, path)}`, rows: 1, spellcheck: "false", autocomplete: "off" });
    const problem = make("span");
    let isSetting = false;
    const set = async () => {
      if (isSetting) return;
      isSetting = true;
      problem.replaceChildren();
      try {
        const { value } = await socket.ask("web/parse", { store: store.id, text: field.value, path });
        const answer = await socket.ask("state/set", { store: store.id, path, value });
        // Another edit may have begun meanwhile.
        if (this.box === box) cancel();
        this.tell(store, ...answer.applied === false ? ["Set; the store does not say which transition resulted."]
          : ["Set, as ", make("button", { class: "link", onclick: () => compare.goTo(store, answer.seq) }, `#${answer.seq}`), "."]);
      } catch (error) {
        problem.replaceChildren(make("span", { class: "callout bad" }, error.message + (error.data?.suggestion ? ` Did you mean ${error.data.suggestion}?` : "")));
        follow.say(problem.textContent);
      }
      isSetting = false;
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
    this.tell(undefined);
    const node = this.view.nodes.find(each => each.pointer === path), value = node?.element.querySelector(".value");
    if (!node) treeElement.prepend(box);
    else if (value && !node.isParent) value.replaceWith(box);
    else node.element.after(box);
    field.focus();
    this.fit();
    // The value now; one that is too large for the field is left out, and so is one that comes after what is typed.
    const answer = await socket.ask("state/get", { store: store.id, path }).catch(error => void (problem.textContent = error.message));
    const text = answer && written(answer.value, schemaAt(store.schema, tokensOf(path)), 4000);
    if (this.box !== box || !text || text.isFull || field.value) return;
    field.value = typed(text);
    field.select();
    this.fit();
  },

  /** Gives the field as many lines as its text has, and shows all of it. */
  fit() {
    this.field.rows = Math.min(Math.max(this.field.value.split("\n").length, Math.ceil(this.field.value.length / 60)), 12) || 1;
    this.box.scrollIntoView({ block: "nearest" });
  },

  close() {
    if (!this.box) return;
    this.box.remove();
    this.box = this.field = undefined;
    pages.draw();
    tree.draw();
    page.showView();
  },

  escape() { this.close(); },
};
extras.push(editor);
