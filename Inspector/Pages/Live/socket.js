// The socket of the inspector: requests with their answers, and events. It comes back by itself.

const byId = id => document.getElementById(id);

/** A value as the inspector reads it: integers beyond 53 bits as they come, and names that begin with U+0001 marked. */
function wired(value) {
  if (value instanceof Exact) return { "\u0001": value.text };
  if (Array.isArray(value)) return value.map(wired);
  if (!isObject(value)) return value;
  const result = {};
  for (const key of Object.keys(value)) assign(result, key.startsWith("\u0001") ? "\u0001" + key : key, wired(value[key]));
  return result;
}

const socket = {
  number: 0,
  waits: new Map(),
  /** Requests beyond those that the inspector takes at a time. */
  queue: [],
  /** What is done with events, by method. */
  listeners: new Map(),
  /** Called when the socket is lost, and with what was opened when it is back. */
  onLoss: () => {},
  onReturn: () => {},
  pause: 500,
  /** What became of stores that are gone, by id: another one may have the id. */
  ended: new Map(),
  /** The most bytes of a request. */
  mostBytes: 1 << 20,

  /** The key of the link, which leaves the address at once, or of the session of this tab. */
  takeKey() {
    const key = location.hash.slice(1);
    if (/^[0-9a-f]{64}$/.test(key)) {
      history.replaceState(null, "", location.pathname);
      this.isFresh = true;
      return key;
    }
    return this.keptKey;
  },

  /** The key of the session of this tab, if it has one. */
  get keptKey() { try { return sessionStorage.getItem("strobe"); } catch { return null; } },

  /** Connects; what the inspector says of the program. */
  open() {
    return new Promise((succeed, fail) => {
      const connection = new WebSocket(`ws://${location.host}/socket`, ["strobe.1", "key." + this.key]);
      connection.onopen = () => {
        this.connection = connection;
        this.reason = undefined;
        this.ask("web/opened").then(opened => {
          this.key = opened.key;
          try { sessionStorage.setItem("strobe", opened.key); } catch { /* then a reload needs a new link */ }
          this.pause = 500;
          succeed(opened);
        }, fail);
      };
      connection.onmessage = event => this.take(event.data);
      connection.onclose = event => {
        const wasOpen = this.connection === connection;
        this.connection = undefined;
        const error = new Error(this.reason ?? (wasOpen ? "The connection was lost." : "There was no connection."));
        error.wasRefused = !wasOpen;
        for (const { fail } of this.waits.values()) fail(error);
        for (const { wait } of this.queue.splice(0)) wait.fail(error);
        this.waits.clear();
        fail(error);
        if (wasOpen && this.isUp) this.lose(event);
      };
    });
  },

  /** Closes the connection for good. */
  leave() {
    this.isUp = false;
    this.connection?.close();
  },

  /** Tries until the inspector is back. */
  async lose() {
    this.isUp = false;
    for (;;) {
      this.onLoss(this.reason);
      await new Promise(done => setTimeout(done, this.pause));
      this.pause = Math.min(this.pause * 2, 8000);
      try {
        const opened = await this.open();
        this.isUp = true;
        return this.onReturn(opened);
      } catch { /* another try */ }
    }
  },

  take(text) {
    const message = text.includes('"\\u0001') ? JSON.parse(text, revive) : JSON.parse(text);
    for (const each of Array.isArray(message) ? message : [message]) this.handle(each);
    if (Array.isArray(message)) this.onBatch?.();
  },

  handle(message) {
    if (message.method === "web/ended") this.reason = message.params.message;
    if (message.method) return this.listeners.get(message.method)?.(message.params);
    const wait = this.waits.get(message.id);
    this.waits.delete(message.id);
    if (this.queue.length) this.send(this.queue.shift());
    if (message.error) wait?.fail(Object.assign(new Error(message.error.message), { code: message.error.code, data: message.error.data }));
    else wait?.succeed(message.result);
  },

  /** Sends a request; its answer. */
  ask(method, params = {}) {
    return new Promise((succeed, fail) => {
      if (!this.connection) return fail(new Error("There is no connection."));
      const end = this.ended.get(params.store);
      if (end !== undefined) return fail(Object.assign(new Error(`${visible(params.store)} ${end}.`), { code: "ended" }));
      const request = { id: ++this.number, method, params: wired(params), wait: { succeed, fail } };
      if (this.waits.size < 48) this.send(request); else this.queue.push(request);
    });
  },

  send({ wait, ...request }) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    if (bytes.length > this.mostBytes) return wait.fail(Object.assign(new Error("This is more than the 1 MiB that a page may send."), { code: "large" }));
    this.waits.set(request.id, wait);
    // What is asked while it closes fails with the rest.
    if (this.connection.readyState === WebSocket.OPEN) this.connection.send(JSON.stringify(request));
  },
};

socket.key = socket.takeKey();
// A new link in the same tab changes the part behind `#` alone.
addEventListener("hashchange", () => { if (/^#[0-9a-f]{64}$/.test(location.hash)) location.reload(); });

/** Shows why there is nothing to show. */
function explain(text) {
  byId("subtitle").textContent = "";
  document.querySelector("main").replaceChildren(Object.assign(document.createElement("p"), { className: "callout", textContent: text, role: "alert" }));
  document.documentElement.dataset.ready = "false";
  return new Promise(() => {});
}

const staleLink = "This link was used before or is older than a minute, or 16 pages are open. Press Enter where `strobe web` runs: it prints a new one.";
if (!socket.key) await explain("This page needs a link. Press Enter where `strobe web` runs: it prints one.");
const opened = await socket.open().catch(error => {
  // An old link leaves the session of this tab as it is.
  if (!error.wasRefused || !socket.isFresh || !socket.keptKey) throw error;
  socket.key = socket.keptKey;
  return socket.open();
}).catch(error => explain(error.wasRefused ? (socket.isFresh ? staleLink : "The session is over, or `strobe web` has ended. Open a new link.") : error.message));
socket.isUp = true;
