#!/usr/bin/env python3
"""A small server of the Strobe debug protocol: one store, a counter, in Python's standard library alone.

    counter_server.py --stdio --control        serves one client on standard input and output
    counter_server.py --tcp --control          listens on 127.0.0.1 and says so in a discovery file

It is written from protocols/v1/specification.md, whose rules are named in brackets below, and has what section 12 calls
the least, and dispatching. Each session has three threads, as the rules of section 8 want it: the reader never waits for
an answer to be written, the worker answers one request after the other, and the writer empties the outbox.
"""
import argparse, collections, difflib, hmac, json, os, re, secrets, signal, socket, stat, subprocess, sys, tempfile
import threading, time

LIMITS = {"handshakeLineBytes": 16384, "lineBytes": 1 << 20, "depth": 128, "nodes": 10000, "answerBytes": 1 << 20,
          "page": 100, "outstandingRequests": 32, "queueBytes": 1 << 18, "sessions": 16}
SUBSCRIPTIONS = 100
HANDSHAKE_SECONDS = 5
CODES = {"parseError": -32700, "invalidRequest": -32600, "methodNotFound": -32601, "invalidParams": -32602,
         "internalError": -32603, "cancelled": -32800, "stale": -32801, "unauthorized": -33001,
         "unsupportedVersion": -33002, "lineTooLong": -33003, "unknownStore": -33004, "noSuchPath": -33005,
         "seqEvicted": -33006, "undecodableAction": -33007, "readOnly": -33008, "tooManyClients": -33009,
         "tooLarge": -33010, "notSupported": -33011}
INT64 = range(-(1 << 63), 1 << 63)
COUNTS = range(1 << 63)


class Refused(Exception):
    """An error of section 10. [error.form]"""

    def __init__(self, kind, message, **data):
        super().__init__(message)
        self.body = {"code": CODES[kind], "message": message, "data": {"kind": kind, **data}}


def invalid(path, expected, **data):
    return Refused("invalidParams", f"The parameter {path} must be {expected}.", path=path, expected=expected, **data)


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


# ---- The store: a state, a pure reducer, and the log of what happened ----------------------------------------------

class Counter:
    """The store. Its lock makes `ifSeq` and what is done under it one step. [order.if-seq]"""
    ID, KEPT = "counter", 2000
    SCHEMA = {"kind": "enum", "type": "CounterAction", "cases": [
        {"name": "increment"}, {"name": "decrement"},
        {"name": "add", "payload": [{"schema": {"kind": "scalar", "scalar": "int"}}]}, {"name": "reset"}]}
    STATE = {"kind": "object", "type": "Counter", "fields": [
        {"name": name, "schema": {"kind": "scalar", "scalar": "int"}} for name in ("count", "highest")]}

    def __init__(self):
        self.lock = threading.RLock()
        self.first, self.states, self.entries = 0, collections.deque([{"count": 0, "highest": 0}]), collections.deque()
        self.listeners = []

    @property
    def seq(self):
        return self.first + len(self.entries)

    def describe(self):
        return {"id": self.ID, "name": "Counter", "stateType": "Counter", "actionType": "CounterAction",
                "kind": "reducer", "seq": self.seq, "firstSeq": self.first, "paused": False,
                "capabilities": {"dispatch": True, "replay": False, "jump": False, "gate": False, "edit": False}}

    @staticmethod
    def decode(action):
        """The name and the number of an action, or the error that says what does not fit. [action.undecodable]"""
        names = ["increment", "decrement", "reset"]
        if action in names:
            return action, 0
        if isinstance(action, dict) and list(action) == ["add"]:
            number = action["add"]
            if isinstance(number, dict) and list(number) == ["_0"]:
                number = number["_0"]
            if is_int(number) and number in INT64:
                return "add", number
            raise Refused("undecodableAction", "add takes an integer: {\"add\": 3}.", path="/add", expected="an integer")
        name = action if isinstance(action, str) else next(iter(action), "") if isinstance(action, dict) else ""
        near = difflib.get_close_matches(name, names + ["add"], 1)
        raise Refused("undecodableAction", "An action is increment, decrement, reset or {\"add\": 3}.", path="",
                      expected="increment, decrement, add or reset", **({"suggestion": near[0]} if near else {}))

    @staticmethod
    def reduce(state, name, number):
        """The next state, or the reason why the store rejects the action. [action.rejected]"""
        step = {"increment": 1, "decrement": -1, "add": number, "reset": -state["count"]}[name]
        count = state["count"] + step
        if count not in COUNTS:
            return state, "a count is never below 0, and fits 64 bits"
        return {"count": count, "highest": max(state["highest"], count)}, None

    def dispatch(self, action, origin, if_seq, dry_run):
        name, number = self.decode(action)
        with self.lock:
            if if_seq is not None and if_seq != self.seq:
                raise Refused("stale", f"The store is at {self.seq}: read it again.", ifSeq=if_seq, seq=self.seq)
            before = self.states[-1]
            after, error = self.reduce(before, name, number)
            changes = diff(before, after)
            answer = {"seq": self.seq, "changed": bool(changes), "changes": changes, "effects": []}
            if error:
                answer["error"] = error
            if dry_run:
                return answer
            label = f".add({number})" if name == "add" else f".{name}"
            entry = {"seq": self.seq + 1, "time": time.time_ns() // 1000, "action": action, "label": label,
                     "origin": origin, "changed": bool(changes), "effects": []}
            if error:
                entry["error"] = error
            self.entries.append(entry)
            self.states.append(after)
            if len(self.entries) > self.KEPT:
                self.entries.popleft(), self.states.popleft()
                self.first += 1
            for listener in list(self.listeners):
                listener(entry, changes)
            return {**answer, "seq": entry["seq"]}

    def position(self, at, name="at"):
        """The seq that a position means. [position.live] [position.ahead] [position.evicted]"""
        if at is None or at == "live":
            return self.seq
        if not is_int(at) or at < 0:
            raise invalid(f"/{name}", "a seq or \"live\"; this server has no branches")
        if at > self.seq:
            raise invalid(f"/{name}", f"a seq up to {self.seq}", seq=self.seq)
        if at < self.first:
            raise Refused("seqEvicted", f"States before {self.first} are gone.", seq=at, firstSeq=self.first)
        return at

    def state(self, seq):
        return self.states[seq - self.first]

    def entry(self, seq):
        if not 1 <= seq <= self.seq:
            raise invalid("/seq", f"a seq from 1 to {self.seq}", seq=self.seq)
        if seq <= self.first:
            raise Refused("seqEvicted", f"Entries up to {self.first} are gone.", seq=seq, firstSeq=self.first + 1)
        return self.entries[seq - self.first - 1]

    def changes_of(self, seq):
        return diff(self.state(seq - 1), self.state(seq))


