// The rows of the log by time, which a live page appends to.

const { data } = source;
const { stores } = data;
const steps = [];
/** The rows: steps, and notes and gaps between them. */
const items = [];
/** What a page has beyond a report: each may have `start`, `keys`, `badges`, `select`, `onShow`, `facts`, `noteFacts`, `showState`, `filterState` and `session`. */
const extras = [];

/** Whether a step was rejected, or the name of its action says that something failed. */
const isFailure = step => step.x !== undefined || step.b === true;

/** A step, note or gap in the log. */
class Row {
  constructor(kind, subject, order) {
    this.kind = kind;
    this.t = subject.t;
    this[kind] = subject;
    this.order = order;
    this.number = 0;
  }

  /** The index of the row. */
  get position() { return this.number - model.dropped; }
}

const model = {
  /** The order of rows that have the same time. */
  order: 0,
  /** How many rows were dropped: rows and steps keep their numbers, so that dropping does not visit those that are left. */
  dropped: 0,

  row(kind, subject) { return new Row(kind, subject, this.order++); },

  /** Adds a store. */
  add(store) {
    if (!stores.includes(store)) stores.push(store);
    store.index = stores.indexOf(store);
    store.steps = [];
    store.dropped = 0;
    store.numbered = new Map();
  },

  /** The position of the step of a store with a seq; `undefined` if it is not here. */
  position: (store, seq) => store?.numbered.get(seq)?.row.position,

  /** The index of a step among the steps of its store. */
  local: step => step.number - stores[step.s].dropped,

  /** Adds rows; whether the positions of others changed. */
  append(rows) {
    rows.sort(this.compare);
    const place = rows.length ? lastAtOrBefore(items, rows[0].t, item => item.t) + 1 : items.length;
    const later = items.splice(place);
    for (const { step } of later.toReversed()) {
      if (!step) continue;
      stores[step.s].steps.pop();
      steps.pop();
    }
    for (const row of later.length ? [...later, ...rows].sort(this.compare) : rows) this.enter(row);
    for (const row of rows) this.link(row);
    return later.length > 0;
  },

  /** By time; what was loaded later may be older, also within a microsecond. */
  compare: (a, b) => a.t - b.t || (a.step && b.step && a.step.s === b.step.s ? a.step.n - b.step.n : a.order - b.order),

  enter(row) {
    row.number = this.dropped + items.length;
    items.push(row);
    if (row.kind !== "step") return;
    const { step } = row, store = stores[step.s];
    step.row = row;
    step.number = store.dropped + store.steps.length;
    store.numbered.set(step.n, step);
    store.steps.push(step);
    steps.push(step);
  },

  /** Tells the cause of a step about it. */
  link({ step }) {
    if (step?.c === undefined) return;
    const cause = stores[step.s].numbered.get(step.c);
    if (cause) (cause.leads ??= []).push(step);
  },

  /** Forgets the oldest rows; those that are left move up. Returns how many steps of each store are gone. */
  drop(count) {
    const lost = stores.map(() => 0);
    for (const { step } of items.splice(0, count)) {
      if (!step) continue;
      stores[step.s].numbered.delete(step.n);
      lost[step.s]++;
    }
    steps.splice(0, lost.reduce((sum, each) => sum + each, 0));
    for (const store of stores) {
      store.steps.splice(0, lost[store.index]);
      store.dropped += lost[store.index];
    }
    this.dropped += count;
    return lost;
  },

  /** Sorts all rows, after some of them changed. */
  arrange(all = items.slice()) {
    all.sort(this.compare);
    items.length = steps.length = this.dropped = 0;
    for (const store of stores) {
      store.steps = [];
      store.dropped = 0;
      store.numbered = new Map();
    }
    for (const row of all) {
      if (row.step) row.step.leads = undefined;
      this.enter(row);
    }
    for (const row of all) this.link(row);
  },
};

for (const store of stores) model.add(store);
model.arrange([
  ...data.steps.map(step => model.row("step", step)), ...data.notes.map(note => model.row("note", note)),
  ...data.gaps.map(gap => model.row("gap", gap)),
]);
