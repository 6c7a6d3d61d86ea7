// Bookmarks: names for transitions, which every client of the program sees. The log shows them as notes.

const bookmarks = {
  /** The bookmarks of each store, by its index. */
  lists: [],
  keys: { m: () => bookmarks.add(items[page.selected]?.step) },

  start() {
    byId("help").querySelector("dl").append(make("dt", {}, make("kbd", {}, "m")), make("dd", {}, "bookmark the transition"));
    this.load();
    // Others may have set some while one looked elsewhere; no event tells.
    addEventListener("focus", event => { if (event.target === window) this.load(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.load(); });
  },

  /** Asks for them: others may have set some. */
  async load() {
    if (!socket.connection) return;
    this.loaded = performance.now();
    await Promise.all(stores.map(async store => {
      const answer = await socket.ask("bookmark/list", { store: store.id }).catch(() => undefined);
      if (answer) this.lists[store.index] = answer.bookmarks;
    }));
    // Nothing moves under what is being clicked.
    if (source.isPressed) return void setTimeout(() => this.load(), 1000);
    this.place();
    source.listStores();
  },

  /** Puts those of the transitions that are here into the log. */
  place() {
    const key = note => JSON.stringify([note.s, note.n, note.text]), chosen = items[page.selected];
    const before = new Map(items.filter(item => item.note?.mark).map(item => [key(item.note), item]));
    const notes = this.lists.flatMap((list, index) => list.flatMap(mark => {
      const step = stores[index].numbered.get(mark.seq);
      return step ? [{ t: step.t, s: index, n: mark.seq, text: mark.name + (mark.note ? ": " + mark.note : ""), mark }] : [];
    }));
    if (before.size === notes.length && notes.every(note => before.has(key(note)))) return;
    // Those that stay keep their rows, one of which may be chosen.
    const rows = notes.map(note => before.get(key(note)) ?? model.row("note", note));
    data.notes = [...data.notes.filter(note => !note.mark), ...rows.map(row => row.note)];
    model.arrange([...items.filter(item => !item.note?.mark), ...rows]);
    follow.renumber(chosen);
    follow.redraw();
  },

  /** A name that none has yet. */
  freshName(store) {
    const names = new Set((this.lists[store.index] ?? []).map(mark => mark.name));
    for (let number = 1; ; number++) if (!names.has("mark" + number)) return "mark" + number;
  },

  add(step) {
    if (!step) return;
    follow.set(false);
    const store = stores[step.s], status = make("p", { role: "status" });
    const name = make("input", { "aria-label": "Name of the bookmark", spellcheck: "false", autocomplete: "off" });
    const note = make("input", { "aria-label": "Note", placeholder: "note", autocomplete: "off" });
    name.value = this.freshName(store);
    const set = async () => {
      try {
        await socket.ask("bookmark/set", { store: store.id, seq: step.n, name: name.value, ...(note.value ? { note: note.value } : {}) });
        compare.dialog.close();
        await this.load();
      } catch (error) { status.textContent = error.message; }
    };
    for (const field of [name, note]) field.addEventListener("keydown", event => { if (event.key === "Enter") { event.preventDefault(); set(); } });
    return compare.tell(`Bookmark ${visible(store.id)} #${step.n}`, async () => [make("p", { class: "step-tools" }, name, note, make("button", { onclick: set }, "Set")), make("p", { class: "muted" }, "A name is a letter followed by letters, digits, _, - and ., without spaces."), status]).then(() => name.select());
  },

  async remove(store, name) {
    try {
      await socket.ask("bookmark/remove", { store: store.id, name });
      await this.load();
    } catch (error) {
      compare.tell(`Remove ${visible(name)}`, () => Promise.reject(error));
    }
  },

  noteFacts({ mark, s }) {
    const store = stores[s];
    return mark ? [make("p", { class: "step-tools" }, make("button", { onclick: () => compare.goTo(store, mark.seq) }, `Show #${mark.seq}`), make("button", { onclick: () => this.remove(store, mark.name) }, "Remove bookmark"))] : [];
  },

  /** The list of all in the view of the session. */
  session() {
    if (performance.now() - (this.loaded ?? 0) > 2000) this.load();
    const rows = this.lists.flatMap((list, index) => list.map(mark => [
      make("button", { class: "link", onclick: () => { page.chooseView("step"); compare.goTo(stores[index], mark.seq); } }, visible(mark.name)),
      `${visible(stores[index].id)} #${mark.seq}`, visible(mark.note ?? ""), make("button", { "aria-label": "Remove " + visible(mark.name), onclick: () => this.remove(stores[index], mark.name) }, "Remove"),
    ]));
    return rows.length ? [make("h2", {}, "Bookmarks"), session.table(["name", "transition", "note", ""], rows)] : [];
  },
};
extras.push(bookmarks);