def diff(old, new):
    """The changes from one state to another: [change.apply] [change.old]."""
    return [{"op": "replace", "path": f"/{key}", "value": new[key], "old": old[key]} for key in new if old[key] != new[key]]


def tokens(path, name="path"):
    """The parts of a JSON Pointer. [path.pointer]"""
    if path and not path.startswith("/") or re.search("~(?![01])", path):
        raise invalid(f"/{name}", "a JSON Pointer, such as /count")
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def look_up(state, path):
    """What stands at a path. [path.missing]"""
    value, found = state, ""
    for token in tokens(path):
        if not isinstance(value, dict) or token not in value:
            near = difflib.get_close_matches(token, list(value), 1) if isinstance(value, dict) else []
            raise Refused("noSuchPath", f"Nothing stands at {path}.", path=found, **({"suggestion": near[0]} if near else {}))
        value, found = value[token], f"{found}/{token}"
    return value


def touches(changes, paths):
    """Whether what is at one of some paths changed: what is there before is not what is there after. [path.changed]"""
    def end(change, member, path):
        if member not in change:
            return None
        try:
            return look_up(change[member], path[len(change["path"]):])
        except Refused:
            return None

    def alters(change, path):
        if path == change["path"] or change["path"].startswith(path + "/"):
            return True
        return path.startswith(change["path"] + "/") and end(change, "old", path) != end(change, "value", path)
    return paths is None or any(alters(change, path) for change in changes for path in paths)


# ---- Lines and JSON: section 2 -------------------------------------------------------------------------------------

class Lines:
    """Cuts what comes into lines. Of one that is too long nothing is kept. [framing.too-long]"""

    def __init__(self, receive):
        self.receive, self.buffer, self.ended, self.skipping = receive, b"", False, False

    def more(self):
        chunk = b"" if self.ended else self.receive()
        self.ended = self.ended or not chunk
        self.buffer += chunk
        return bool(chunk)

    def first_byte(self):
        """The first byte that is no part of an empty line, without taking it. [framing.empty]"""
        while True:
            start = re.match(rb"(?:\r?\n)*", self.buffer).end()
            rest = self.buffer[start:]
            if rest and rest != b"\r":
                return rest[:1]
            if not self.more():
                return b""

    def next(self, limit):
        """A line without its end, `None` at the end of the stream; an error for one that is too long."""
        while True:
            end = self.buffer.find(b"\n")
            if end < 0 and len(self.buffer) > limit + 1:
                self.buffer, was, self.skipping = b"", self.skipping, True
                if not was:
                    raise Refused("lineTooLong", f"A line has more than {limit} bytes.", limit=limit)
            if end < 0 and self.more():
                continue
            if end < 0 and not self.buffer:
                return None
            line, self.buffer = (self.buffer, b"") if end < 0 else (self.buffer[:end], self.buffer[end + 1:])
            was, self.skipping = self.skipping, False
            line = line[:-1] if line.endswith(b"\r") else line
            if was or not line:
                continue
            if len(line) > limit:
                raise Refused("lineTooLong", f"A line has more than {limit} bytes.", limit=limit)
            return line


