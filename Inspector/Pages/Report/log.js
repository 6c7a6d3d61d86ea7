// The log: only the visible rows are in the page, whatever the number of steps.

const rowHeight = 28;
const logElement = document.getElementById("log");
const rowsElement = document.getElementById("rows");
const filterElement = document.getElementById("filter");

/** How many rows are filtered at a time: a few milliseconds, so that what the user does comes between. */
const filteredRows = 5000;

/** A word as a part of a regular expression. */
const literally = word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const matches = (text, pattern) => text !== undefined && pattern.test(text);

/** Whether a text of a row matches. */
function says({ step, note, gap }, pattern) {
  if (!step) return pattern.test(note?.text ?? gap.reason);
  return pattern.test(step.l) || matches(step.w, pattern) || matches(step.x, pattern) || matches(step.f, pattern)
    || step.e?.some(label => pattern.test(label)) === true;
}

/** The paths within which a change may alter something: elements after an inserted or removed one move. */
function reach(change) {
  const paths = [change.path, change.from].filter(path => path !== undefined);
  return change.op === "replace" ? paths : paths.map(path => /\/(\d+|-)$/.test(path) ? path.slice(0, path.lastIndexOf("/")) : path);
}

/** Whether a step changed the value at a path. If that is not known, it may have. */
function changedAt(pointer, step) {
  // Only the states tell which element has an id.
  const [stem] = pointer.split("/[");
  const meets = (step.ch ?? []).some(change => [change.path, ...reach(change)].some(path =>
    path === stem || path.startsWith(stem + "/") || stem.startsWith(path + "/")));
  if (!meets) return false;
  const { states } = stores[step.s], tokens = tokensOf(pointer);
  const local = model.local(step), before = states.after(local - 1), after = states.after(local);
  return !before.known || !after.known || !isSame(valueAt(before.value, tokens), valueAt(after.value, tokens));
}

/** The duration of the slowest steps: of the slowest hundredth, and of 100 at most. */
const slowest = {
  count: -1,
  get bound() {
    if (this.count < 0 || steps.length > this.count * 1.1) {
      this.count = steps.length;
      const durations = steps.map(step => step.d ?? 0).sort((a, b) => b - a);
      this.value = durations[Math.min(Math.floor(steps.length / 100), 99)] || Infinity;
    }
    return this.value;
  },
};

/** The number of changes of a step; empty if that is not known, redacted or cannot be compared. */
const changeCount = step => step.u === undefined ? step.ch?.filter(change => !change.inc).length : undefined;

const kinds = {
  // Steps whose changes are not here yet are shown: their changes are requested with their rows.
  changed: item => item.kind === "step" && (changeCount(item.step) > 0 || source.isPending(item.step) && item.step.isChanged !== false),
  unchanged: item => item.kind === "step" && changeCount(item.step) === 0,
  rejected: item => item.kind === "step" && item.step.x !== undefined,
  failed: item => item.kind === "step" && isFailure(item.step),
  note: item => item.kind === "note",
  gap: item => item.kind === "gap",
  slow: item => item.kind === "step" && item.step.d >= slowest.bound,
};

