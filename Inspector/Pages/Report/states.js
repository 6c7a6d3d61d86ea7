// The state at each step: the nearest cached one plus the changes after it. No state is ever changed in place.

const pointerTokens = new Map();

/** The tokens of a JSON Pointer (RFC 6901). */
function tokensOf(pointer) {
  let tokens = pointerTokens.get(pointer);
  if (!tokens) {
    tokens = pointer === "" ? [] : pointer.slice(1).split("/").map(token => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    pointerTokens.set(pointer, tokens);
  }
  return tokens;
}

const pointerOf = tokens => tokens.map(token => "/" + token.replaceAll("~", "~0").replaceAll("/", "~1")).join("");

/** The index of a token in an array; -1 if there is none. `[id=42]` finds an element by its id. */
function indexIn(array, token) {
  const id = /^\[id=(.*)\]$/s.exec(token);
  if (id) return array.findIndex(element => isObject(element) && own(element, "id") && scalarText(element.id) === id[1]);
  return /^(0|[1-9][0-9]*)$/.test(token) ? Number(token) : -1;
}

const scalarText = value => value instanceof Exact ? value.text : String(value);

function child(value, token) {
  if (Array.isArray(value)) return value[indexIn(value, token)];
  if (isObject(value) && own(value, token)) return value[token];
  return undefined;
}

const valueAt = (root, tokens) => tokens.reduce((value, token) => value === undefined ? undefined : child(value, token), root);

/** Whether two values have the same JSON. */
function isSame(a, b) {
  if (a === b) return true;
  if (a instanceof Exact || b instanceof Exact) return a instanceof Exact && b instanceof Exact && a.text === b.text;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => own(b, key) && isSame(a[key], b[key]));
}

/** A copy of a value with the container at the end of a path replaced by the result of `edit`; the rest is shared. */
function along(value, tokens, depth, edit) {
  if (depth === tokens.length - 1) return edit(value, tokens[depth]);
  const inner = child(value, tokens[depth]);
  if (inner === undefined) throw new Error("there is nothing at " + pointerOf(tokens.slice(0, depth + 1)));
  const next = along(inner, tokens, depth + 1, edit);
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  if (Array.isArray(value)) copy[indexIn(value, tokens[depth])] = next; else assign(copy, tokens[depth], next);
  return copy;
}

function put(root, pointer, value, isInsertion) {
  const tokens = tokensOf(pointer);
  if (tokens.length === 0) return value;
  return along(root, tokens, 0, (container, token) => {
    if (Array.isArray(container)) {
      const copy = container.slice();
      const index = token === "-" ? copy.length : indexIn(copy, token);
      if (index < 0 || index > copy.length) throw new Error("there is no index " + token + " at " + pointer);
      copy.splice(index, isInsertion ? 0 : 1, value);
      return copy;
    }
    if (!isObject(container)) throw new Error("nothing can be at " + pointer);
    const copy = { ...container };
    assign(copy, token, value);
    return copy;
  });
}

function remove(root, pointer) {
  const tokens = tokensOf(pointer);
  if (tokens.length === 0) return null;
  return along(root, tokens, 0, (container, token) => {
    if (child(container, token) === undefined) throw new Error("there is nothing at " + pointer);
    if (Array.isArray(container)) return container.toSpliced(indexIn(container, token), 1);
    const copy = { ...container };
    delete copy[token];
    return copy;
  });
}

/** Applies changes (RFC 6902) to a value. */
function patched(root, changes) {
  for (const change of changes) {
    switch (change.op) {
      case "add": root = put(root, change.path, change.value, true); break;
      case "replace": root = put(root, change.path, change.value, false); break;
      case "remove": root = remove(root, change.path); break;
      case "move": {
        const value = valueAt(root, tokensOf(change.from));
        root = put(remove(root, change.from), change.path, value, true);
        break;
      }
      case "copy": root = put(root, change.path, valueAt(root, tokensOf(change.from)), true); break;
    }
  }
  return root;
}

/** The states of a store, computed on demand. */
class States {
  /** The number of steps between two cached states. */
  static spacing = 64;

  constructor(store) {
    this.store = store;
    this.keyframes = new Map(data.keyframes.filter(frame => frame.s === store.index).map(frame => [frame.n, frame.v]));
    this.start = { local: -1, seq: store.first, value: store.state, known: store.state !== undefined };
    this.kept = [this.start];
    this.latest = this.start;
    // The steps of the keyframes.
    this.marks = store.steps.filter(step => this.keyframes.has(step.n)).map(model.local);
  }

  /** The state after the step with an index in its store; -1 is the initial one. Also returns the seq up to which it is known. */
  after(local) {
    if (this.latest.local === local) return this.latest;
    let from = this.kept[lastAtOrBefore(this.kept, local, kept => kept.local)] ?? this.start;
    if (this.latest.local <= local && this.latest.local > from.local) from = this.latest;
    const mark = this.marks[lastAtOrBefore(this.marks, local, mark => mark)];
    if (mark !== undefined && mark > from.local) {
      const seq = this.store.steps[mark].n;
      from = { local: mark, seq, value: this.keyframes.get(seq), known: true };
    }
    let state = from;
    while (state.local < local) {
      state = this.next(state);
      const last = this.kept[this.kept.length - 1];
      if (state.local - last.local >= States.spacing) this.kept.push(state);
    }
    this.latest = state;
    return state;
  }

  next(state) {
    const local = state.local + 1;
    const step = this.store.steps[local];
    if (this.keyframes.has(step.n)) return { local, seq: step.n, value: this.keyframes.get(step.n), known: true };
    const base = step.from ?? step.n - 1;
    // Nothing is known beyond a gap, except from a keyframe in it.
    const value = state.seq === base ? state.value : this.keyframes.get(base);
    if (step.ch === undefined || value === undefined) return { ...state, local, known: false };
    try {
      return { local, seq: step.n, value: step.ch.length ? patched(value, step.ch) : value, known: true };
    } catch (error) {
      return { ...state, local, known: false, problem: error.message };
    }
  }
}

for (const store of stores) store.states = source.states(store);

/** The state of a store at a row of the log. */
function stateOf(store, position) {
  return store.states.after(lastAtOrBefore(store.steps, position, step => step.row.position));
}