def parse(line):
    """The JSON of a line, as strictly as [json.malformed], [json.utf8], [json.surrogates], [json.depth] want it."""
    def malformed(offset, why):
        return Refused("parseError", f"The line is no JSON: {why}.", offset=offset)

    def double(text):
        number = float(text)
        if number in (float("inf"), float("-inf")):
            raise ValueError("a number is beyond the range of a double")
        return number

    def constant(text):
        raise ValueError(f"{text} is no JSON")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise malformed(error.start, "it is not UTF-8")
    depth = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[][{}]', text, re.S):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match.group(), 0)
        if depth > LIMITS["depth"]:
            raise Refused("tooLarge", f"The line nests deeper than {LIMITS['depth']}.", limit=LIMITS["depth"])
    try:
        # Integers that no 64 bits hold are read as doubles, without the work that thousands of digits would make.
        value = json.loads(text, parse_float=double, parse_constant=constant,
                           parse_int=lambda digits: int(digits) if len(digits) < 21 else double(digits))
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    except json.JSONDecodeError as error:
        raise malformed(len(text[:error.pos].encode()), error.msg)
    except UnicodeEncodeError:
        raise malformed(0, "half of a surrogate pair stands alone")
    except ValueError as error:
        raise malformed(0, error)


def write(message):
    return json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# ---- What waits for a client: section 8 ----------------------------------------------------------------------------

class Outbox:
    """Answers, which are never dropped, and notifications, in whose place a gap stands where they do not fit."""

    def __init__(self):
        self.ready = threading.Condition(threading.RLock())
        self.items, self.answer_bytes, self.told_bytes, self.closed = collections.deque(), 0, 0, False

    def answer(self, message, limit=None):
        """Answers at last, unless the line is too long. [limits.nodes]"""
        with self.ready:
            line = write(message)
            if limit and len(line) > limit + 1:
                raise Refused("tooLarge", f"The answer has more than {limit} bytes: ask for less.", limit=limit)
            if self.closed:
                return
            self.items.append((line, None))
            self.answer_bytes += len(line)
            self.ready.notify_all()

    def tell(self, subscription, method, params, seq, waits=False):
        """Tells something of a subscription. [lag.marker]"""
        line = write({"method": method, "params": {"subscription": subscription.id, "store": Counter.ID, **params}})
        with self.ready:
            while waits and not self.closed and self.told_bytes + len(line) > LIMITS["queueBytes"]:
                self.ready.wait()
            if self.closed:
                return
            if self.told_bytes + len(line) <= LIMITS["queueBytes"]:
                subscription.gap = None
                self.items.append((line, subscription))
                self.told_bytes += len(line)
            elif subscription.gap:
                subscription.gap["toSeq"] = seq
            else:
                self.lag(subscription, seq, seq)
            self.ready.notify_all()

    def lag(self, subscription, first, last):
        """Puts a gap where what is missing would stand; it grows until it is written or something follows it."""
        with self.ready:
            if self.closed:
                return
            subscription.gap = {"subscription": subscription.id, "store": Counter.ID, "fromSeq": first, "toSeq": last}
            self.items.append((subscription.gap, subscription))
            self.ready.notify_all()

    def next(self):
        """The next line to write; `None` at the end."""
        with self.ready:
            while not self.items and not self.closed:
                self.ready.wait()
            if not self.items:
                return None
            item, subscription = self.items.popleft()
            if isinstance(item, dict):
                # What is dropped from now on is another gap.
                if subscription.gap is item:
                    subscription.gap = None
                item = write({"method": "stream/lagged", "params": item})
            elif subscription is None:
                self.answer_bytes -= len(item)
            else:
                self.told_bytes -= len(item)
            self.ready.notify_all()
            return item

    def wait_for_room(self):
        """Holds up the reader while its client does not read. [limits.outstanding]"""
        with self.ready:
            while self.answer_bytes > LIMITS["queueBytes"] and not self.closed:
                self.ready.wait()

    def close(self):
        with self.ready:
            self.closed = True
            self.ready.notify_all()


