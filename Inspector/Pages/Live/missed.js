// What a page may miss: entries that came too fast, a store and its replay that differ, the connection.

Object.assign(follow, {
  /** How late the newest entry came, beside the quickest one: the clocks of two machines differ. */
  measure(time) {
    const late = Date.now() * 1000 - time;
    this.quickest = Math.min(this.quickest ?? late, late);
    this.setBehind(late - this.quickest > 1e6 ? late - this.quickest : 0);
    clearTimeout(this.calming);
    if (this.behind) this.calming = setTimeout(() => this.setBehind(0), 3000);
  },

  setBehind(micros) {
    if (micros === (this.behind ?? 0)) return;
    const isNews = !micros !== !this.behind;
    this.behind = micros;
    if (isNews) page.badges(); else this.retell();
  },

  diverge(divergence) {
    const store = stores[this.indexOf(divergence.store)];
    if (!store) return;
    store.divergence = divergence;
    store.capabilities = { ...store.capabilities, replay: false };
    page.badges();
  },

  /** Asks for the differences that were found before. */
  async askDivergences() {
    await Promise.all(stores.filter(store => !store.capabilities.replay).map(async store => {
      const { history } = await socket.ask("store/describe", { store: store.id });
      if (history?.divergence) this.diverge({ ...history.divergence, store: store.id });
    }));
  },

  removeStore(id) {
    const store = stores[this.indexOf(id)];
    if (store) this.end(store, "was removed");
  },

  end(store, how) {
    store.end = how;
    socket.ended.set(store.id, how);
    gate.forget(store);
    page.badges();
  },

  async addStore(description) {
    const known = description && stores[this.indexOf(description.id)];
    if (!description || known) {
      // Another one under the same name has a log of its own.
      if (known?.end || description?.seq < this.taken(known)) this.end(known, "was replaced: reload the page");
      return;
    }
    const shapes = await socket.ask("action/schema", { store: description.id }).catch(() => ({}));
    const store = source.store({ ...description, actionSchema: shapes.schema, schema: shapes.state }, stores.length);
    model.add(store);
    store.states = source.states(store);
    // It was left out of a page without stores.
    if (byId("timeline").hidden) { byId("timeline").hidden = false; timeline.start(); }
    timeline.lanes();
    page.storeChoices();
    timeline.draw(true);
    store.taken = 0;
    await this.catchUp();
  },

  /** Requests what came since the last row of each store; the next one that comes, and a gap, tell what it could not. */
  catchUp() {
    return this.catching = (this.catching ?? Promise.resolve()).then(() => this.requestMissed());
  },

  async requestMissed() {
    // What comes meanwhile waits, so that nothing has two rows.
    source.isReady = false;
    const rows = [];
    await Promise.all(stores.map(async (store, index) => {
      if (store.end) return;
      const last = this.taken(store), { hasEarlier } = store, list = await source.entries(store, index, undefined, 500).catch(() => []);
      // What is between is in a gap.
      store.hasEarlier = hasEarlier;
      const fresh = list.filter(step => step.n > last);
      if (!fresh.length) return;
      if (fresh[0].n > last + 1) rows.push(this.gap(index, fresh[0].t - 1, last + 1, fresh[0].n - 1));
      rows.push(...fresh.map(step => model.row("step", step)));
      store.taken = fresh[fresh.length - 1].n;
    }));
    source.isReady = true;
    // What would have been drawn meanwhile.
    source.refresh();
    if (rows.length) this.append(rows);
    this.showEarlier();
    this.drain();
  },

  lose(reason) {
    this.lost = "connection lost";
    byId("subtitle").textContent = `${reason ?? "The connection was lost."} Trying again… If \`strobe web\` was started again, open its new link.`;
    gate.lose();
    this.say("The connection was lost.");
    page.badges();
    source.refresh();
  },

  async comeBack(again) {
    if (again.process.pid !== opened.process.pid || again.process.startedAt !== opened.process.startedAt) {
      // The rows are those of the one that is gone: nothing more is asked, and nothing sent.
      socket.leave();
      gate.states.clear();
      gate.draw();
      this.lost = "another process";
      byId("subtitle").replaceChildren("Another process has taken its place. ", make("button", { id: "show-new", onclick: () => location.reload() }, `Show ${visible(again.process.name)} (${again.process.pid})`));
      return page.badges();
    }
    this.lost = undefined;
    byId("subtitle").textContent = data.subtitle;
    page.badges();
    // What comes before the catching up is part of it.
    source.isReady = false;
    await source.subscribe();
    for (const store of stores) {
      const now = again.stores.find(each => each.id === store.id);
      if (now && (store.end || now.seq < this.taken(store))) this.end(store, "was replaced: reload the page");
      else if (!now && !store.end) this.end(store, "was removed");
    }
    for (const store of again.stores) if (this.indexOf(store.id) < 0) await this.addStore(store);
    await this.catchUp();
    gate.refresh();
    bookmarks.load();
    this.renumber(items[page.selected]);
    source.refresh();
  },
});
