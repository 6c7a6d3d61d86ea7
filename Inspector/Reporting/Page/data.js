// The recording as it stands in the page, and lists worked out from it.

/** An integer beyond what a JavaScript number holds exactly. */
class Exact {
  constructor(text) { this.text = text; }
}

const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Exact);

/** Assigns a member whatever its name is: `__proto__` is a name like any other. */
function assign(object, key, value) {
  if (key === "__proto__") Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** Undoes how numbers beyond 53 bits are written: `{"\u0001": "12345678901234567890"}`; other such names have one more. */
function revive(_, value) {
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === "\u0001") return new Exact(value[keys[0]]);
  if (!keys.some(key => key.startsWith("\u0001"))) return value;
  const result = {};
  for (const key of keys) assign(result, key.startsWith("\u0001") ? key.slice(1) : key, value[key]);
  return result;
}

const text = document.getElementById("recording").textContent;
const data = text.includes('"\\u0001') ? JSON.parse(text, revive) : JSON.parse(text);
const { stores, steps } = data;
const origins = [...new Set(steps.map(step => step.o))];

/** The rows of the log: steps, and between them notes and gaps, in the order of time. */
const items = [
  ...steps.map((step, index) => ({ kind: "step", t: step.t, step, index })),
  ...data.notes.map(note => ({ kind: "note", t: note.t, note })),
  ...data.gaps.map(gap => ({ kind: "gap", t: gap.t, gap })),
].map((item, order) => Object.assign(item, { order })).sort((a, b) => a.t - b.t || a.order - b.order);

stores.forEach((store, index) => {
  store.index = index;
  store.steps = [];
  store.positions = new Map();
});
items.forEach((item, position) => {
  item.position = position;
  if (item.kind !== "step") return;
  const store = stores[item.step.s];
  item.step.position = position;
  item.step.local = store.steps.length;
  store.positions.set(item.step.n, position);
  store.steps.push(item.step);
});
for (const step of steps) {
  if (step.c === undefined) continue;
  const cause = items[stores[step.s].positions.get(step.c)];
  if (cause) (cause.step.leads ??= []).push(step);
}

/** The number of the last item at or before another of a list in ascending order; -1 if there is none. */
function lastAtOrBefore(list, wanted, measure) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (measure(list[middle]) <= wanted) low = middle + 1; else high = middle;
  }
  return low - 1;
}