class Subscription:
    def __init__(self, session, id, events, paths):
        self.session, self.id, self.events, self.paths, self.gap = session, id, events, paths, None

    def tell(self, entry, changes, waits=False):
        if not touches(changes, self.paths):
            return
        if "log" in self.events:
            self.session.outbox.tell(self, "log/appended", {"entry": entry}, entry["seq"], waits)
        if "state" in self.events and changes:
            params = {"fromSeq": entry["seq"] - 1, "seq": entry["seq"], "changes": changes}
            self.session.outbox.tell(self, "state/changed", params, entry["seq"], waits)


# ---- A session: sections 3 and 8 -----------------------------------------------------------------------------------

class Session:
    def __init__(self, server, receive, send, end, token):
        self.server, self.lines, self.send, self.end, self.token = server, Lines(receive), send, end, token
        self.outbox, self.subscriptions, self.last_subscription = Outbox(), {}, 0
        self.turn = threading.Condition()
        self.waiting, self.is_working, self.has_all = collections.deque(), False, False
        self.access = "read"

    def run(self):
        """Serves a client until either side ends the session."""
        writer = threading.Thread(target=self.write_all, daemon=True)
        writer.start()
        try:
            timer = threading.Timer(HANDSHAKE_SECONDS, self.end)
            timer.daemon = True
            timer.start()
            self.server.wait(self)
            is_open = self.open()
            timer.cancel()
            if is_open:
                worker = threading.Thread(target=self.work, daemon=True)
                worker.start()
                self.read()
                worker.join()
        except OSError:
            pass
        finally:
            timer.cancel()
            self.leave()
            self.outbox.close()
            writer.join(2)
            self.end()

    def open(self):
        """Answers `initialize`; what is no such request gets no answer. [session.first-byte] [session.first-line]"""
        try:
            line = self.lines.next(LIMITS["handshakeLineBytes"]) if self.lines.first_byte() == b"{" else None
            message = parse(line) if line else {}
        except Refused:
            return False
        params, id = message.get("params"), message.get("id")
        if message.get("jsonrpc") != "2.0" or message.get("method") != "initialize" or not self.is_id(id):
            return False
        if not isinstance(params, dict):
            return False
        version = params.get("protocolVersion")
        if is_int(version) and version != 1:
            # What else such a client says is its version's affair. [session.version]
            refused = Refused("unsupportedVersion", "This server speaks version 1.", supported=[1])
            self.outbox.answer({"id": id, "error": refused.body})
            return False
        client = params.get("client")
        if not isinstance(client, dict) or not all(isinstance(client.get(key), str) for key in ("name", "version")):
            return False
        asked, token = params.get("access") or "read", params.get("token") or ""
        if version != 1 or not is_int(version) or asked not in ("read", "control") or not isinstance(token, str):
            return False
        try:
            refuse_misspelt(params, ["protocolVersion", "client", "token", "access"])
        except Refused:
            return False
        try:
            if self.token and not hmac.compare_digest(token.encode(), self.token.encode()):
                raise Refused("unauthorized", "The token of the discovery file is needed.")
            if not self.server.enter(self):
                raise Refused("tooManyClients", "All sessions are taken: try again later.", limit=LIMITS["sessions"])
        except Refused as refused:
            self.outbox.answer({"id": id, "error": refused.body})
            return False
        self.access = "control" if asked == self.server.access == "control" else "read"
        self.outbox.answer({"id": id, "result": {
            "protocolVersion": 1, "server": {"name": "counter-server", "version": "1.0"},
            "process": self.server.process, "session": secrets.token_hex(4), "access": self.access, "limits": LIMITS,
            "capabilities": {"methods": [m for m in METHODS if METHODS[m].access], "events": ["log", "state"]},
            "stores": [self.server.store.describe()]}})
        return True

    @staticmethod
    def is_id(id):
        return isinstance(id, str) or is_int(id) and id in INT64

    # The reader

    def read(self):
        while True:
            with self.turn:
                while len(self.waiting) + self.is_working >= LIMITS["outstandingRequests"]:
                    self.turn.wait()
            self.outbox.wait_for_room()
            id = None
            try:
                line = self.lines.next(LIMITS["lineBytes"])
                if line is None or self.has_all:
                    break
                message = parse(line)
                if not isinstance(message, dict):
                    raise Refused("invalidRequest", "A message is one object; there are no batches.")
                id = message["id"] if self.is_id(message.get("id")) else None
                self.take(message, id)
            except Refused as refused:
                self.outbox.answer({"id": id, "error": refused.body})
            except OSError:
                break
        with self.turn:
            self.has_all = True
            self.turn.notify_all()

    def take(self, message, id):
        if message.get("jsonrpc") != "2.0":
            raise Refused("invalidRequest", 'The member jsonrpc must be "2.0".')
        method, params = message.get("method"), message.get("params", {})
        if "method" not in message and ("result" in message or "error" in message):
            return  # [message.answer]
        if not isinstance(method, str):
            raise Refused("invalidRequest", "The member method must be a text.")
        if "id" in message and id is None:
            raise Refused("invalidRequest", "An id is a text or an integer of 64 bits.")
        if "id" not in message:
            if method == "$/cancelRequest" and isinstance(params, dict):
                self.cancel(params.get("id"))
            return  # [message.notification]
        if not isinstance(params, dict):
            raise invalid("", "an object")
        if method == "ping":
            return self.outbox.answer({"id": id, "result": {}})  # [order.ping]
        with self.turn:
            self.waiting.append((id, method, params))
            self.turn.notify_all()

    def cancel(self, id):
        """Takes back a request that waits; one that is worked on is answered as ever. [cancel.waiting]"""
        with self.turn:
            for request in self.waiting:
                if request[0] == id and type(request[0]) is type(id):
                    self.waiting.remove(request)
                    self.outbox.answer({"id": id, "error": Refused("cancelled", "Cancelled.").body})
                    self.turn.notify_all()
                    return

    # The worker

    def work(self):
        while True:
            with self.turn:
                while not self.waiting and not self.has_all:
                    self.turn.wait()
                if not self.waiting:
                    return
                id, method, params = self.waiting.popleft()
                self.is_working = True
            later = None
            try:
                result = METHODS[method].call(self, params) if method in METHODS else None
                if result is None:
                    near = difflib.get_close_matches(method, METHODS, 1)
                    raise Refused("methodNotFound", f"There is no method {method[:100]}.", method=method[:1000],
                                  **({"suggestion": near[0]} if near else {}))
                result, later = result if isinstance(result, tuple) else (result, None)
                self.outbox.answer({"id": id, "result": result}, LIMITS["answerBytes"])
            except Refused as refused:
                self.outbox.answer({"id": id, "error": refused.body})
            if later:
                later()
            with self.turn:
                self.is_working = False
                if method == "shutdown":  # [session.shutdown]
                    self.has_all = True
                    self.waiting.clear()
                    self.outbox.close()
                self.turn.notify_all()

    # The writer

    def write_all(self):
        try:
            while (line := self.outbox.next()) is not None:
                self.send(line)
        except OSError:
            self.outbox.close()
        self.end()

    def farewell(self):
        """Answers what is worked on, drops what waits, and says the last line. [session.closing]"""
        with self.turn:
            self.waiting.clear()
            self.turn.wait_for(lambda: not self.is_working, 2)
        self.outbox.answer({"method": "server/closing", "params": {"reason": "the program ends"}})
        self.outbox.close()

    def leave(self):
        for id in list(self.subscriptions):
            self.unsubscribe(id)
        self.server.leave(self)

    def unsubscribe(self, id):
        with self.server.store.lock:
            subscription = self.subscriptions.pop(id, None)
            if subscription and subscription.tell in self.server.store.listeners:
                self.server.store.listeners.remove(subscription.tell)
        return subscription


