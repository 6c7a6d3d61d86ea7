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
    if (this.isShown) this.searching = setTimeout(() => this.search(), 200);
    return this.isShown;
  },

  /** Shows a large state in place of the tree. */
  showState(store, state, step) {
    this.isShown = state.isPaged === true;
    treeElement.setAttribute("role", this.isShown ? "group" : "tree");
    if (!this.isShown) {
      this.key = undefined;
      return false;
    }
    const key = store.index + "/" + state.seq;
    if (this.key === key) return true;
    if (this.store !== store) this.current = "";
    this.key = key;
    this.store = store;
    this.seq = state.seq;
    this.changed = new Set(step?.s === store.index ? step.ch?.map(change => change.path) : []);
    this.flashing = flashes.since(store, state);
    if (stateFilter.value) this.search(); else this.draw();
    return true;
  },

  /** Draws the pages: once more if another state is wanted meanwhile, and never twice at a time. */
  draw() {
    this.isStale = true;
    return this.drawing ??= (async () => {
      for (; this.isStale; await this.drawNow()) this.isStale = false;
      this.drawing = undefined;
    })();
  },

  async drawNow() {
    const key = this.key, opened = this.open.get(this.store.index) ?? new Set();
    this.open.set(this.store.index, opened);
    const list = make("div", { class: "pages" });
    try {
      await this.children("", 0, list, opened, key);
    } catch (error) {
      list.append(make("p", { class: "callout" }, error.message));
    }
    if (this.key === key && this.isShown) treeElement.replaceChildren(list);
  },

  async children(path, level, list, opened, key, start = 0) {
    const { node } = await socket.ask("state/tree", { store: this.store.id, at: this.seq, path, depth: 1, start, count: this.size });
    const children = node.children ?? [];
    for (const each of children) {
      const isParent = each.count > 0;
      const isOpen = isParent && opened.has(each.path);
      const inner = make("div", {});
      const row = this.row(each.path, (this.changed.has(each.path) ? " changed" : "") + (this.flashing?.has(each.path) ? " flash" : ""), isParent ? String(isOpen) : undefined,
        make("span", { class: "twist", "aria-hidden": "true" }, isParent ? "▸" : ""), make("span", { class: "name" }, visible(each.name)),
        make("span", { class: "value" }, ...this.text(each)));
      row.style.setProperty("--level", level);
      if (isParent) row.addEventListener("click", () => this.toggle(each.path, row, inner, level, opened));
      list.append(row, inner);
      if (isOpen && this.key === key) await this.children(each.path, level + 1, inner, opened, key);
    }
    const rest = (node.count ?? 0) - start - children.length;
    if (rest > 0 && children.length) {
      const more = make("button", { class: "link", onclick: () => {
        more.remove();
        this.children(path, level, list, opened, key, start + children.length).catch(error => list.append(make("p", { class: "callout" }, error.message)));
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

  async toggle(path, row, inner, level, opened) {
    const isOpen = !opened.has(path);
    if (isOpen) opened.add(path); else opened.delete(path);
    row.setAttribute("aria-expanded", String(isOpen));
    inner.replaceChildren();
    if (isOpen) await this.children(path, level + 1, inner, opened, this.key).catch(error => inner.append(make("p", { class: "callout" }, error.message)));
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
  async revealState(tokens) {
    const opened = this.open.get(this.store.index) ?? new Set();
    this.open.set(this.store.index, opened);
    for (let length = 1; length < tokens.length; length++) opened.add(pointerOf(tokens.slice(0, length)));
    stateFilter.value = "";
    this.current = pointerOf(tokens);
    await this.draw();
    treeElement.querySelector(".page-node.current")?.scrollIntoView({ block: "nearest" });
  },

  async search() {
    const query = stateFilter.value, key = this.key;
    if (!query) return this.draw();
    const answer = await socket.ask("state/search", { store: this.store.id, at: this.seq, query, limit: 100 }).catch(error => ({ matches: [], problem: error.message }));
    if (this.key !== key || stateFilter.value !== query) return;
    const rows = answer.matches.map(match => this.row(match.path, "", undefined, make("span", { class: "name" }, swiftPath(match.path)),
      make("span", { class: "value" }, ...(own(match, "value") ? written(match.value, undefined, 200).nodes : []))));
    treeElement.replaceChildren(...rows, make("p", { class: "muted" }, answer.problem ?? (answer.more ? "There may be more." : rows.length === 1 ? "1 match" : `${rows.length.toLocaleString("en")} matches`)));
  },
};
extras.push(pages);
