// States that are too large to be held: the tree asks for a page of it at a time, and the inspector searches.

const pages = {
  /** The expanded paths of each store. */
  open: new Map(),
  /** Which children of a path are shown, by store and path: from where, and how many. */
  windows: new Map(),
  size: 100,
  /** The most that one answer has. */
  most: 1000,
  /** The nodes that were revealed, by the path of their parents: they are shown whatever part of the list is. */
  apart: new Map(),
  /** The path that is chosen. */
  current: "",
  nodes: [],

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
    // Nothing of another store, or of another view, is left.
    if (wasShown && (!this.isShown || this.store !== store) || !wasShown && this.isShown) {
      this.view = this.drawn = undefined;
      this.current = "";
      this.nodes = [];
      this.apart.clear();
      tree.forget();
    }
    if (!this.isShown) return false;
    this.store = store;
    // The changes may come after the state.
    const changes = step?.s === store.index ? step.ch : undefined, { view } = this;
    if (view?.seq !== state.seq || changes && view.changes !== changes) {
      const flashing = flashes.since(store, state);
      this.view = { store, seq: state.seq, changes, changed: new Set(changes?.map(change => change.path)), flashing, until: performance.now() + 900, answers: view?.seq === state.seq ? view.answers : new Map() };
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
    return this.drawing ??= (async () => {
      for (; this.isStale && this.isShown; await this.drawNow()) this.isStale = false;
      this.drawing = undefined;
    })();
  },

  /** A state that is drawn is shown with its own number, whatever has come meanwhile. */
  async drawNow() {
    const { view, store, isRevealing } = this, query = stateFilter.value;
    if (!view) return;
    const list = make("div", { class: "pages", role: "presentation" }), nodes = [];
    try {
      if (query) await this.find(view, query, list, nodes);
      else {
        // All that will be drawn is requested at once.
        for (const path of this.opened) if (above(path).every(each => each === "" || this.opened.has(each))) this.page(view, path).catch(() => {});
        await this.children(view, "", 0, list, nodes);
      }
    } catch (error) {
      list.append(make("p", { class: "callout" }, error.message));
      // It is requested again when the connection is back.
      if (error.code === undefined && this.view === view) this.view = undefined;
    }
    if (!this.isShown || this.store !== store || stateFilter.value !== query || extras.some(extra => extra.holdsState)) return;
    // A number that is typed stays.
    const focused = document.activeElement;
    if (treeElement.contains(focused) && focused.matches("input")) return void focused.addEventListener("blur", () => this.draw(), { once: true });
    const wasInside = treeElement.contains(focused);
    treeElement.replaceChildren(list);
    this.nodes = nodes;
    this.drawn = view;
    this.number();
    this.mark();
    if (wasInside) treeElement.focus({ preventScroll: true });
    if (!isRevealing) return;
    this.isRevealing = false;
    treeElement.querySelector(".page-node.current")?.scrollIntoView({ block: "nearest" });
  },

  /** The expanded paths of the store that is shown. */
  get opened() {
    if (!this.open.has(this.store.index)) this.open.set(this.store.index, new Set());
    return this.open.get(this.store.index);
  },

  window(store, path) { return this.windows.get(store.index + path) ?? { start: 0, count: this.size }; },

  /** The part of the children of a path that is shown. */
  page(view, path) {
    const { start, count } = this.window(view.store, path), key = `${start} ${count} ${path}`;
    if (!view.answers.has(key)) view.answers.set(key, socket.ask("state/tree", { store: view.store.id, at: view.seq, path, depth: 1, start, count }));
    return view.answers.get(key);
  },

  async children(view, path, level, list, nodes) {
    const { node } = await this.page(view, path), { start } = this.window(view.store, path);
    const children = node.children ?? [], whole = node.count ?? 0, rest = whole - start - children.length;
    // The list may have become shorter than where the part begins.
    if (start > 0 && !children.length) {
      this.windows.delete(view.store.index + path);
      return this.children(view, path, level, list, nodes);
    }
    if (start > 0) list.append(this.more(view, path, level, `${plural(start, "element")} before these…`, Math.max(start - this.size, 0), Math.min(start, this.size) + children.length, whole));
    // One that was revealed, and whose page is not known, comes first.
    const wanted = this.apart.get(path);
    const apart = wanted !== undefined && !children.some(each => each.path === wanted) ? [(await this.alone(view, wanted)).node].filter(each => each) : [];
    const sought = this.sought?.path === path ? children[this.sought.index - start] : undefined;
    if (sought) [this.current, this.sought] = [sought.path, undefined];
    for (const each of [...apart, ...children]) {
      const isParent = each.count > 0, isOpen = isParent && this.opened.has(each.path);
      const row = this.row(view, each.path, level, each.name, this.text(each), isParent ? isOpen : undefined, nodes);
      list.append(row);
      if (!isOpen || !this.isShown || this.store !== view.store) continue;
      // What is gone in this state is not there.
      await this.children(view, each.path, level + 1, list, nodes).catch(error => { if (error.code === undefined) throw error; list.append(make("p", { class: "callout" }, error.message)); });
    }
    if (rest > 0 && children.length) list.append(this.more(view, path, level, `${plural(rest, "more element")}…`, ...children.length < this.most ? [start, Math.min(children.length + 5 * this.size, this.most)] : [start + children.length, this.size], whole));
  },

  /** A node by itself; nothing if it is not in that state. */
  alone(view, path) {
    const key = "alone " + path;
    if (!view.answers.has(key)) view.answers.set(key, socket.ask("state/tree", { store: view.store.id, at: view.seq, path, depth: 0 }).catch(() => ({})));
    return view.answers.get(key);
  },

  /** A row for what is not shown of a list: more of it, or a part that begins at an index. */
  more(view, path, level, label, start, count, whole) {
    const show = (start, count) => {
      this.windows.set(view.store.index + path, { start, count });
      treeElement.focus({ preventScroll: true });
      this.draw();
    };
    const index = make("input", { type: "number", min: 0, max: whole - 1, placeholder: "index", "aria-label": `Index to show of ${plural(whole, "element")}`, onkeydown: event => {
      event.stopPropagation();
      if (event.key === "Escape") return treeElement.focus();
      if (event.key !== "Enter" || index.value === "") return;
      const wanted = Math.min(Math.max(Math.floor(Number(index.value)), 0), whole - 1);
      this.sought = { path, index: wanted };
      this.isRevealing = true;
      show(Math.max(wanted - 10, 0), this.size);
    } });
    const row = make("div", { class: "node", role: "presentation" }, make("span", { class: "twist" }), make("button", { class: "link", onclick: () => show(start, count) }, label), index);
    row.style.setProperty("--level", level);
    return row;
  },

  text(node) {
    const parts = [];
    if (node.case !== undefined) parts.push(make("span", { class: "c" }, "." + visible(node.case)));
    else if (own(node, "value")) parts.push(...written(node.value, undefined, 200).nodes);
    else parts.push(make("span", { class: "k" }, plural(node.count ?? 0, "element")));
    if (node.type) parts.push(make("span", { class: "type" }, visible(node.type)));
    return parts;
  },

  isOpen(pointer) { return this.opened.has(pointer); },

  toggle(node, wanted = !this.isOpen(node.pointer)) {
    if (!node.isParent) return;
    if (wanted) this.opened.add(node.pointer); else this.opened.delete(node.pointer);
    node.element.setAttribute("aria-expanded", String(wanted));
    return this.draw();
  },

  /** A row, which is chosen by a click: questions and `Set…` are about its path. */
  row(view, path, level, name, value, isOpen, nodes) {
    const isParent = isOpen !== undefined;
    const element = make("div", {
      class: "node page-node" + (view.changed.has(path) ? " changed" : "") + (performance.now() < view.until && view.flashing?.has(path) ? " flash" : ""), role: "treeitem", "aria-level": level + 1,
      "aria-expanded": isParent ? String(isOpen) : undefined, "data-path": path, title: swiftPath(path), id: "node-" + nodes.length,
    }, make("span", { class: "twist", "aria-hidden": "true" }, isParent ? "▶" : ""), make("span", { class: "name" }, visible(name)), make("span", { class: "value" }, ...value));
    element.style.setProperty("--level", level);
    const node = { pointer: path, element, level, isParent };
    element.addEventListener("click", () => {
      this.current = path;
      this.mark();
      this.toggle(node);
    });
    nodes.push(node);
    return element;
  },

  mark() { tree.markIn(this); },

  /** Expands all parents of a place, and shows it: the page it is on, or itself before the first one if that is not known. */
  revealState(tokens) {
    for (let length = 1; length < tokens.length; length++) this.opened.add(pointerOf(tokens.slice(0, length)));
    stateFilter.value = "";
    this.current = pointerOf(tokens);
    this.apart.clear();
    for (let length = 1; length <= tokens.length; length++) {
      const parent = pointerOf(tokens.slice(0, length - 1)), token = tokens[length - 1], { start, count } = this.window(this.store, parent);
      this.apart.set(parent, pointerOf(tokens.slice(0, length)));
      // A number may be a key as well: then it comes first.
      if (/^\d+$/.test(token) && (Number(token) < start || Number(token) >= start + count)) this.windows.set(this.store.index + parent, { start: Math.max(Number(token) - 10, 0), count: this.size });
    }
    this.isRevealing = true;
    this.draw();
  },

  async find(view, query, list, nodes) {
    const answer = await socket.ask("state/search", { store: view.store.id, at: view.seq, query, limit: 100 });
    for (const match of answer.matches) list.append(this.row(view, match.path, 0, swiftPath(match.path), own(match, "value") ? written(match.value, undefined, 200).nodes : [], undefined, nodes));
    const count = answer.matches.length;
    list.append(make("p", { class: "muted" }, answer.more ? "There may be more." : count === 1 ? "1 match" : `${grouped(count)} matches`));
  },
};
extras.push(pages);