# ---- Methods: section 5 --------------------------------------------------------------------------------------------

def refuse_misspelt(params, names):
    """[message.misspelt]"""
    plain = lambda name: name.lower().replace("_", "").replace("-", "")
    for given in params:
        for name in names:
            if given not in names and plain(given) == plain(name):
                raise invalid(f"/{given}", name, suggestion=name)


class Method:
    def __init__(self, access, summary, params, handler):
        self.access, self.summary, self.handler = access, summary, handler
        self.params = [(*spec.rstrip("?").split(":"), not spec.endswith("?")) for spec in params.split()]

    FITS = {"string": lambda v: isinstance(v, str), "integer": is_int, "boolean": lambda v: isinstance(v, bool),
            "seq": lambda v: is_int(v) and v >= 0, "count": lambda v: is_int(v) and v >= 1, "any": lambda v: True,
            "object": lambda v: isinstance(v, dict), "Position": lambda v: is_int(v) or isinstance(v, str),
            "[string]": lambda v: isinstance(v, list) and all(isinstance(one, str) for one in v)}

    def describe(self, name):
        types = {"seq": "integer", "count": "integer", "object": "any"}
        described = {"method": name, "summary": self.summary, "params": [
            {"name": p, "type": types.get(t, t), "required": required, "summary": f"{p}, as section 5 says."}
            for p, t, required in self.params]}
        return {**described, "access": self.access} if self.access else described

    def call(self, session, params):
        """Checks the params, then the access, then asks the method. [json.null]"""
        refuse_misspelt(params, [name for name, _, _ in self.params])
        values = {}
        for name, kind, required in self.params:
            value = params.get(name)
            if kind == "any" and name in params or value is not None:
                if not self.FITS[kind](value):
                    raise invalid(f"/{name}", {"seq": "an integer from 0", "count": "an integer from 1"}.get(kind, kind))
                values[name] = value
            elif required:
                raise invalid(f"/{name}", kind)
        if self.access == "control" and session.access != "control":  # [access.read-only], [access.dry-run]
            raise Refused("readOnly", "This session may only read.", access="read", needed="control")
        if values.get("store", Counter.ID) != Counter.ID:
            raise Refused("unknownStore", "There is one store: counter.", stores=[Counter.ID])
        with session.server.store.lock:
            return self.handler(session, session.server.store, values)


