// A running program as a source: rows come as events, changes and states on request.

/** How many rows are kept; some more until older ones are dropped together. */
const mostRows = 100000;
/** The code of an answer that would be too large. */
const tooLarge = -33010;

/** The states of a store: requested, or made of the one before and the changes. */
class LiveStates {
  /** The most values and characters of a state that is held as a whole. */
  static mostValues = 20000;
  static mostCharacters = 2 << 20;

  constructor(store) {
    this.store = store;
    this.known = new Map();
    this.asked = new Map();
    this.shown = undefined;
    /** How many characters of differences were applied since a state came whole. */
    this.differenceLength = 0;
  }

  /** The state after the step with an index in its store; -1 is the one before the first that is here. */
  after(local) {
    const step = this.store.steps[local];
    const seq = step ? step.n : Math.max((this.store.steps[0]?.n ?? this.store.seq + 1) - 1, this.store.firstSeq);
    if (this.store.isLarge) return { local, seq, known: true, isPaged: true };
    const found = this.known.get(seq);
    if (found) return this.shown = { local, seq, value: found.value, known: true };
    const before = step && step.ch && this.known.get(seq - 1);
    if (before) {
      try {
        return this.shown = this.keep(local, seq, step.ch.length ? patched(before.value, step.ch) : before.value);
      } catch { /* then it is requested */ }
    }
    const asked = this.asked.get(seq);
    if (this.store.end) return { local, seq, known: false, problem: `${visible(this.store.id)} ${this.store.end}`, value: undefined };
    // One at a time: while rows come, what is requested next is the newest.
    if (!this.isAsking && socket.connection && (!asked || asked.until < performance.now())) this.ask(seq);
    if (asked?.problem) return { local, seq, known: false, problem: asked.problem, value: undefined };
    const pending = `The state after #${seq} ${socket.connection ? "is on its way…" : "is not loaded: there is no connection."}`;
    return { local, seq, ...this.shown, known: false, isPending: true, pending };
  }

  /** The index of the step with a seq; -1 if it is not here. */
  localOf(seq) {
    const step = this.store.numbered.get(seq);
    return step ? model.local(step) : -1;
  }

  keep(local, seq, value) {
    this.known.set(seq, { value });
    if (this.known.size > 64) this.known.delete(this.known.keys().next().value);
    return { local, seq, value, known: true };
  }

  async ask(seq) {
    this.isAsking = true;
    this.asked.set(seq, { ...this.asked.get(seq), until: Infinity });
    try {
      const value = await this.difference(seq) ?? await this.whole(seq);
      this.asked.delete(seq);
      if (value !== undefined) this.shown = this.keep(this.localOf(seq), seq, value);
    } catch (error) {
      if (error.code === tooLarge) this.store.isLarge = true;
      // What is refused now may be known later; what a lost connection left open is requested when it is back.
      if (error.code === undefined) this.asked.delete(seq);
      else this.asked.set(seq, { problem: error.message, until: performance.now() + 5000 });
    }
    this.isAsking = false;
    if (socket.connection) source.refresh();
  }

  /** A state as the difference from the last one that was shown; `undefined` where it must be requested whole. */
  async difference(seq) {
    const base = this.shown && this.known.get(this.shown.seq);
    if (!base || this.differenceLength > LiveStates.mostCharacters / 8) return undefined;
    const answer = await socket.ask("state/diff", { store: this.store.id, from: this.shown.seq, to: seq }).catch(error => {
      if (error.code === undefined) throw error;
      return {};
    });
    if (!answer.changes || answer.incomplete || answer.changes.some(change => change.incomparable)) return undefined;
    this.differenceLength += JSON.stringify(answer.changes).length;
    try { return patched(base.value, answer.changes); } catch { return undefined; }
  }

  /** A state as a whole; `undefined` if it is too large to be held. */
  async whole(seq) {
    const { value } = await socket.ask("state/get", { store: this.store.id, at: seq });
    this.differenceLength = 0;
    let count = 0;
    const text = JSON.stringify(value, (_, part) => { count++; return part; }) ?? "";
    if (count <= LiveStates.mostValues && text.length <= LiveStates.mostCharacters) return value;
    this.store.isLarge = true;
    return undefined;
  }
}

