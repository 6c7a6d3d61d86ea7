// The recording: files, process, stores, redaction, notes and losses.

const session = {
  element: document.getElementById("session"),

  table(heads, rows) {
    return make("table", {}, make("thead", {}, make("tr", {}, ...heads.map(head => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows.map(row => make("tr", {}, ...row.map(cell => make("td", {}, cell ?? ""))))));
  },

  show() {
    if (this.element.hasChildNodes() && !source.isLive) return;
    this.element.replaceChildren();
    const add = (heading, ...content) => this.element.append(make("h2", {}, heading), ...content);
    for (const file of data.files) {
      const facts = make("dl", {});
      for (const [name, value] of file.facts) facts.append(make("dt", {}, name), make("dd", {}, visible(value)));
      this.element.append(make("h2", { class: "file" }, visible(file.name)), facts);
    }
    add("Redaction", data.files.some(file => file.redaction?.length)
      ? make("div", {}, make("p", {}, "These rules were in force; what they cover never left the process:"),
        ...[...new Set(data.files.flatMap(file => file.redaction ?? []))].map(rule => make("code", { class: "badge warn" }, visible(rule))))
      : make("p", { class: "muted" }, data.files.some(file => file.redaction)
        ? "No rules were in force: no value was hidden." : "The recording does not say: perhaps no value was hidden."));
    add("Stores", this.table(["store", "kind", "state ← action", "transitions", "from", ...source.isLive ? ["at"] : []], stores.map(store =>
      [visible(store.id), store.kind, visible(`${store.stateType} ← ${store.actionType}`), grouped(store.steps.length), "#" + store.first, ...source.isLive ? ["@" + store.seq] : []])));
    for (const extra of extras) this.element.append(...extra.session?.() ?? []);
    if (data.notes.length && !source.isLive) {
      add("Notes", this.table(["at", "note"], items.filter(item => item.kind === "note").slice(0, 1000)
        .map(item => [link(offset(item.t), item), visible(item.note.text)])));
    }
    if (data.losses.length) add("Not recorded", make("ul", {}, ...data.losses.map(loss => make("li", {}, visible(loss)))));
    if (data.gaps.length) {
      add("Gaps", this.table(["at", "what"], items.filter(item => item.kind === "gap").slice(0, 1000)
        .map(item => [link(offset(item.t), item), gapText(item.gap)])));
    }
    if (data.damage.length) {
      add("Damage", this.table(["file", "line", "what"], data.damage.map(damage => [visible(damage.file), damage.line, visible(damage.message)])));
    }
    if (data.made) add("Report", make("p", {}, `Made by ${data.generator} at ${data.made}${data.range ? `, of ${data.range}` : ""}. It loads nothing and sends nothing.`));
  },
};
