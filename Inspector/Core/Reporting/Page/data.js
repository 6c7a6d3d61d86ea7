// The recording as embedded in the page, and lists derived from it.

/** An integer that a JavaScript number cannot represent exactly. */
class Exact {
  constructor(text) { this.text = text; }
}

const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
const isObject = value => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Exact);

/** Assigns a member of any name: `__proto__` is a name like any other. */
function assign(object, key, value) {
  if (key === "__proto__") Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** Restores integers beyond 53 bits, encoded as `{"\u0001": "12345678901234567890"}`; other such names have one more U+0001. */
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
/** Whether a step was rejected, or the name of its action says that something failed. */
const isFailure = step => step.x !== undefined || step.b === true;
const origins = [...new Set(steps.map(step => step.o))];

/** The rows of the log by time: steps, and notes and gaps between them. */
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

/** The index of the last item of an ascending list that is not greater than a value; -1 if there is none. */
function lastAtOrBefore(list, wanted, measure) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (measure(list[middle]) <= wanted) low = middle + 1; else high = middle;
  }
  return low - 1;
}
