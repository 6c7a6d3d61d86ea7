// States that are too large to be held: the tree asks for a page of it at a time, and the inspector searches.

const pages = {
  /** The expanded paths of each store, and the nodes that are here, by seq. */
  open: new Map(),
  size: 100,

  /** Searches a large state, once nothing was typed for a while. */
  filterState() {
    clearTimeout(this.searching);
    if (this.isShown) this.searching = setTimeout(() => this.search(), 200);
    return this.isShown;
  },

  /** Shows a large state in place of the tree. */
  showState(store, state, step) {
    this.isShown = state.isPaged === true;
    if (!this.isShown) return false;
    const key = store.index + "/" + state.seq;
    if (this.key === key) return true;
    this.key = key;
    this.store = store;
    this.seq = state.seq;
    this.changed = new Set(step?.s === store.index ? step.ch?.map(change => change.path) : []);
    this.flashing = flashes.since(store, state);
    if (stateFilter.value) this.search(); else this.draw();
    return true;
  },

  async draw() {
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
      const row = make("button", { class: "node page-node" + (this.changed.has(each.path) ? " changed" : "") + (this.flashing?.has(each.path) ? " flash" : ""), "aria-expanded": isParent ? String(isOpen) : undefined, title: swiftPath(each.path) },
        make("span", { class: "twist", "aria-hidden": "true" }, isParent ? "▸" : ""), make("span", { class: "name" }, visible(each.name)),
        make("span", { class: "value" }, ...this.text(each)));
      row.style.setProperty("--level", level);
      if (isParent) row.addEventListener("click", () => this.toggle(each.path, row, inner, level, opened));
      list.append(row, inner);
      if (isOpen && this.key === key) await this.children(each.path, level + 1, inner, opened, key);
    }
    const rest = (node.count ?? 0) - start - children.length;
    if (rest > 0 && children.length) {
      const more = make("button", { class: "link", onclick: async () => {
        more.remove();
        await this.children(path, level, list, opened, key, start + children.length);
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
    if (isOpen) await this.children(path, level + 1, inner, opened, this.key);
  },

  async search() {
    const query = stateFilter.value, key = this.key;
    if (!query) return this.draw();
    const answer = await socket.ask("state/search", { store: this.store.id, at: this.seq, query, limit: 100 }).catch(error => ({ matches: [], problem: error.message }));
    if (this.key !== key || stateFilter.value !== query) return;
    const rows = answer.matches.map(match => make("div", { class: "node" }, make("span", { class: "name" }, swiftPath(match.path)),
      make("span", { class: "value" }, ...(own(match, "value") ? written(match.value, undefined, 200).nodes : []))));
    treeElement.replaceChildren(...rows, make("p", { class: "muted" }, answer.problem ?? (answer.more ? "There may be more." : rows.length === 1 ? "1 match" : `${rows.length.toLocaleString("en")} matches`)));
  },
};
extras.push(pages);