def tree(session, store, p):
    seq, path = store.position(p.get("at")), p.get("path", "")
    depth, start, count = p.get("depth", 1), p.get("start", 0), min(p.get("count", 100), LIMITS["page"])

    def node(path, value, depth, start):
        name = path.rpartition("/")[2]
        if not isinstance(value, dict):
            return {"name": name, "path": path, "kind": "scalar", "type": "Int", "value": value}
        made = {"name": name, "path": path, "kind": "object", "type": "Counter", "count": len(value)}
        if depth > 0:
            shown = list(value.items())[start:start + count]
            made["children"] = [node(f"{path}/{key}", child, depth - 1, 0) for key, child in shown]
            if start + len(shown) < len(value):
                made["more"] = len(value) - start - len(shown)
        return made
    return {"seq": seq, "node": node(path, look_up(store.state(seq), path), depth, start)}


def log_list(session, store, p):
    """[paging.log] [log.filter]"""
    first, last = store.first + 1, min(p.get("to", store.seq), store.seq)
    if "branch" in p:
        raise invalid("/branch", "left out; this server has no branches")
    limit, rules = min(p.get("limit", 100), LIMITS["page"]), p.get("filter", {})
    glob = re.escape(str(rules.get("action", "*"))).replace(r"\*", ".*").replace(r"\?", ".")

    def fits(entry):
        label = entry["label"]
        return ((re.fullmatch(glob, label, re.S) or "(" in label and re.fullmatch(glob, label.split("(")[0], re.S)) and rules.get("origin", entry["origin"]) == entry["origin"]
                and rules.get("changed", entry["changed"]) == entry["changed"]
                and ("path" not in rules or touches(store.changes_of(entry["seq"]), [rules["path"]])))
    begin = max(p["from"], first) if "from" in p else first
    seqs = range(begin, last + 1)
    found = []
    for seq in seqs if "from" in p else reversed(seqs):
        if fits(store.entry(seq)):
            found.append(seq)
            if len(found) == limit:
                break
    found.sort()
    entries = [dict(store.entry(seq)) for seq in found]
    if p.get("changes"):
        for entry in entries:
            entry["changes"] = store.changes_of(entry["seq"])
    answer = {"seq": store.seq, "entries": entries}
    if "from" in p and found and len(found) == limit and found[-1] < last:
        answer["next"] = found[-1] + 1
    if "from" in p and begin > first:
        answer["previous"] = begin - 1
    if "from" not in p and found and len(found) == limit and found[0] > first:
        answer["previous"] = found[0] - 1
    if store.first:
        answer["firstSeq"] = first
    return answer


def subscribe(session, store, p):
    """[order.subscribe] [subscription.from-seq]"""
    if not p["events"] or set(p["events"]) - {"log", "state"}:
        raise invalid("/events", "a list of log and state")
    for path in p.get("paths", []):
        tokens(path, "paths")
    if "fromSeq" in p and "store" not in p:
        raise invalid("/store", "named, as fromSeq is")
    if len(session.subscriptions) >= SUBSCRIPTIONS or len(p.get("paths", [])) > SUBSCRIPTIONS:
        raise Refused("tooLarge", f"A session has at most {SUBSCRIPTIONS} subscriptions.", limit=SUBSCRIPTIONS)
    begin = store.position(p.get("fromSeq"), "fromSeq")
    session.last_subscription += 1
    one = Subscription(session, str(session.last_subscription), set(p["events"]), p.get("paths"))
    session.subscriptions[one.id] = one
    return {"subscription": one.id, "seq": begin}, lambda: catch_up(store, one, begin)


