// The state as a tree, expanded level by level, with changed places marked; nodes stay expanded from step to step.

const treeElement = document.getElementById("tree");
const stateFilter = document.getElementById("state-filter");

/** The pointers of what a place is in. */
const above = path => tokensOf(path).map((_, length, tokens) => pointerOf(tokens.slice(0, length)));

/** What changed since the state that was shown before, if a later one of a live store is shown. */
const flashes = {
  since(store, state) {
    const step = store.steps[state.local];
    if (!source.flashes) {
      // What changed meanwhile does not flash later.
      this.last = { store, seq: state.seq };
      return undefined;
    }
    // What changed may come after the state.
    if (page.view !== "step" || (step && source.isPending(step))) return undefined;
    const last = this.last;
    // What is drawn again meanwhile goes on.
    if (last?.store === store && last.seq === state.seq) return performance.now() < last.until ? last.found : undefined;
    this.last = { store, seq: state.seq };
    if (last?.store !== store || last.seq > state.seq) return undefined;
    const found = new Set(), inner = found.inner = new Set();
    for (let local = state.local; local > state.local - 200 && store.steps[local]?.n > last.seq; local--) {
      for (const { path } of store.steps[local].ch ?? []) {
        found.add(path);
        for (const pointer of above(path)) { found.add(pointer); inner.add(pointer); }
      }
    }
    Object.assign(this.last, { found, until: performance.now() + 900 });
    return found;
  },
};

