// The form for actions: while one types, what it would change; and what came of it.

const form = {
  keys: { a: () => { page.chooseView("send"); form.field.focus(); } },

  start() {
    const tab = make("button", { role: "tab", id: "tab-send", "aria-controls": "send", "aria-selected": "false", tabindex: "-1" }, "Send");
    byId("tab-session").before(tab);
    page.views.splice(2, 0, "send");
    this.panel = make("div", { id: "send", role: "tabpanel", "aria-labelledby": "tab-send", hidden: "" });
    byId("session").before(this.panel);
    byId("help").querySelector("dl").append(make("dt", {}, make("kbd", {}, "a")), make("dd", {}, "try or send an action"));
    byId("view-keys").append(" ", make("kbd", {}, "4"));
    byId("view-keys").nextElementSibling.textContent = "transition, graph, send, session";
    this.keys[3] = () => page.chooseView("send");
    this.keys[4] = () => page.chooseView("session");
    this.choice = make("select", { "aria-label": "Store that gets the action", onchange: () => this.chooseStore() });
    this.cases = make("div", { class: "chips", role: "group", "aria-label": "Actions of the store" });
    this.action = new ActionField(() => this.store, () => this.send(), { id: "action", placeholder: ".load", "aria-describedby": "try-result" });
    this.field = this.action.field;
    this.action.result.id = "try-result";
    this.button = make("button", { id: "send-button", class: "primary", onclick: () => this.send() }, "Send");
    this.outcome = make("div", { id: "sent" });
    this.note = make("p", { class: "callout" });
    this.panel.append(
      this.note, make("div", { class: "section-head" }, make("h2", {}, "Action for"), this.choice), this.cases, this.field, this.action.offers,
      make("p", {}, this.button, make("span", { class: "muted" }, "  Ctrl-Enter sends; Tab completes")), this.action.result, this.outcome);
    this.field.addEventListener("input", () => this.outcome.replaceChildren());
    this.field.addEventListener("keydown", event => {
      if (event.key === "Escape") logElement.focus();
      event.stopPropagation();
    });
    this.fillStores();
  },

  fillStores() {
    const chosen = this.choice.value;
    this.choice.replaceChildren(...stores.map((store, index) => make("option", { value: index }, visible(store.id))));
    this.choice.value = chosen || "0";
    this.chooseStore();
  },

  /** The store of the selected step is offered first. */
  onShow(store) {
    if (this.choice.options.length !== stores.length) this.fillStores();
    if (page.view !== "send" && this.field.value === "" && this.choice.value !== String(store.index)) {
      this.choice.value = String(store.index);
      this.chooseStore();
    }
  },

  get store() { return stores[Number(this.choice.value)]; },

  /** Why the store takes no action from this page; empty if it does. */
  get refusal() {
    if (opened.isRecording) return "A recording takes no actions.";
    if (opened.access !== "control") return "This page may only look. Start `strobe web` with --control, in a program that grants it, to try and send actions.";
    if (!this.store) return "There is no store yet.";
    return !this.store.capabilities.dispatch ? `${visible(this.store.id)} takes no actions from outside.` : "";
  },

  chooseStore() {
    this.note.textContent = this.refusal;
    this.note.hidden = this.refusal === "";
    this.field.disabled = this.button.disabled = this.refusal !== "";
    const cases = this.store?.actionSchema?.kind === "enum" ? this.store.actionSchema.cases : [];
    this.cases.replaceChildren(...cases.slice(0, 60).map(each => make("button", { class: "chip", title: this.example(each), onclick: () => this.action.write(this.example(each)) }, visible(each.name))));
    this.action.typed();
  },

  /** How an action is written, with places for its fields. */
  example(each) {
    const isType = this.store.actionSchema.type?.startsWith("any ");
    const fields = (each.payload ?? []).map(field => (field.name ? field.name + ": " : "") + this.blank(field.schema));
    return (isType ? "" : ".") + each.name + (fields.length || isType ? `(${fields.join(", ")})` : "");
  },

  blank(schema, depth = 0) {
    switch (schema?.kind) {
      case "optional": return "nil";
      case "array": case "set": return "[]";
      case "dictionary": return "[:]";
      case "scalar": return schema.scalar === "bool" ? "false" : /int|decimal|double|float/.test(schema.scalar) ? "0" : '""';
      case "enum": return schema.cases.length ? "." + schema.cases[0].name + (schema.cases[0].payload?.length ? "()" : "") : "";
      case "object": return depth > 3 ? "" : `${baseName(schema.type)}(${schema.fields.map(field => field.name + ": " + this.blank(field.schema, depth + 1)).join(", ")})`;
      default: return "";
    }
  },

  async send() {
    if (!this.field.value.trim() || this.button.disabled) return;
    // What it would do is over with what it did.
    this.action.clear();
    this.button.disabled = true;
    try {
      const store = this.store, answer = await socket.ask("action/dispatch", { store: store.id, action: await this.action.parse() });
      this.held = answer.held === undefined ? undefined : { store, id: answer.held, after: answer.seq };
      this.tell(ActionField.sent(answer), ...this.held ? [] : ActionField.answer(answer, store, "Rejected: ", "Nothing changed."));
    } catch (error) {
      this.outcome.replaceChildren(make("p", { class: "callout bad" }, error.message));
    }
    this.button.disabled = this.refusal !== "";
  },

  /** Takes the actions that a gate holds now. */
  gateMoved(store, { held, count, seq }) {
    if (this.held?.store !== store) return;
    const index = held.findIndex(each => each.id === this.held.id), mine = held[index];
    if (mine) {
      // Those before it with the same label come first.
      const before = held.slice(0, index).filter(each => each.label === mine.label && each.origin === mine.origin).length;
      return void Object.assign(this.held, { label: mine.label, before, after: seq });
    }
    if (count > held.length) return;
    this.held.isGone = true;
    this.tell("No longer held");
    this.settle();
  },

  /** Says what came of the action that was held, once its row is here. */
  settle() {
    if (!this.held?.isGone) return;
    const { store, id, label, before = 0, after } = this.held;
    const isDropped = items.slice(-500).some(({ note }) => note?.s === store.index && note.text.endsWith(`(held as ${id})`));
    // Its label is unknown if it was never seen at the gate: then nothing tells which one it is.
    const step = isDropped || label === undefined ? undefined
      : store.steps.slice(-500).filter(step => step.n > after && step.o === "inspector" && (label === step.l || label === step.w))[before];
    if (!step && !isDropped) return;
    this.held = undefined;
    this.tell(isDropped ? "Dropped at the gate" : `${step.x === undefined ? "Let through" : "Rejected"}, as #${step.n}`,
      ...step ? [make("p", {}, make("button", { onclick: () => compare.goTo(store, step.n) }, `Show #${step.n}`))] : []);
  },

  /** Shows what came of an action, and says it. */
  tell(heading, ...parts) {
    this.outcome.replaceChildren(make("h2", {}, heading), ...parts);
    follow.say(heading);
  },

  /** What a log without a row offers. */
  whenEmpty() {
    return this.refusal ? [] : [make("p", { class: "step-tools" }, make("button", { onclick: () => this.keys.a() }, "Send an action…"), make("kbd", {}, "a"))];
  },

  /** Shows a row that is chosen while the form is there: the form keeps what was typed. */
  select(_, isQuiet) {
    if (!isQuiet && !follow.isMoving && ["send", "session"].includes(page.view)) page.chooseView("step");
    return false;
  },
};
extras.push(form);
