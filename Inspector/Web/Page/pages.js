// States that are too large to be held: the tree asks for a page of it at a time, and the inspector searches.

const pages = {
  /** The expanded paths of each store, and the nodes that are here, by seq. */
  open: new Map(),
  size: 100,
  /** The path that is chosen. */
  current: "",

  /** Searches a large state, once nothing was typed for a while. */
  filterState() {
    clearTimeout(this.searching);
    if (this.isShown) this.searching = setTimeout(() => this.draw(), 200);
    return this.isShown;
  },

  /** Shows a large state in place of the tree. */
  showState(store, state, step) {
    const wasShown = this.isShown;
    this.isShown = state.isPaged === true;
    treeElement.setAttribute("role", this.isShown ? "group" : "tree");
    // Nothing of another store, or of another view, is left.
    if (wasShown && (!this.isShown || this.store !== store) || !wasShown && this.isShown) {
      this.view = this.drawn = undefined;
      this.current = "";
      tree.forget();
    }
    if (!this.isShown) return false;
    this.store = store;
    if (this.view?.seq !== state.seq) {
      const changed = new Set(step?.s === store.index ? step.ch?.map(change => change.path) : []);
      this.view = { store, seq: state.seq, changed, flashing: flashes.since(store, state) };
      this.draw();
    }
    this.number();
    return true;
  },

  /** Shows the number of the state that is drawn. */
  number() {
    if (this.drawn) byId("state-seq").textContent = "after #" + this.drawn.seq;
  },

  /** Draws the pages, or what was found: once more if something else is wanted meanwhile, and never twice at a time. */
  draw() {
    this.isStale = true;
    if (!this.isShown) return;
    this.drawing ??= (async () => {
      for (; this.isStale && this.isShown; await this.drawNow()) this.isStale = false;
      this.drawing = undefined;
    })();
  },

  /** A state that is drawn is shown with its own number, whatever has come meanwhile. */
  async drawNow() {
    const { view, store, isRevealing } = this, query = stateFilter.value, opened = this.open.get(store.index) ?? new Set();
    if (!view) return;
    this.open.set(store.index, opened);
    const list = make("div", { class: "pages" });
    try {
      if (query) await this.find(view, query, list);
      else await this.children(view, "", 0, list, opened);
    } catch (error) {
      list.append(make("p", { class: "callout" }, error.message));
      // It is requested again when the connection is back.
      if (error.code === undefined && this.view === view) this.view = undefined;
    }
    if (!this.isShown || this.store !== store || stateFilter.value !== query) return;
    treeElement.replaceChildren(list);
    this.drawn = view;
    this.number();
    if (!isRevealing) return;
    this.isRevealing = false;
    treeElement.querySelector(".page-node.current")?.scrollIntoView({ block: "nearest" });
  },

  async children(view, path, level, list, opened, start = 0) {
    const { node } = await socket.ask("state/tree", { store: view.store.id, at: view.seq, path, depth: 1, start, count: this.size });
    const children = node.children ?? [];
    for (const each of children) {
      const isParent = each.count > 0;
      const isOpen = isParent && opened.has(each.path);
      const inner = make("div", {});
      const row = this.row(each.path, (view.changed.has(each.path) ? " changed" : "") + (view.flashing?.has(each.path) ? " flash" : ""), isParent ? String(isOpen) : undefined,
        make("span", { class: "twist", "aria-hidden": "true" }, isParent ? "▸" : ""), make("span", { class: "name" }, visible(each.name)),
        make("span", { class: "value" }, ...this.text(each)));
      row.style.setProperty("--level", level);
      if (isParent) row.addEventListener("click", () => this.toggle(view, each.path, row, inner, level, opened));
      list.append(row, inner);
      if (isOpen && this.isShown && this.store === view.store) await this.children(view, each.path, level + 1, inner, opened);
    }
    const rest = (node.count ?? 0) - start - children.length;
    if (rest > 0 && children.length) {
      const more = make("button", { class: "link", onclick: () => {
        more.remove();
        this.children(view, path, level, list, opened, start + children.length).catch(error => list.append(make("p", { class: "callout" }, error.message)));
      } }, `${plural(rest, "more element")}…`);
      list.append(more);
    }
  },

  text(node) {
    const parts = [];
    if (node.case !== undefined) parts.push(make("span", { class: "c" }, "." + visible(node.case)));
    else if (own(node, "value")) parts.push(...written(node.value, undefined, 200).nodes);
    else parts.push(make("span", { class: "k" }, plural(node.count ?? 0, "element")));
    if (node.type) parts.push(make("span", { class: "type" }, visible(node.type)));
    return parts;
  },

  async toggle(view, path, row, inner, level, opened) {
    const isOpen = !opened.has(path);
    if (isOpen) opened.add(path); else opened.delete(path);
    // What is being drawn may be past it.
    if (this.drawing) this.isStale = true;
    row.setAttribute("aria-expanded", String(isOpen));
    inner.replaceChildren();
    if (isOpen) await this.children(view, path, level + 1, inner, opened).catch(error => inner.append(make("p", { class: "callout" }, error.message)));
  },

  /** A row, which is chosen by a click: questions and `Set…` are about its path. */
  row(path, kind, isOpen, ...parts) {
    const row = make("button", { class: "node page-node" + kind, "data-path": path, "aria-expanded": isOpen, title: swiftPath(path), onclick: () => this.choose(path) }, ...parts);
    row.classList.toggle("current", path === this.current);
    return row;
  },

  choose(path) {
    this.current = path;
    for (const row of treeElement.querySelectorAll(".page-node")) row.classList.toggle("current", row.dataset.path === path);
  },

  /** Expands all parents of a place, and shows it if it is on their first pages. */
  revealState(tokens) {
    const opened = this.open.get(this.store.index) ?? new Set();
    this.open.set(this.store.index, opened);
    for (let length = 1; length < tokens.length; length++) opened.add(pointerOf(tokens.slice(0, length)));
    stateFilter.value = "";
    this.current = pointerOf(tokens);
    this.isRevealing = true;
    this.draw();
  },

  async find(view, query, list) {
    const answer = await socket.ask("state/search", { store: view.store.id, at: view.seq, query, limit: 100 });
    const rows = answer.matches.map(match => this.row(match.path, "", undefined, make("span", { class: "name" }, swiftPath(match.path)),
      make("span", { class: "value" }, ...(own(match, "value") ? written(match.value, undefined, 200).nodes : []))));
    list.append(...rows, make("p", { class: "muted" }, answer.more ? "There may be more." : rows.length === 1 ? "1 match" : `${rows.length.toLocaleString("en")} matches`));
  },
};
extras.push(pages);
