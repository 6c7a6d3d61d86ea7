// Older rows: those before the ones that are here, and those that a gap left out.

Object.assign(follow, {
  showEarlier() {
    const isHidden = !stores.some(store => store.hasEarlier);
    if (this.earlier.hidden !== isHidden) {
      // What one reads stays where it is.
      const { top } = log;
      this.earlier.hidden = isHidden;
      log.head = isHidden ? 0 : rowHeight;
      if (top > 0) log.top = top;
    }
    const kept = stores.filter(store => store.keptFrom > 1);
    byId("kept").textContent = kept.map(store => `${visible(store.id)} is kept from #${grouped(store.keptFrom)} on`).join(", ");
  },

  /** The first entry of a store that is here, or the one that is to come. */
  firstOf(store) { return store.steps[0]?.n ?? this.taken(store) + 1; },

  async loadEarlier() {
    if (this.isLoading) return;
    this.set(false);
    this.isLoading = true;
    this.earlier.textContent = "Loading…";
    const chosen = items[page.selected];
    const lists = await Promise.all(stores.map((store, index) => {
      const first = this.firstOf(store);
      return store.hasEarlier && first > 1 ? source.entries(store, index, first - 1, 500).catch(() => []) : [];
    }));
    const rows = lists.flat().map(step => model.row("step", step));
    model.arrange([...rows, ...items]);
    this.renumber(chosen);
    timeline.draw(true);
    this.isLoading = false;
    this.earlier.textContent = "Earlier…";
    this.showEarlier();
    bookmarks.place();
  },

  /** Loads the rows around a step that is older, or in a gap; whether it is here then. */
  async reach(store, seq) {
    // The answer to what one did may be here before its row.
    for (let tries = 0; seq > this.taken(store) && tries < 20; tries++) await new Promise(done => setTimeout(done, 50));
    const first = this.firstOf(store);
    if (store.numbered.has(seq)) return true;
    if (seq >= first) return this.reachGap(store, seq);
    const steps = await source.entries(store, store.index, Math.min(seq + 200, first - 1), 400).catch(() => []);
    const last = steps[steps.length - 1];
    if (!last) return false;
    const chosen = items[page.selected], rows = steps.map(step => model.row("step", step));
    if (last.n + 1 < first) rows.push(model.row("gap", { s: store.index, t: last.t + 1, from: last.n + 1, to: first - 1, reason: "select this to load them", isLoadable: true }));
    model.arrange([...rows, ...items]);
    this.renumber(chosen);
    this.redraw();
    this.showEarlier();
    bookmarks.place();
    return store.numbered.has(seq);
  },

  /** Loads the rows around a step that a gap left out; the gap is what is left of it. */
  async reachGap(store, seq) {
    const holds = ({ gap }) => gap?.isLoadable && gap.s === store.index && gap.from <= seq && seq <= gap.to;
    const to = items.find(holds)?.gap.to;
    if (to === undefined) return false;
    const answer = await source.list(store, { to: Math.min(seq + 200, to) }, 400).catch(() => undefined);
    // It may have been filled meanwhile.
    const row = items.find(holds);
    if (!row || !answer) return store.numbered.has(seq);
    const { gap } = row, steps = answer.entries.filter(entry => entry.seq >= gap.from && entry.seq <= gap.to).map(entry => source.step(store.index, entry));
    if (!steps.length) return false;
    const chosen = items[page.selected], rows = steps.map(step => model.row("step", step)), last = steps[steps.length - 1];
    if (gap.from < steps[0].n) rows.push(this.gap(store.index, steps[0].t - 1, gap.from, steps[0].n - 1));
    if (last.n < gap.to) rows.push(this.gap(store.index, last.t + 1, last.n + 1, gap.to));
    model.arrange([...items.filter(each => each !== row), ...rows]);
    this.renumber(chosen);
    this.redraw();
    bookmarks.place();
    return store.numbered.has(seq);
  },

  /** Loads what the address names, if it is older than what is here. */
  async reachAddress() {
    const [name, seq] = location.hash.slice(1).split("/");
    let id;
    try { id = decodeURIComponent(name); } catch { return; }
    const store = stores.find(each => each.id === id);
    if (store && !store.numbered.has(Number(seq)) && await this.reach(store, Number(seq))) page.goToAddress();
  },

  /** Loads what a gap left out, from its end. */
  async fill(gap, row) {
    if (gap.isAsked) return;
    gap.isAsked = true;
    try {
      const answer = await source.list(stores[gap.s], { to: gap.to }, 1000);
      const entries = answer.entries.filter(entry => entry.seq >= gap.from), rows = entries.map(entry => model.row("step", source.step(gap.s, entry)));
      if (!rows.length) throw new Error("the program has dropped them");
      gap.to = entries[0].seq - 1;
      gap.isAsked = false;
      gap.t = rows[0].step.t - 1;
      row.t = gap.t;
      // The gap may not be selected any more.
      const isChosen = items[page.selected] === row, chosen = isChosen ? rows[0] : items[page.selected];
      const rest = gap.to >= gap.from ? items : items.filter(each => each !== row);
      model.arrange([...rest, ...rows]);
      this.renumber(chosen);
      if (isChosen) {
        page.hasShown = false;
        this.isMoving = true;
        page.select(chosen.position, true);
        this.isMoving = false;
      }
      this.redraw();
      bookmarks.place();
    } catch (error) {
      gap.isAsked = false;
      if (error.code === undefined && !socket.connection) return;
      gap.reason = error.message;
      gap.isLoadable = false;
      source.refresh();
    }
  },

  onShow(_, item) {
    if (item?.kind === "gap" && item.gap.isLoadable && !this.isOn) this.fill(item.gap, item);
  },
});