const tree = {
  /** The expanded pointers of each store. */
  open: [],
  pages: new Map(),
  current: "",
  nodes: [],
  pageSize: 100,

  show(store, state, step) {
    this.open[store.index] ??= new Set([""]);
    this.store = store;
    this.state = state;
    this.changed = new Map();
    this.holding = new Set();
    const changes = step && step.s === store.index && state.known ? step.ch ?? [] : [];
    for (const change of changes) {
      this.changed.set(change.path, change);
      for (const pointer of above(change.path)) this.holding.add(pointer);
    }
    this.flashing = flashes.since(store, state);
    this.draw();
    this.flashing = undefined;
  },

  /** Shows nothing, as long as nothing is known. */
  forget() {
    this.store = this.state = undefined;
    this.current = "";
    this.nodes = [];
    treeElement.replaceChildren();
  },

  draw() {
    if (!this.state || extras.some(extra => extra.holdsState)) return;
    const focus = document.activeElement === treeElement;
    treeElement.replaceChildren();
    this.nodes = [];
    if (this.state.value === undefined) {
      treeElement.append(make("p", { class: "muted" }, "Not known."));
      return;
    }
    const query = stateFilter.value.toLowerCase();
    this.found = query ? this.search(query) : undefined;
    this.add({ name: "", tokens: [], value: this.state.value, schema: this.store.schema }, [], 0, treeElement, new Map());
    if (!this.nodes.some(node => node.pointer === this.current)) this.current = "";
    this.mark();
    if (focus) treeElement.focus();
  },

  /** The pointers of nodes whose name or value contains a text, and of their parents; limited for speed. */
  search(query) {
    const found = new Set(), holding = new Set();
    let budget = 200000;
    const visit = (part, pointer, above) => {
      if (budget-- < 0 || found.size > 500) return;
      const parts = partsOf(part.value, settled(part.schema));
      const own = parts.length === 0 || caseOf(part.value, settled(part.schema)) ? written(part.value, part.schema, 200).text.toLowerCase() : "";
      if (part.name.toLowerCase().includes(query) || own.includes(query)) {
        found.add(pointer);
        for (const each of above) holding.add(each);
      }
      for (const each of parts) visit(each, pointer + pointerOf(each.tokens), [...above, pointer]);
    };
    visit({ name: "", value: this.state.value, schema: this.store.schema }, "", []);
    return { found, holding, query };
  },

  isOpen(pointer) {
    return this.found ? this.found.holding.has(pointer) : this.open[this.store.index].has(pointer);
  },

  add(part, path, level, container, passed) {
    let schema = settled(part.schema, passed);
    if (schema?.type) passed = new Map(passed).set(schema.type, schema);
    const pointer = pointerOf(path);
    const parts = partsOf(part.value, schema).filter(each => !this.found || this.found.found.has(pointer)
      || this.found.holding.has(pointer + pointerOf(each.tokens)) || this.found.found.has(pointer + pointerOf(each.tokens)));
    const isOpen = parts.length > 0 && this.isOpen(pointer);
    const change = this.changeAt(path);
    const element = make("div", {
      class: "node" + (level === 0 ? " root" : "") + (change ? " changed" : "") + (this.holding.has(pointer) ? " holds" : "")
        + (this.flashing?.has(pointer) && (!isOpen || !this.flashing.inner.has(pointer)) ? " flash" : ""), role: "treeitem",
      "aria-level": level + 1, "aria-expanded": parts.length ? String(isOpen) : undefined, id: "node-" + this.nodes.length,
    });
    element.style.setProperty("--level", level);
    element.append(make("span", { class: "twist", "aria-hidden": "true" }, parts.length ? "▶" : ""));
    const label = visible(part.name);
    element.append(make("span", { class: "name" }, this.found && label.toLowerCase().includes(this.found.query) ? make("mark", {}, label) : label));
    element.append(make("span", { class: "value" }, ...this.summary(part.value, schema, parts, isOpen)));
    if (schema?.type && !parts.length && caseOf(part.value, schema)) element.append(make("span", { class: "type" }, schema.type));
    if (change && own(change, "old") && !parts.length) {
      element.append(make("span", { class: "was", title: "before" }, written(change.old, schemaAt(this.store.schema, tokensOf(change.path)), 80).text));
    }
    const node = { pointer, path, isParent: parts.length > 0, element, level };
    element.addEventListener("click", () => { this.current = pointer; this.toggle(node); });
    this.nodes.push(node);
    container.append(element);
    if (!isOpen) return;
    const shown = Math.max(this.pages.get(this.store.index + pointer) ?? this.pageSize, this.pageSize);
    const start = parts.length > shown ? this.window(parts, pointer, shown) : 0;
    if (start > 0) container.append(this.more(pointer, `${plural(start, "element")} before these…`, start + shown, level));
    for (const each of parts.slice(start, start + shown)) this.add(each, [...path, ...each.tokens], level + 1, container, passed);
    const rest = parts.length - start - shown;
    if (rest > 0) container.append(this.more(pointer, `${plural(rest, "more element")}…`, start + shown + 500, level));
  },

  /** The first element shown of a long list: its start, or such that the first changed element is visible. */
  window(parts, pointer, shown) {
    if (this.pages.has(this.store.index + pointer)) return 0;
    const first = parts.findIndex(part => {
      const inner = pointer + pointerOf(part.tokens);
      return this.changed.has(inner) || this.holding.has(inner);
    });
    return first < shown ? 0 : Math.max(Math.min(first - 10, parts.length - shown), 0);
  },

  more(pointer, label, count, level) {
    const button = make("button", { class: "link", onclick: () => { this.pages.set(this.store.index + pointer, count); this.draw(); } }, label);
    const element = make("div", { class: "node" }, make("span", { class: "twist" }), button);
    element.style.setProperty("--level", level + 1);
    return element;
  },

  /** The change of a place, or of its payload if the place is an enum. */
  changeAt(path) {
    return this.changed.get(pointerOf(path));
  },

  summary(value, schema, parts, isOpen) {
    if (parts.length === 0) return written(value, schema, 240).nodes;
    const choice = caseOf(value, schema);
    const list = choice ? choice.fields[0]?.value : value;
    const inner = choice && choice.fields.length === 1 && !choice.fields[0].name ? settled(choice.fields[0].schema) : choice ? undefined : schema;
    const count = Array.isArray(list) ? plural(parts.length, "element") : !inner?.type && !choice ? plural(parts.length, "entry") : "";
    if (!isOpen) return [...(count ? [make("span", { class: "k" }, count + "  ")] : []), ...written(value, schema, 160).nodes];
    const pieces = new Pieces(240);
    if (choice) pieces.add((schema.type.startsWith("any ") ? "" : ".") + choice.name, "c");
    if (inner?.type) pieces.add((choice ? " " : "") + baseName(inner.type), "k");
    if (count) pieces.add((pieces.length ? "  " : "") + count, "k");
    return pieces.nodes;
  },

  toggle(node, wanted) {
    if (node.isParent && !this.found) {
      const open = this.open[this.store.index];
      const isOpen = wanted ?? !open.has(node.pointer);
      if (isOpen) open.add(node.pointer); else open.delete(node.pointer);
    }
    this.draw();
  },

  /** Expands all parents of a place, and shows it. */
  reveal(tokens) {
    // Another view of the state is shown in its place.
    const other = extras.find(extra => extra.isShown && extra.revealState);
    if (other) return other.revealState(tokens);
    if (!this.store) return;
    const open = this.open[this.store.index];
    for (let length = 0; length < tokens.length; length++) open.add(pointerOf(tokens.slice(0, length)));
    stateFilter.value = "";
    this.current = pointerOf(tokens);
    this.draw();
    const node = this.nodes.find(each => each.pointer === this.current) ?? this.nodes[0];
    node?.element.scrollIntoView({ block: "nearest" });
    treeElement.focus({ preventScroll: true });
  },

  mark() { this.markIn(this); },

  /** Marks the chosen node of what shows the state. */
  markIn(view) {
    let active;
    for (const node of view.nodes) {
      const isCurrent = node.pointer === view.current;
      node.element.classList.toggle("current", isCurrent);
      if (isCurrent) active = node.element.id;
    }
    if (active) treeElement.setAttribute("aria-activedescendant", active);
    else treeElement.removeAttribute("aria-activedescendant");
  },

  key(event) {
    const view = extras.find(extra => extra.isShown && extra.revealState) ?? this, { nodes } = view;
    if (nodes.length === 0) return false;
    // Before a node was chosen, the first one is.
    const index = Math.max(nodes.findIndex(node => node.pointer === view.current), 0);
    const node = nodes[index], isOpen = node.isParent && view.isOpen(node.pointer);
    let next = index;
    switch (event.key) {
      case "ArrowDown": next = index + 1; break;
      case "ArrowUp": next = index - 1; break;
      case "ArrowRight": if (!isOpen) view.toggle(node, true); else next = index + 1; break;
      case "ArrowLeft":
        if (isOpen) view.toggle(node, false);
        else next = nodes.findLastIndex((each, place) => place < index && each.level < node.level);
        break;
      case "Enter": case " ": view.toggle(node); break;
      case "Home": next = 0; break;
      case "End": next = nodes.length - 1; break;
      default: return false;
    }
    view.current = nodes[Math.min(Math.max(next, 0), nodes.length - 1)].pointer;
    view.mark();
    view.nodes.find(each => each.pointer === view.current)?.element.scrollIntoView({ block: "nearest" });
    return true;
  },
};