def catch_up(store, subscription, seq):
    """Tells what came since, as fast as the client reads, and goes on with what comes."""
    while not subscription.session.outbox.closed:
        with store.lock:
            if seq < store.first:  # gone while it was waited for the client
                subscription.session.outbox.lag(subscription, seq + 1, store.first)
                seq = store.first
            part = [(store.entry(n), store.changes_of(n)) for n in range(seq + 1, min(seq + 100, store.seq) + 1)]
            if not part:
                if subscription.id in subscription.session.subscriptions:
                    store.listeners.append(subscription.tell)
                return
        for entry, changes in part:
            subscription.tell(entry, changes, waits=True)
        seq = part[-1][0]["seq"]


def unsubscribe(session, store, p):
    if not session.unsubscribe(p["subscription"]):
        raise invalid("/subscription", "the id of a subscription of this session")
    return {}


def dispatch(session, store, p):
    origin = p.get("origin", "inspector")
    if origin not in ("inspector", "script"):
        raise invalid("/origin", "inspector or script")
    if "cause" in p:
        raise invalid("/cause", "left out; nothing is replayed into this server")
    if "at" in p and not p.get("dryRun"):
        raise invalid("/at", "left out without dryRun")
    if store.position(p.get("at")) != store.seq:
        raise Refused("notSupported", "Actions are tried on the present state alone: leave out at.")
    return store.dispatch(p["action"], origin, p.get("ifSeq"), p.get("dryRun", False))


def state_diff(session, store, p):
    one, other = store.position(p["from"], "from"), store.position(p["to"], "to")
    look_up(store.state(one), p.get("path", ""))  # Both states of this store have the same members.
    changes = [c for c in diff(store.state(one), store.state(other)) if touches([c], [p["path"]] if "path" in p else None)]
    return {"from": one, "to": other, "changes": changes}


def state_get(session, store, p):
    seq = store.position(p.get("at"))
    return {"seq": seq, "value": look_up(store.state(seq), p.get("path", ""))}


def second_initialize(session, store, p):
    raise Refused("invalidRequest", "The session is open already.")


METHODS = {
    "initialize": Method("read", "Opens the session.", "", second_initialize),
    "ping": Method("read", "Answers at once.", "", lambda session, store, p: {}),
    "shutdown": Method("read", "Ends the session.", "", lambda session, store, p: {}),
    "protocol/describe": Method("read", "Describes the methods.", "", lambda session, store, p: {
        "methods": [method.describe(name) for name, method in METHODS.items()],
        "notifications": [{"method": name, "summary": f"{name}, as section 7 says.", "params": []}
                          for name in ("log/appended", "state/changed", "stream/lagged", "server/closing")]}),
    "store/list": Method("read", "Lists the stores.", "", lambda session, store, p: {"stores": [store.describe()]}),
    "store/describe": Method("read", "Describes a store.", "store:string?", lambda session, store, p: store.describe()),
    "state/get": Method("read", "Reads a state.", "store:string? path:string? at:Position?", state_get),
    "state/tree": Method("read", "Reads a state, level by level.",
                         "store:string? path:string? at:Position? depth:seq? start:seq? count:seq?", tree),
    "state/diff": Method("read", "Compares two states.", "store:string? from:Position to:Position path:string?", state_diff),
    "action/schema": Method("read", "Describes the actions.", "store:string?", lambda session, store, p: {
        "schema": store.SCHEMA, "state": store.STATE}),
    "action/dispatch": Method("control", "Dispatches an action.", "store:string? action:any ifSeq:seq? dryRun:boolean? "
                              "at:Position? origin:string? cause:seq?", dispatch),
    "log/list": Method("read", "Lists transitions.", "store:string? from:seq? to:seq? limit:count? filter:object? "
                       "branch:string? changes:boolean? merge:seq?", log_list),
    "log/get": Method("read", "Reads a transition.", "store:string? seq:seq branch:string?", lambda session, store, p: {
        "entry": store.entry(p["seq"]), "changes": store.changes_of(p["seq"])}),
    "subscribe": Method("read", "Asks to be told.", "store:string? events:[string] paths:[string]? fromSeq:seq?", subscribe),
    "unsubscribe": Method("read", "Ends a subscription.", "subscription:string", unsubscribe),
    "$/cancelRequest": Method(None, "Cancels a request.", "id:any", lambda session, store, p: None),
}


# ---- The process: transports and the discovery file ----------------------------------------------------------------