/** Changes as the views know them: those of values that cannot be compared are marked. */
const received = changes => changes.map(change => change.incomparable ? { ...change, inc: true } : change);

const incompleteness = {
  hidden: "something that is hidden may have changed", incomparable: "the states cannot be compared",
  tooLarge: "there are too many, or they are too large, for one answer", unknown: "the states are not known",
};

const source = {
  isLive: true,
  isReady: false,
  queue: [],
  wanted: new Map(),
  found: new Map(),
  drawn: new Map(),

  states: store => new LiveStates(store),

  /** Asks for events; what of a gate did not come is no gap in the log. */
  async subscribe() {
    const [{ subscription }] = await Promise.all([["log", "stores"], ["gate"]].map(events => socket.ask("subscribe", { events })));
    this.subscription = subscription;
  },

  /** A store as the other scripts know it. */
  store(description, index) {
    return { ...description, index, first: description.firstSeq };
  },

  /** An entry of the log as a step. */
  step(index, entry) {
    const step = {
      s: index, n: entry.seq, t: entry.time - this.data.startMicros, l: entry.label, o: entry.origin, k: entry.name, a: entry.action, c: entry.cause,
      d: entry.durationNanos, f: entry.source, x: entry.error, b: entry.failure, w: entry.editedFrom, e: entry.effects?.map(effect => effect.label),
    };
    step.isChanged = entry.changed;
    this.learn(step, entry);
    if (entry.changed === false && step.ch === undefined && !entry.incomplete) step.ch = [];
    return step;
  },

  /** Takes the changes of an entry, if it has them. */
  learn(step, entry) {
    if (entry.incomplete) step.u = incompleteness[entry.incomplete] ?? `not all changes are known: ${entry.incomplete}`;
    if (entry.changes) step.ch = received(entry.changes);
  },

  /** Whether places that change flash: not while states pass faster than anybody can see. */
  get flashes() { return !(follow.isOn && (follow.isPassing || follow.isBusy)); },

  isPending: step => step.u === undefined && step.ch === undefined && !step.isRefused,

  /** The changes of a step; they are requested if they are not here. */
  changes(step) {
    if (this.isPending(step)) this.want(step);
    return step.ch;
  },

  want(step) {
    if (step.isWanted) return;
    step.isWanted = true;
    if (!this.wanted.has(step.s)) this.wanted.set(step.s, []);
    this.wanted.get(step.s).push(step);
    // Rows that pass by are not looked at.
    this.fetching ??= setTimeout(() => {
      this.fetching = undefined;
      for (const [index, list] of this.wanted) {
        const looked = list.filter(step => step.isWanted = log.rowOf(step) !== undefined || items[page.selected]?.step === step);
        this.fetch(stores[index], looked);
      }
      this.wanted.clear();
    }, follow.isPassing ? 2 * follow.pace : follow.isBusy ? 250 : 20);
  },

  /** Requests the changes of steps, neighbours together. */
  async fetch(store, list) {
    list.sort((a, b) => a.n - b.n);
    while (list.length) {
      const first = list[0].n;
      const end = list.findIndex(step => step.n >= first + 200);
      const part = list.splice(0, end < 0 ? list.length : end);
      let isLost = false;
      try {
        const answer = await this.list(store, { from: first, to: part[part.length - 1].n, changes: true }, 200);
        const entries = new Map(answer.entries.map(entry => [entry.seq, entry]));
        if (answer.next !== undefined) list.unshift(...part.splice(part.findIndex(step => step.n >= answer.next)));
        for (const step of part) {
          const entry = entries.get(step.n);
          if (entry) this.learn(step, entry);
        }
      } catch (error) {
        isLost = error.code === undefined;
      }
      for (const step of isLost ? [...part, ...list] : part) step.isWanted = false;
      // They are requested again when the connection is back, and their rows are drawn.
      if (isLost) return;
      for (const step of part) {
        if (step.ch === undefined && step.u === undefined) { step.isRefused = true; step.u = "the changes are not known"; }
        log.tally(step);
      }
      // Rows whose changes were not known were shown.
      if (/\bis:(un)?changed\b/.test(filterElement.value)) follow.renumber(items[page.selected]);
      this.refresh();
    }
  },

  /** Draws what is selected again, at most ten times a second, four if many rows come, and not while something of it is being clicked. */
  refresh() {
    // Rows that pass are about to be drawn, and this with them.
    if (!this.isReady || (follow.isOn && follow.presenting)) return;
    if (this.isPressed) return void (this.isStale = true);
    const wait = Math.max((follow.isBusy ? 250 : 100) - (performance.now() - (this.refreshed ?? -100)), 0);
    this.refreshing ??= setTimeout(() => {
      this.refreshing = undefined;
      if (this.isPressed) return void (this.isStale = true);
      this.refreshed = performance.now();
      if (page.view !== "session") page.showView();
      else this.listStores();
    }, wait);
  },

  /** Draws the numbers of the stores again, once a second and not while one is in that view with the keyboard. */
  listStores() {
    this.listing ??= setTimeout(() => {
      this.listing = undefined;
      if (page.view === "session" && !this.isPressed && !session.element.contains(document.activeElement)) page.showView();
    }, 1000);
  },

  /** Puts drawing off while something is being clicked, for ten seconds at most. */
  press() {
    this.isPressed = true;
    clearTimeout(this.pressing);
    this.pressing = setTimeout(() => this.release(), 10000);
  },

  release() {
    clearTimeout(this.pressing);
    this.isPressed = false;
    if (this.isStale) this.refresh();
    this.isStale = false;
    gate.release();
  },

  /** Graphs of the enums of a store, requested again when it moved. */
  graphs(store) {
    const kept = this.drawn.get(store.index);
    if (!kept || (kept.seq !== store.seq && !kept.isAsked && performance.now() - kept.at > 1000)) this.draw(store, kept);
    return kept?.graphs;
  },

  async draw(store, kept) {
    const mine = { graphs: kept?.graphs, seq: store.seq, at: performance.now(), isAsked: true };
    this.drawn.set(store.index, mine);
    const get = path => socket.ask("graph/get", { store: store.id, ...(path === undefined ? {} : { path }) });
    const shape = answer => ({
      s: store.index, path: answer.path ?? "", states: answer.states, actions: answer.actions, pairs: answer.pairs,
      unvisited: answer.unvisited, hasUnknownStates: answer.hasUnknownStates,
      ways: answer.transitions.map(each => ({ from: each.from, to: each.to, action: each.action, count: each.count })),
    });
    try {
      mine.graphs = [shape(await get())];
    } catch (error) {
      // Requested again when the connection is back.
      if (error.code === undefined) return void this.drawn.delete(store.index);
      const paths = (error.data?.candidates ?? []).slice(0, 8);
      mine.graphs = (await Promise.all(paths.map(path => get(path).then(shape, () => undefined)))).filter(each => each);
    }
    mine.isAsked = false;
    this.refresh();
  },

  /** The case at a path of a state that is too large to be here; `undefined` until it is known. */
  caseName(store, seq, path) {
    const key = JSON.stringify([seq, path]), kept = store.caseNames ??= new Map();
    if (!kept.has(key)) {
      if (kept.size > 200) kept.clear();
      kept.set(key, undefined);
      socket.ask("state/tree", { store: store.id, at: seq, path, depth: 0 }).then(({ node }) => {
        kept.set(key, node.case ?? (node.value === null ? "nil" : undefined));
        this.refresh();
      }, error => { if (error.code === undefined) kept.delete(key); });
    }
    // Until then the last one that was, while they come faster than the answers.
    const name = kept.get(key), last = store.lastCase;
    if (name !== undefined) store.lastCase = { path, name };
    return name ?? (follow.isOn && last?.path === path ? last.name : undefined);
  },

  /** A test for the filter `path:`: the inspector says which entries changed something there. */
  touches(pointer) {
    const found = this.found.get(pointer) ?? new Map();
    this.found.set(pointer, found);
    return ({ s, n }) => {
      const mine = found.get(s) ?? { seqs: new Set(), from: 1, upTo: 0 };
      found.set(s, mine);
      // Rows come at both ends.
      if ((n > mine.upTo || n < mine.from) && !mine.isAsked) this.find(stores[s], pointer, mine);
      return mine.seqs.has(n);
    };
  },

  /** Finds the entries of the rows that are here, once nothing was typed for a while and as long as the filter asks for it. */
  async find(store, pointer, mine) {
    const isWanted = () => [...filterElement.value.matchAll(/path:(?:"([^"]*)"?|(\S+))/g)].some(([, quoted, plain]) => pointerTo(quoted ?? plain) === pointer);
    mine.isAsked = true;
    await new Promise(done => setTimeout(done, 200));
    const first = store.steps[0]?.n ?? 1, last = store.seq, count = mine.seqs.size;
    if (mine.upTo === 0) [mine.from, mine.upTo] = [first, first - 1];
    try {
      for (const [begin, to] of [[mine.upTo + 1, last], [first, mine.from - 1]]) {
        let from = begin;
        while (from !== undefined && from <= to && isWanted()) {
          const answer = await this.list(store, { from, to, filter: { path: pointer } }, 1000);
          for (const entry of answer.entries) mine.seqs.add(entry.seq);
          from = answer.next;
          // A search that is no longer wanted goes on from here when it is again.
          if (to === last) mine.upTo = from === undefined ? to : from - 1;
          else if (from === undefined) mine.from = first;
        }
      }
    } catch (error) {
      // An unknown path changed nowhere; after a lost connection it is searched for again.
      if (error.code !== undefined) [mine.from, mine.upTo] = [Math.min(mine.from, first), last];
    }
    mine.isAsked = false;
    // Rows that came meanwhile were tested before this.
    if (!isWanted() || mine.seqs.size === count && store.seq === last && (store.steps[0]?.n ?? first) === first) return;
    follow.renumber(items[page.selected]);
    if (follow.isOn) follow.toEnd();
  },

  /** Requests a page of the log, with fewer entries where it would be too large. */
  async list(store, params, limit) {
    for (;;) {
      try {
        const answer = await socket.ask("log/list", { store: store.id, ...params, limit });
        this.queue.push(...(answer.notes ?? []).map(note => ["log/noted", { store: store.id, note }]));
        if (answer.notes && this.isReady) follow.drain();
        return answer;
      } catch (error) {
        if (error.code !== tooLarge || limit === 1) throw error;
        limit = Math.ceil(limit / 4);
      }
    }
  },

  /** Requests the newest entries of a store, or those before the ones that are here. */
  async entries(store, index, to, limit) {
    const answer = await this.list(store, to === undefined ? {} : { to }, limit);
    store.seq = Math.max(store.seq, answer.seq);
    store.hasEarlier = answer.previous !== undefined;
    store.keptFrom = answer.firstSeq ?? 1;
    return answer.entries.map(entry => this.step(index, entry));
  },
};

source.data = {
  title: opened.process.name, startMicros: opened.process.startedAt, range: "live",
  subtitle: `${opened.process.name} (${opened.process.pid}) · ${opened.isRecording ? "recording" : "live"}`,
  files: [{
    name: opened.process.name, complete: true, redaction: opened.redaction,
    facts: [["pid", String(opened.process.pid)], ["access", opened.access], ["shown by", opened.generator]],
  }],
  steps: [], notes: [], gaps: [], damage: [], losses: [], graphs: [], keyframes: [],
  stores: opened.stores.map((description, index) => source.store(description, index)),
};
document.title = `${opened.process.name} · strobe`;
document.querySelector("h1").textContent = opened.process.name;

// Events wait until the page is there.
for (const method of ["log/appended", "log/noted", "web/skipped", "web/lagged", "stream/lagged", "store/added", "store/removed", "history/diverged", "gate/logged"]) {
  socket.listeners.set(method, params => source.queue.push([method, params]));
}
await source.subscribe().catch(error => explain(`${error.message} Reload the page.`));
{
  const share = Math.min(Math.max(Math.floor(2000 / Math.max(source.data.stores.length, 1)), 100), 1000);
  const lists = await Promise.all(source.data.stores.map((store, index) => source.entries(store, index, undefined, share).catch(error => {
    if (error.code === undefined) return explain(`${error.message} Reload the page.`);
    if (store.seq) source.data.gaps.push({ s: index, t: 0, from: 1, to: store.seq, reason: error.message });
    return [];
  })));
  source.data.steps = lists.flat();
}
