// The graph of an enum's cases: the transitions, their actions, and the current case.

const svgNode = (tag, attributes, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

const graph = {
  element: document.getElementById("graph"),

  show(store, position) {
    const graphs = source.graphs(store);
    this.element.replaceChildren();
    if (!graphs) {
      this.element.append(make("p", { class: "muted" }, "Loading…"));
      return;
    }
    if (graphs.length === 0) {
      this.element.append(make("p", { class: "muted" }, `The state of ${store.id} has no known enum: there is nothing to draw.`));
      return;
    }
    const chosen = graphs.find(each => each.path === store.graphPath) ?? graphs.reduce((best, each) => each.ways.length > best.ways.length ? each : best);
    if (graphs.length > 1) {
      this.element.append(make("div", { class: "choices", role: "group", "aria-label": "Enums of the state" }, ...graphs.map(each =>
        make("button", { class: "chip", "aria-pressed": each === chosen, onclick: () => { store.graphPath = each.path; page.showView(); } },
          `${visible(store.id)} ${swiftPath(each.path)}`))));
    } else {
      this.element.append(make("p", { class: "muted" }, `${visible(store.id)} ${chosen.path === "" ? "" : swiftPath(chosen.path)}`));
    }
    const state = stateOf(store, position);
    const before = state.local >= 0 ? store.states.after(state.local - 1) : undefined;
    const name = each => each?.isPaged ? source.caseName(store, each.seq, chosen.path) : each?.known ? this.nameAt(each.value, store, chosen.path) : undefined;
    const item = items[position];
    const isStep = item?.kind === "step" && item.step.s === store.index;
    this.element.append(this.picture(chosen, name(state), isStep ? name(before) : undefined, isStep ? item.step : undefined), this.table(chosen), ...this.coverage(chosen, name(state)));
  },

  /** How often each action ran in each state, if that was counted. */
  coverage({ states, actions, pairs, unvisited, hasUnknownStates }, here) {
    if (!actions?.length) return [];
    const key = (action, state) => JSON.stringify([action, state]);
    const ran = new Map(pairs.map(pair => [key(pair.action, pair.state), pair]));
    const cell = (action, state) => {
      const pair = ran.get(key(action, state));
      if (!pair) return make("td", { class: "right never" }, "never");
      const parts = [[pair.changed, "", "changed something"], [pair.ignored, "=", "changed nothing"], [pair.rejected, "✗", "rejected"]].filter(([count]) => count);
      return make("td", { class: "right ran", title: parts.map(([count, , what]) => `${grouped(count)} ${what}`).join(", ") }, parts.map(([count, sign]) => sign + grouped(count)).join("  "));
    };
    const columns = states.slice(0, 60), rows = actions.slice(0, 300), cut = (actions.length - rows.length) + (states.length - columns.length);
    return [make("section", { class: "coverage", role: "region", "aria-label": "Coverage", tabindex: 0 }, make("h2", {}, "Coverage"),
      make("p", { class: "muted" }, `${plural(unvisited.length, "pair")} of action and state never ran. How often the others changed something, = changed nothing, ✗ were rejected${hasUnknownStates ? "; there may be states that are not known" : ""}${cut ? `; ${cut} more actions or states are not shown` : ""}.`),
      make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "action"), ...columns.map(state => make("th", { scope: "col", class: "right mono" + (state.name === here ? " here" : "") }, visible(state.name))))),
        make("tbody", {}, ...rows.map(action => make("tr", {}, make("th", { scope: "row", class: "mono" }, visible(action)), ...columns.map(state => cell(action, state.name)))))))];
  },

  nameAt(value, store, path) {
    const tokens = tokensOf(path);
    const found = valueAt(value, tokens);
    if (found === undefined) return undefined;
    return found === null ? "nil" : caseOf(found, schemaAt(store.schema, tokens))?.name;
  },

  picture(chosen, here, before, step) {
    const count = chosen.states.length;
    const sizes = chosen.states.map(state => Math.max(visible(state.name).length * 8.2 + 26, 74));
    const widest = Math.max(...sizes);
    const radiusX = count < 2 ? 0 : Math.max(widest * .9 + 40, count * 46), radiusY = count < 3 ? 0 : Math.max(95, count * 26);
    const centreX = radiusX + widest / 2 + 70, centreY = radiusY + 90;
    const places = chosen.states.map((_, index) => {
      const angle = Math.PI + index / count * 2 * Math.PI;
      return { x: centreX + Math.cos(angle) * radiusX, y: centreY + Math.sin(angle) * radiusY };
    });
    const picture = svgNode("svg", { viewBox: `0 0 ${centreX * 2} ${centreY * 2}`, role: "img", "aria-label": "Graph of states; the table below has the same" });
    picture.style.maxWidth = centreX * 2.1 + "px";
    for (const kind of ["", "taken"]) {
      picture.append(svgNode("marker", { id: "arrow" + kind, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
        svgNode("path", { d: "M0 .5 8 4 0 7.5z" })));
    }
    const index = new Map(chosen.states.map((state, number) => [state.name, number]));
    const bundles = new Map();
    for (const way of chosen.ways) {
      const key = index.get(way.from) + ">" + index.get(way.to);
      if (!bundles.has(key)) bundles.set(key, { from: index.get(way.from), to: index.get(way.to), ways: [] });
      bundles.get(key).ways.push(way);
    }
    const boxes = places.map(({ x, y }, number) => ({ x, y, width: sizes[number], height: 40 }));
    const most = Math.max(...chosen.ways.map(way => way.count), 1);
    for (const bundle of bundles.values()) {
      const isTaken = before !== undefined && index.get(before) === bundle.from && index.get(here) === bundle.to
        && bundle.ways.some(way => way.action === step.k);
      picture.append(this.edge(bundle, places, sizes, { x: centreX, y: centreY }, isTaken, most, boxes));
    }
    chosen.states.forEach((state, number) => {
      const { x, y } = places[number], width = sizes[number];
      picture.append(svgNode("g", { class: "vertex" + (state.visits === 0 ? " never" : "") + (state.name === here ? " here" : "") },
        svgNode("rect", { x: x - width / 2, y: y - 20, width, height: 40, rx: 10 }),
        svgNode("text", { x, y: y - 1 }, visible(state.name)),
        svgNode("text", { class: "visits", x, y: y + 13 }, state.visits === 0 ? "never" : plural(state.visits, "visit"))));
    });
    return picture;
  },

  /** An edge with its actions, which go where nothing is: `boxes` is what is there. */
  edge({ from, to, ways }, places, sizes, centre, isTaken, most, boxes) {
    const a = places[from], b = places[to];
    const total = ways.reduce((sum, way) => sum + way.count, 0);
    const group = svgNode("g", { class: "edge" + (total === 0 ? " never" : "") + (isTaken ? " taken" : "") });
    let path, label;
    if (from === to) {
      const up = a.y > centre.y + 1 ? 1 : -1;
      path = `M${a.x - 16} ${a.y + up * 20} C${a.x - 40} ${a.y + up * 66} ${a.x + 40} ${a.y + up * 66} ${a.x + 16} ${a.y + up * 20}`;
      label = { x: a.x, y: a.y + up * 64 + 4 };
    } else {
      const dx = b.x - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy) || 1;
      const bend = Math.min(length * .16, 46);
      const middle = { x: (a.x + b.x) / 2 - dy / length * bend, y: (a.y + b.y) / 2 + dx / length * bend };
      const start = this.border(a, middle, sizes[from]), end = this.border(b, middle, sizes[to]);
      path = `M${start.x} ${start.y} Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
      label = { x: (start.x + 2 * middle.x + end.x) / 4, y: (start.y + 2 * middle.y + end.y) / 4 + 4 };
    }
    group.append(svgNode("path", { d: path, "stroke-width": 1.2 + 2.2 * Math.log2(1 + total) / Math.log2(1 + most * 2), "marker-end": `url(#arrow${isTaken ? "taken" : ""})` }));
    const names = ways.slice(0, 3).map(way => visible(way.action) + (way.count > 1 ? " ×" + way.count : ""));
    if (ways.length > 3) names.push(`+${ways.length - 3}`);
    const box = { x: label.x, width: Math.max(...names.map(name => name.length)) * 6.8, height: names.length * 13 };
    const isFree = y => boxes.every(other => Math.abs(other.x - box.x) * 2 >= other.width + box.width || Math.abs(other.y - y) * 2 >= other.height + box.height);
    const heights = Array.from({ length: 13 }, (_, index) => label.y - 4 + Math.ceil(index / 2) * 7 * (index % 2 ? 1 : -1));
    box.y = heights.find(isFree) ?? heights[0];
    boxes.push(box);
    names.forEach((name, line) => group.append(svgNode("text", { x: box.x, y: box.y + 4 + (line - (names.length - 1) / 2) * 13 }, name)));
    return group;
  },

  /** Where a line from the centre of a box crosses its border. */
  border(box, toward, width) {
    const dx = toward.x - box.x, dy = toward.y - box.y;
    const scale = Math.min((width / 2 + 4) / Math.abs(dx || 1e-9), 24 / Math.abs(dy || 1e-9));
    return { x: box.x + dx * scale, y: box.y + dy * scale };
  },

  table(chosen) {
    const rows = [...chosen.ways].sort((a, b) => b.count - a.count).slice(0, 300).map(way => make("tr", {},
      make("td", { class: "mono" }, visible(way.from)), make("td", { class: "mono" }, visible(way.action)), make("td", { class: "mono" }, visible(way.to)),
      make("td", { class: "right" }, way.count === 0 ? "never" : grouped(way.count))));
    return make("table", {}, make("thead", {}, make("tr", {}, ...["from", "action", "to"].map(name => make("th", { scope: "col" }, name)),
      make("th", { scope: "col", class: "right" }, "times"))), make("tbody", {}, ...rows));
  },
};
