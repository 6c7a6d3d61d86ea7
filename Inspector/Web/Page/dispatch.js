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
    this.field = make("textarea", { id: "action", rows: 2, spellcheck: "false", "aria-label": "Action", placeholder: ".load", autocomplete: "off", "aria-describedby": "try-result" });
    this.offers = make("div", { class: "chips", role: "group", "aria-label": "Completions" });
    this.button = make("button", { id: "send-button", class: "primary", onclick: () => this.send() }, "Send");
    this.result = make("div", { id: "try-result", role: "status" });
    this.outcome = make("div", { id: "sent" });
    const isAllowed = opened.access === "control";
    this.panel.append(
      ...(isAllowed ? [] : [make("p", { class: "callout" }, opened.isRecording ? "A recording takes no actions."
        : "This page may only look. Start `strobe web` with --control, in a program that grants it, to try and send actions.")]),
      make("div", { class: "section-head" }, make("h2", {}, "Action for"), this.choice), this.cases, this.field, this.offers,
      make("p", {}, this.button, make("span", { class: "muted" }, "  Ctrl-Enter sends; Tab completes")), this.result, this.outcome);
    this.field.disabled = this.button.disabled = !isAllowed;
    this.field.addEventListener("input", () => { this.outcome.replaceChildren(); this.typed(); });
    this.field.addEventListener("keydown", event => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.send(); }
      else if (event.key === "Tab" && !event.shiftKey && this.candidates?.length) { event.preventDefault(); this.complete(this.candidates[0]); }
      else if (event.key === "Escape") logElement.focus();
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

  chooseStore() {
    const cases = this.store?.actionSchema?.kind === "enum" ? this.store.actionSchema.cases : [];
    this.cases.replaceChildren(...cases.slice(0, 60).map(each => make("button", { class: "chip", title: this.example(each), onclick: () => {
      this.field.value = this.example(each);
      this.field.focus();
      this.typed();
    } }, visible(each.name))));
    this.typed();
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

  typed() {
    clearTimeout(this.trying);
    this.number = (this.number ?? 0) + 1;
    this.result.replaceChildren();
    this.offers.replaceChildren();
    this.candidates = [];
    if (!this.field.value.trim() || this.field.disabled) return;
    this.trying = setTimeout(() => this.try(this.number), 150);
  },

  /** What the action would change, as of the last key. */
  async try(number) {
    const store = this.store, text = this.field.value;
    this.offer(number, store, text);
    let parts;
    try {
      const { value } = await socket.ask("web/parse", { store: store.id, text });
      if (store.capabilities.replay) {
        const answer = await socket.ask("action/dispatch", { store: store.id, action: value, dryRun: true });
        parts = [make("h2", {}, "It would"), ...this.answer(answer, store, "be rejected: ", "change nothing.")];
      } else {
        parts = [make("p", { class: "muted" }, `What it would change cannot be tried: ${store.noReplay ?? "the store is not replayed"}.`)];
      }
    } catch (error) {
      parts = [make("p", { class: "callout" }, error.message + (error.data?.suggestion ? ` Did you mean ${error.data.suggestion}?` : ""))];
    }
    if (number === this.number) this.result.replaceChildren(...parts);
  },

  async offer(number, store, text) {
    const { completions } = await socket.ask("web/complete", { store: store.id, text }).catch(() => ({ completions: [] }));
    if (number !== this.number) return;
    this.candidates = completions;
    this.offers.replaceChildren(...completions.slice(0, 12).map(each => make("button", { class: "chip", title: each.detail, onclick: () => this.complete(each) }, visible(each.text))));
  },

  complete({ text, replaced }) {
    const letters = [...this.field.value];
    this.field.value = letters.slice(0, letters.length - replaced).join("") + text;
    this.field.focus();
    this.typed();
  },

  answer(answer, store, rejected, unchanged) {
    if (answer.error !== undefined) return [make("p", { class: "callout bad" }, rejected + visible(answer.error))];
    const parts = compare.changes(answer, store, unchanged);
    if (answer.effects?.length) parts.push(make("div", { class: "changes" }, ...answer.effects.map(effect => make("div", { class: "change" }, make("span", { class: "sign", title: "effect" }, "⇒"), make("span", {}, visible(effect.label))))));
    return parts;
  },

  async send() {
    const store = this.store, text = this.field.value;
    if (!text.trim() || this.button.disabled) return;
    clearTimeout(this.trying);
    // What it would do is over with what it did.
    this.number++;
    this.result.replaceChildren();
    this.button.disabled = true;
    try {
      const { value } = await socket.ask("web/parse", { store: store.id, text });
      const answer = await socket.ask("action/dispatch", { store: store.id, action: value });
      this.outcome.replaceChildren(make("h2", {}, answer.held === undefined ? `Sent, as #${answer.seq}` : `Held at the gate, as ${answer.held}`), ...(answer.held === undefined ? this.answer(answer, store, "Rejected: ", "Nothing changed.") : []));
    } catch (error) {
      this.outcome.replaceChildren(make("p", { class: "callout bad" }, error.message));
    }
    this.button.disabled = false;
  },
};
extras.push(form);
