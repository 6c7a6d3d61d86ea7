// One step: its action, origin, requested effects and changes.

const entryElement = document.getElementById("entry");

/** A link to a row, wherever that is when it is followed. */
const link = (label, row) => row === undefined ? label
  : make("button", { class: "link", onclick: () => { if (items[row.position] === row) page.select(row.position); } }, label);

const fact = (name, ...value) => make("span", {}, name + " ", make("b", {}, ...value));

const entryView = {
  show(item) {
    const focused = entryElement.contains(document.activeElement) && document.activeElement.textContent;
    entryElement.replaceChildren(...(item === undefined ? this.nothing()
      : item.kind === "step" ? this.step(item.step) : item.kind === "note" ? this.note(item.note) : this.gap(item.gap)));
    // Who works with the keyboard stays where he is.
    if (focused) [...entryElement.querySelectorAll("button, a")].find(each => each.textContent === focused)?.focus({ preventScroll: true });
  },

  nothing() {
    return [make("p", { class: "muted" }, source.isLive ? "Nothing has happened yet. Transitions are shown as they come." : "Nothing was recorded."), ...extras.flatMap(extra => extra.whenEmpty?.() ?? [])];
  },

  step(step) {
    const store = stores[step.s];
    const title = make("div", { class: "title" });
    // A label without types is closer to what one would type than JSON.
    if (step.a !== undefined && (store.actionSchema || step.l.includes("…"))) title.append(...written(step.a, store.actionSchema, 4000).nodes);
    else title.append(visible(step.l));
    const facts = make("div", { class: "facts" },
      fact("store", make("a", { href: `#${encodeURIComponent(store.id)}/${step.n}`, title: "A link to this transition" }, visible(store.id) + " #" + step.n)), fact("origin", make("span", { class: "dot " + step.o }), " " + step.o),
      fact("at", offset(step.t), make("span", { class: "muted" }, "  " + momentText(step.t))));
    facts.querySelector(".dot").style.display = "inline-block";
    if (step.c !== undefined) facts.append(fact("caused by", link("#" + step.c, store.numbered.get(step.c)?.row)));
    if (step.leads) {
      const ways = step.leads.slice(0, 8).flatMap((next, index) => [index ? " " : "", link("#" + next.n, next.row)]);
      facts.append(fact("led to", ...ways, step.leads.length > 8 ? " …" : ""));
    }
    if (step.d !== undefined) facts.append(fact("took", span(step.d / 1000)));
    if (step.f) facts.append(fact("from", make("button", { class: "link", title: "Copy the file and the line", onclick: event => page.copy(event.target, step.f.split("/").pop()) }, visible(step.f))));
    const parts = [title, facts];
    if (step.x !== undefined) parts.push(make("p", { class: "callout bad" }, "Rejected: " + visible(step.x)));
    if (step.w !== undefined) parts.push(make("p", { class: "callout" }, "Edited at the gate; dispatched as " + visible(step.w)));
    if (step.e?.length) {
      parts.push(make("h2", {}, "Effects"), make("div", { class: "changes" }, ...step.e.map(effect =>
        make("div", { class: "change" }, make("span", { class: "sign" }, "⇒"), make("span", {}, visible(effect))))));
    }
    for (const extra of extras) parts.push(...extra.facts?.(step) ?? []);
    const changes = source.changes(step);
    parts.push(make("h2", {}, changes === undefined || step.u !== undefined ? "Changes" : changes.length === 0 ? "No changes" : plural(changes.length, "change")));
    if (step.u !== undefined) parts.push(make("p", { class: "callout" }, step.u[0].toUpperCase() + step.u.slice(1) + "."));
    if (changes === undefined && source.isPending(step)) {
      parts.push(make("p", { class: "muted" }, "Loading…"));
    } else if (changes === undefined && !source.isLive) {
      parts.push(make("p", { class: "callout" }, "The changes of this transition alone were not recorded; a later one has the changes of both."));
    }
    if (step.from !== undefined && step.from !== step.n - 1) {
      parts.push(make("p", { class: "callout" }, `These are the changes of #${step.from + 1} to #${step.n} together.`));
    }
    if (changes?.length) parts.push(this.changes(changes, store, true));
    return parts;
  },

  /** A list of changes; those of the shown step lead to their places in the state. */
  changes(changes, store, isShown = false) {
    const list = make("div", { class: "changes" });
    const more = (from, to) => {
      for (const change of changes.slice(from, to)) list.append(this.change(change, store, isShown));
      if (to < changes.length) {
        const button = make("button", { onclick: () => { button.remove(); more(to, to + 500); } }, `${plural(changes.length - to, "more change")}…`);
        list.append(button);
      }
    };
    more(0, 60);
    return list;
  },

  change(change, store, isShown) {
    const schema = schemaAt(store.schema, tokensOf(change.path));
    const sign = { add: "+", remove: "−", replace: "~", move: ">", copy: ">" }[change.op] ?? "?";
    const sides = make("span", { class: "sides" });
    const element = make("div", { class: "change " + change.op }, make("span", { class: "sign", title: change.op }, sign),
      isShown ? make("button", { class: "path link", title: "Show it in the state", onclick: () => tree.reveal(tokensOf(change.path)) }, swiftPath(change.path))
        : make("span", { class: "path" }, swiftPath(change.path)), sides);
    if (change.op === "move" || change.op === "copy") {
      sides.append("← " + swiftPath(change.from));
      return element;
    }
    if (change.inc) {
      sides.append("cannot be compared");
      return element;
    }
    const old = own(change, "old") ? written(change.old, schema, 1500).text : undefined;
    const value = own(change, "value") ? written(change.value, schema, 1500).text : undefined;
    const isTall = (old?.length ?? 0) + (value?.length ?? 0) > 90;
    if (isTall) element.classList.add("tall");
    const [oldNodes, newNodes] = old !== undefined && value !== undefined ? this.difference(old, value) : [[old], [value]];
    if (old !== undefined) sides.append(make("del", { class: "old" }, ...oldNodes));
    if (old !== undefined && value !== undefined && !isTall) sides.append(" → ");
    if (value !== undefined) sides.append(make("ins", { class: "new" }, ...newNodes));
    return element;
  },

  /** Two texts, with the words between their common beginning and end marked. */
  difference(old, value) {
    let start = 0, end = 0;
    const shorter = Math.min(old.length, value.length);
    while (start < shorter && old[start] === value[start]) start++;
    while (end < shorter - start && old[old.length - 1 - end] === value[value.length - 1 - end]) end++;
    const isInWord = (text, at) => /^\w\w$/.test(text.slice(at - 1, at + 1));
    while (start > 0 && (isInWord(old, start) || isInWord(value, start))) start--;
    while (end > 0 && (isInWord(old, old.length - end) || isInWord(value, value.length - end))) end--;
    if (start + end < 4 || start + end < shorter / 3) return [[old], [value]];
    const split = text => [text.slice(0, start), make("b", {}, text.slice(start, text.length - end)), text.slice(text.length - end)];
    return [split(old), split(value)];
  },

  note(note) {
    const facts = make("div", { class: "facts" }, fact("note at", offset(note.t), make("span", { class: "muted" }, "  " + momentText(note.t))));
    if (note.s !== undefined) facts.append(fact("store", visible(stores[note.s].id) + (note.n === undefined ? "" : " #" + note.n)));
    return [make("div", { class: "title" }, "⚑ " + visible(note.text)), facts, ...extras.flatMap(extra => extra.noteFacts?.(note) ?? [])];
  },

  gap(gap) {
    return [make("div", { class: "title" }, "⋯ " + gapText(gap)),
      source.isLive ? "" : make("p", { class: "callout bad" }, "These transitions are not in the recording. The state is known again from the next keyframe.")];
  },
};