class Server:
    def __init__(self, access):
        self.access, self.store, self.sessions, self.lock = access, Counter(), set(), threading.Lock()
        self.waiting = []
        self.process = {"pid": os.getpid(), "name": "counter-server", "startedAt": started_at()}

    def wait(self, session):
        """Counts in who says nothing yet; where there are too many, who has waited longest goes. [session.waiting]"""
        with self.lock:
            self.waiting.append(session)
            oldest = self.waiting.pop(0) if len(self.waiting) > LIMITS["sessions"] else None
        if oldest:
            oldest.end()

    def enter(self, session):
        with self.lock:
            if len(self.sessions) >= LIMITS["sessions"]:
                return False
            self.sessions.add(session)
            self.waiting = [one for one in self.waiting if one is not session]
            return True

    def leave(self, session):
        with self.lock:
            self.sessions.discard(session)
            self.waiting = [one for one in self.waiting if one is not session]


def started_at():
    """When this process started, as the system tells it, in microseconds since 1970."""
    try:
        with open("/proc/self/stat") as file, open("/proc/stat") as system:
            ticks = int(file.read().rpartition(")")[2].split()[19])
            boot = next(int(line.split()[1]) for line in system if line.startswith("btime"))
        return (boot * 1000000) + ticks * 1000000 // os.sysconf("SC_CLK_TCK")
    except OSError:
        text = subprocess.run(["ps", "-o", "lstart=", "-p", str(os.getpid())], capture_output=True, text=True,
                              env={**os.environ, "LC_ALL": "C"}).stdout.strip()
        return int(time.mktime(time.strptime(text))) * 1000000


def serve_stdio(server):
    """Standard output carries protocol alone: whatever prints goes to standard error. [framing.stdout]"""
    output = os.dup(1)
    os.dup2(2, 1)

    def send(line):
        while line:
            line = line[os.write(output, line):]
    session = Session(server, lambda: os.read(0, 65536), send, lambda: os._exit(0), None)
    when_ended(session.farewell)
    session.run()


def when_ended(body):
    """Calls a function when SIGTERM or SIGINT comes. To be called before there are other threads.

    A handler would run in the main thread, and not before what that one waits for has come.
    """
    signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)

    def wait():
        signal.sigwait(signals)
        body()
    threading.Thread(target=wait, daemon=True).start()


def runtime_directory():
    """The directory of protocols/discovery, refused where others could write there."""
    base = os.environ.get("XDG_RUNTIME_DIR")
    if base and os.path.isdir(base) and os.stat(base).st_uid == os.getuid():
        path = os.path.join(base, "strobe")
    else:
        path = os.path.join(os.environ.get("TMPDIR") or "/tmp", f"strobe-{os.getuid()}")
    os.makedirs(path, mode=0o700, exist_ok=True)
    found = os.lstat(path)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        sys.exit(f"{path} is not a directory of this user alone: remove it.")
    return path


def serve_tcp(server, port):
    listener = socket.create_server(("127.0.0.1", port), backlog=128)  # [access.loopback]
    token, address = secrets.token_hex(32), "tcp:127.0.0.1:%d" % listener.getsockname()[1]
    path = os.path.join(runtime_directory(), f"{os.getpid()}.json")
    record = {"version": 1, **server.process, "endpoints": [address], "token": token, "stores": [Counter.ID]}
    # Written under another name, so that nobody sees half of it. mkstemp makes it readable for this user alone.
    handle, draft = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, "w") as file:
        json.dump(record, file)
    os.rename(draft, path)

    def leave():
        os.unlink(path)
        for session in list(server.sessions):
            session.farewell()
        time.sleep(0.1)
        os._exit(0)
    when_ended(leave)
    print(f"listening on {address}", file=sys.stderr, flush=True)
    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve_connection, args=(server, connection, token), daemon=True).start()


def serve_connection(server, connection, token):
    def end():
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
    with connection:
        Session(server, lambda: connection.recv(65536), connection.sendall, end, token).run()


def main():
    options = argparse.ArgumentParser(description="A counter that can be inspected.")
    options.add_argument("--stdio", action="store_true", help="serve one client on standard input and output")
    options.add_argument("--tcp", type=int, nargs="?", const=0, metavar="PORT", help="listen on a port of 127.0.0.1")
    options.add_argument("--control", action="store_true", help="let clients dispatch actions, not only look")
    given = options.parse_args()
    server = Server("control" if given.control else "read")
    if given.tcp is not None:
        serve_tcp(server, given.tcp)
    else:
        serve_stdio(server)


if __name__ == "__main__":
    main()
