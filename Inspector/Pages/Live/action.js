// A field for an action: while one types, completions and what the action would change.

class ActionField {
  /**
   * @param store Returns the store that gets the action.
   * @param submit What Ctrl-Enter does.
   * @param attributes Attributes of the field.
   */
  constructor(store, submit, attributes = {}) {
    this.store = store;
    this.candidates = [];
    this.number = 0;
    this.field = make("textarea", { rows: 2, spellcheck: "false", "aria-label": "Action", autocomplete: "off", ...attributes });
    this.offers = make("div", { class: "chips", role: "group", "aria-label": "Completions" });
    this.result = make("div");
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", event => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); submit(); }
      else if (event.key === "Tab" && !event.shiftKey && this.candidates.length) { event.preventDefault(); this.complete(this.candidates[0]); }
    });
  }

  get text() { return this.field.value; }

  /** Writes an action, and selects the first place that is to be filled in. */
  write(text) {
    this.field.value = text;
    this.field.focus();
    const found = /(?<=[(:,[] ?)(?:""|nil|false|0|\[:?\])/.exec(text), blank = found?.[0];
    if (blank === '""') this.field.setSelectionRange(found.index + 1, found.index + 1);
    else if (blank) this.field.setSelectionRange(found.index, found.index + blank.length);
    this.typed();
  }

  /** Forgets what the action would change. */
  clear() {
    clearTimeout(this.trying);
    this.number++;
    this.result.replaceChildren();
  }

  typed() {
    this.clear();
    this.offers.replaceChildren();
    this.candidates = [];
    if (!this.text.trim() || this.field.disabled) return;
    this.trying = setTimeout(() => this.try(this.number), 150);
  }

  /** The action, as the inspector reads it. */
  async parse() {
    return (await socket.ask("web/parse", { store: this.store().id, text: this.text })).value;
  }

  /** What the action would change, as of the last key. */
  async try(number) {
    const store = this.store();
    this.offer(number, store);
    let parts;
    try {
      const action = await this.parse();
      if (store.capabilities.replay) {
        const answer = await socket.ask("action/dispatch", { store: store.id, action, dryRun: true });
        parts = [make("h2", {}, "It would"), ...ActionField.answer(answer, store, "be rejected: ", "change nothing.")];
      } else {
        parts = [make("p", { class: "muted" }, `The action cannot be tried: ${store.noReplay ?? "the store is not replayed"}.`)];
      }
    } catch (error) {
      parts = [make("p", { class: "callout" }, error.message + (error.data?.suggestion ? ` Did you mean ${error.data.suggestion}?` : ""))];
    }
    if (number !== this.number) return;
    this.result.replaceChildren(...parts);
    const changes = this.result.querySelectorAll(".change .path").length, effects = this.result.querySelectorAll(".change").length - changes;
    follow.say(changes + effects ? `It would make ${plural(changes, "change")} and request ${plural(effects, "effect")}` : parts.map(part => part.textContent).join(" "));
  }

  /** What came of a request to send an action. */
  static sent(answer) {
    if (answer.held !== undefined) return "Held at the gate";
    return answer.applied === false ? "Sent; the store does not say which transition resulted" : `Sent, as #${answer.seq}`;
  }

  async offer(number, store) {
    const { completions } = await socket.ask("web/complete", { store: store.id, text: this.text }).catch(() => ({ completions: [] }));
    if (number !== this.number) return;
    this.candidates = completions;
    this.offers.replaceChildren(...completions.slice(0, 12).map(each => make("button", { class: "chip", title: each.detail, onclick: () => this.complete(each) }, visible(each.text))));
  }

  complete({ text, replaced }) {
    const letters = [...this.text];
    this.field.value = letters.slice(0, letters.length - replaced).join("") + text;
    this.field.focus();
    this.typed();
  }

  /** The changes and effects of an answer. */
  static answer(answer, store, rejected, unchanged) {
    if (answer.error !== undefined) return [make("p", { class: "callout bad" }, rejected + visible(answer.error))];
    return [...compare.changes(answer, store, unchanged), ...compare.effects(answer)];
  }
}