/** The pointer of a path as typed: `.items[3].title`, `["a key"]`; a pointer stays as it is. */
function pointerTo(path) {
  if (path === "" || path.startsWith("/")) return path;
  const tokens = (/^[.[]/.test(path) ? path : "." + path).matchAll(/\.([^.[]+)|\[(?:"((?:[^"\\]|\\.)*)"?|(id=[^\]]*)|([^\]]*))\]?/g);
  return pointerOf([...tokens].map(([, name, key, id, index]) => name ?? key?.replace(/\\(.)/g, "$1") ?? (id ? `[${id}]` : index)));
}

/** A predicate for a word of the filter. */
function testFor(word) {
  if (/^#\d+$/.test(word)) return item => item.kind === "step" && item.step.n === Number(word.slice(1));
  const [, key, rest] = /^(store|origin|path|is):(.*)$/s.exec(word) ?? [];
  const wanted = (rest ?? word).toLowerCase();
  switch (key) {
    case "store": return item => {
      const index = item[item.kind].s;
      return index !== undefined && stores[index].id.toLowerCase().includes(wanted);
    };
    case "origin": return item => item.kind === "step" && item.step.o.startsWith(wanted);
    case "path": {
      const touches = source.touches(pointerTo(rest));
      return item => item.kind === "step" && touches(item.step);
    }
    case "is": return own(kinds, wanted) ? kinds[wanted] : () => false;
    default: {
      // Browsers refuse regular expressions that are too long.
      const pattern = wanted.length > 1000 ? { test: text => text.toLowerCase().includes(wanted) } : new RegExp(literally(word), "iu");
      return item => says(item, pattern);
    }
  }
}

/** The words of a filter; a step must not match those after a minus. */
function parseFilter(text) {
  const tests = [];
  const words = [];
  for (const [, minus, key, quote, plain] of text.matchAll(/(-?)((?:store|origin|path|is):)?(?:"([^"]*)"?|(\S+))/g)) {
    const word = (key ?? "") + (quote ?? plain);
    if (word === "") continue;
    const test = testFor(word);
    if (!minus && !key) words.push(word.toLowerCase());
    tests.push(minus ? item => !test(item) : test);
  }
  return { tests, words };
}

const log = {
  shown: items.map((_, position) => position),
  words: [],
  tests: [],
  hiddenStores: new Set(),
  chosenOrigins: new Set(),
  rows: new Map(),
  /** The height of all rows as they were drawn, and that in the page: browsers cut one of some 17 million pixels or more. */
  whole: 0,
  height: 0,
  /** The height of what is above the rows. */
  head: 0,

  /** How many pixels of the log are scrolled over by one of the browser: more where it is higher than the page. */
  get scale() {
    const view = logElement.clientHeight;
    return this.whole > this.height && this.height > view ? (this.whole - view) / (this.height - view) : 1;
  },

  /** Where the first visible pixel is in the log. */
  get top() { return Math.round((logElement.scrollTop - this.head) * this.scale); },
  set top(top) { logElement.scrollTop = top / this.scale + this.head; },

  /** Applies the filter again, and shows a row; near the end of a long log first to the newest rows, which are seen. */
  filter(position) {
    const wasFiltering = this.older !== undefined;
    clearTimeout(this.older?.timer);
    this.older = undefined;
    const { tests, words } = parseFilter(filterElement.value);
    const { range } = timeline, { hiddenStores, chosenOrigins } = this;
    this.words = words;
    this.tests = [
      range && (item => item.t >= range.from && item.t <= range.to),
      hiddenStores.size && (item => item.kind === "gap" || !hiddenStores.has(item[item.kind].s)),
      chosenOrigins.size && (item => item.kind === "step" && chosenOrigins.has(item.step.o)), ...tests,
    ].filter(test => test);
    let start = this.tests.length && position >= items.length - filteredRows ? Math.max(items.length - filteredRows, 0) : 0;
    this.shown = this.found(start, items.length);
    const isFull = () => this.shown.length * rowHeight >= logElement.clientHeight;
    for (let more = 3; more > 0 && start && !isFull(); more--) {
      const end = start;
      start = Math.max(end - filteredRows, 0);
      this.shown.unshift(...this.found(start, end));
    }
    // Where one filter follows another, and while a range is dragged, something has to be seen.
    if (start && (wasFiltering || timeline.isDragged) && !this.shown.length) [start, this.shown] = [0, this.found(0, start)];
    if (start) this.filterOlder(start);
    this.reset(position);
  },

  /** Takes the rows from a position on that the filter lets through; `draw` shows them. */
  append(position) {
    for (const each of this.found(position, items.length)) this.shown.push(each);
  },

  /** The positions in a range of rows that the filter lets through. */
  found(from, to) {
    const found = [];
    for (let index = from; index < to; index++) if (this.lets(items[index])) found.push(index);
    return found;
  },

  /** Filters the rows before a position, some at a time. */
  filterOlder(end, found = []) {
    const timer = setTimeout(() => {
      // What is drawn anew between press and release cannot be clicked.
      if (source.isPressed) return this.filterOlder(end, found);
      const start = Math.max(end - filteredRows, 0);
      found.unshift(this.found(start, end));
      if (start) this.filterOlder(start, found);
      else this.take(found);
    }, source.isPressed ? 50 : 0);
    this.older = { end, found, timer };
  },

  /** Filters at once what is left. */
  finish() {
    if (!this.older) return;
    const { end, found, timer } = this.older;
    clearTimeout(timer);
    this.take([this.found(0, end), ...found]);
  },

  /** Puts older rows before the others: what is seen stays in its place, unless the selected row is to be shown yet. */
  take(older) {
    this.older = undefined;
    const { top, shown } = this;
    this.shown = [...older, shown].flat();
    this.extent = undefined;
    this.extend();
    const isSeen = shown[0] <= page.selected;
    if (isSeen) this.top = top + (this.shown.length - shown.length) * rowHeight;
    this.reset(isSeen ? undefined : page.selected);
  },

  /** Whether the filter lets a row through. */
  lets(item) {
    for (const test of this.tests) if (!test(item)) return false;
    return true;
  },

  /** Forgets the rows before a position, which `model` dropped. */
  drop(count) {
    if (this.older) return this.filter();
    const { shown } = this;
    shown.splice(0, lastAtOrBefore(shown, count - 1, position => position) + 1);
    for (let index = 0; index < shown.length; index++) shown[index] -= count;
    this.reset();
  },

  /** Makes room for all rows. */
  extend() {
    const extent = `${this.shown.length}/${items.length}`;
    if (this.extent === extent) return;
    this.extent = extent;
    this.whole = this.shown.length * rowHeight;
    rowsElement.style.height = Math.min(this.whole, 15e6) + "px";
    this.height = rowsElement.offsetHeight;
    this.count();
  },

  /** The row of a step, if it is in the page. */
  rowOf(step) {
    const at = step.row.position, index = lastAtOrBefore(this.shown, at, position => position);
    return this.shown[index] === at && items[at]?.step === step ? this.rows.get(index) : undefined;
  },

  /** Writes the number of changes of a step that became known. */
  tally(step) {
    this.rowOf(step)?.querySelector(".tally")?.replaceWith(this.sign(step));
  },

  count() {
    // Until all rows are filtered, their number is not known.
    if (this.older) return;
    const count = document.getElementById("count");
    const total = plural(steps.length, "transition") + (data.notes.length ? ", " + plural(data.notes.length, "note") : "");
    count.textContent = this.shown.length === items.length ? total : `${grouped(this.shown.length)} of ${total} shown`;
  },

  /** Draws all rows again, where one is seen. */
  reset(position) {
    this.extent = undefined;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    if (position === undefined) this.draw();
    else this.reveal(position);
  },

  /** Puts the visible rows into the page. */
  draw() {
    this.extend();
    const { top } = this, above = top - Math.round(logElement.scrollTop - this.head);
    const first = Math.max(Math.floor(top / rowHeight) - 6, 0);
    const last = Math.min(Math.ceil((top + logElement.clientHeight) / rowHeight) + 6, this.shown.length);
    for (const [index, row] of this.rows) {
      if (index < first || index >= last) { row.remove(); this.rows.delete(index); }
      else if (above !== this.above) row.style.top = index * rowHeight - above + "px";
    }
    this.above = above;
    for (let index = first; index < last; index++) {
      if (this.rows.has(index)) continue;
      const row = this.row(items[this.shown[index]], index);
      row.style.top = index * rowHeight - above + "px";
      this.rows.set(index, row);
      rowsElement.append(row);
    }
    this.mark();
  },

  mark() {
    if (page.hasShown) document.getElementById("position").textContent = `${grouped(page.selected + 1)} / ${grouped(items.length)}`;
    let active;
    for (const [index, row] of this.rows) {
      const isSelected = this.shown[index] === page.selected;
      if (row.getAttribute("aria-selected") !== String(isSelected)) row.setAttribute("aria-selected", isSelected);
      if (isSelected) active = row.id;
    }
    if (active) logElement.setAttribute("aria-activedescendant", active);
    else logElement.removeAttribute("aria-activedescendant");
  },

  row(item, index) {
    const row = make("div", {
      class: "row " + (item.kind === "step" ? (item.step.x !== undefined ? "rejected" : isFailure(item.step) ? "failed" : "") : item.kind), role: "option",
      id: "row-" + item.position, "aria-posinset": index + 1, "aria-setsize": this.shown.length,
      onclick: event => page.select(item.position, false, event),
    });
    row.item = item;
    const subject = item[item.kind];
    const store = stores[subject.s];
    row.append(make("span", { class: "at" }, offset(item.t)));
    if (item.kind === "step") {
      const step = item.step;
      const origin = step.x !== undefined ? "rejected" : step.o;
      row.append(make("span", { class: "seq" }, "#" + step.n), make("span", { class: "dot " + origin, title: step.o }));
      row.append(make("span", { class: "what", title: visible(step.l) },
        step.w !== undefined ? make("span", { class: "caused", title: "edited at the gate; dispatched as " + visible(step.w) }, "✎ ") : null,
        step.c !== undefined ? make("span", { class: "caused", title: "caused by #" + step.c }, "↳ ") : null, ...this.marked(visible(step.l))));
      if (stores.length > 1) row.append(make("span", { class: "where" }, visible(store.id)));
      const sign = this.sign(step);
      row.append(sign);
      row.setAttribute("aria-label", `${visible(step.l)}, ${visible(store.id)} ${step.n}, ${step.o}, ${sign.title}`);
    } else if (item.kind === "note") {
      row.append("⚑", make("span", { class: "what", title: visible(item.note.text) }, ...this.marked(visible(item.note.text))));
    } else {
      row.append("⋯", make("span", { class: "what" }, gapText(item.gap)));
    }
    return row;
  },

  /** The end of a row: the number of changes. */
  sign(step) {
    const changes = source.changes(step), count = step.u === undefined ? changes?.filter(change => !change.inc).length : undefined;
    const isPending = count === undefined && source.isPending(step);
    const meaning = step.x !== undefined ? "rejected" : isPending ? "changes are loading" : count === undefined ? step.u ?? "changes not known"
      : count === 0 ? "no changes" : plural(count, "change");
    return make("span", { class: "tally" + (count ? " some" : ""), title: meaning },
      step.x !== undefined ? "✗" : isPending ? "~" : count === undefined ? "?" : count === 0 ? "=" : "~" + count);
  },

  /** A text with the words of the filter highlighted. */
  marked(text) {
    const words = this.words.filter(word => text.toLowerCase().includes(word));
    if (words.length === 0 || text.toLowerCase().length !== text.length) return [text];
    const parts = text.split(new RegExp("(" + words.map(literally).join("|") + ")", "gi"));
    return parts.map((part, index) => index % 2 ? make("mark", {}, part) : part);
  },

  /** Draws after the log got another height: the selected row stays in view if it was, and otherwise nothing moves. */
  resize() {
    const top = lastAtOrBefore(this.shown, page.selected, each => each) * rowHeight, seen = this.top;
    const wasSeen = !this.view || top < seen + this.view && top + rowHeight > seen;
    this.view = logElement.clientHeight;
    if (wasSeen) this.reveal(page.selected);
    else this.draw();
  },

  /** Scrolls to the row at an index. */
  reveal(position) {
    const index = lastAtOrBefore(this.shown, position, each => each);
    if (index < 0) return this.draw();
    this.extend();
    const top = index * rowHeight, view = logElement.clientHeight, seen = this.top;
    const isFar = top < seen - view || top > seen + 2 * view;
    if (isFar) this.top = top - view / 2;
    else if (top < seen + rowHeight) this.top = Math.max(top - rowHeight, -this.head);
    else if (top > seen + view - 2 * rowHeight) this.top = top - view + 2 * rowHeight;
    this.draw();
  },
};

const gapText = gap => `${gap.from === gap.to ? "#" + gap.from : `#${gap.from} to #${gap.to}`} of ${visible(stores[gap.s]?.id ?? "?")} missing: ${visible(gap.reason)}`;
