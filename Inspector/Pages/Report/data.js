// Values as the page has them: JSON whose integers are exact.

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

/** The index of the last item of an ascending list that is not greater than a value; -1 if there is none. */
function lastAtOrBefore(list, wanted, measure) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (measure(list[middle]) <= wanted) low = middle + 1; else high = middle;
  }
  return low - 1;
}
