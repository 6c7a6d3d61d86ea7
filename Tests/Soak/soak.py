#!/usr/bin/env python3
"""Runs strobe-demo and many kinds of clients for a given time, and tells whether the demo stays as it is.

First the histories of the stores that it dispatches to are filled, so that what grows afterwards is no log on its way to
its budget. Then every few seconds a line says how much memory the demo has, how many descriptors and threads, how long
pings and dispatches took, and what the clients did. The verdict at the end is of the second half: memory, descriptors and threads
must not grow by more than a bound a minute, no subscriber may miss a transition that it was not told of, and once all
clients are gone so are their descriptors.

Exits with 0 where all of that holds, with 1 where not, with 2 where it could not be run.
"""

import argparse
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


# What is dispatched to which store, by turns, and which of them load something each time.
ACTIONS = {
    "turnstile": lambda turn: ("coin", "push")[turn % 2],
    "currency": lambda turn: {"inputChanged": str(turn % 1000)},
    "profile": lambda turn: "load",
    "items": lambda turn: "load",
}
LOADED = ("profile", "items")


class Peer:
    """One connection that speaks the protocol, a line at a time."""

    def __init__(self, endpoint, access="read", token=None, receive_buffer=None):
        family = socket.AF_UNIX if isinstance(endpoint, str) else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(60)
        self.socket.connect(endpoint)
        self.lines = self.socket.makefile("rb")
        self.last = 0
        params = {"protocolVersion": 1, "client": {"name": "soak", "version": "1"}, "access": access}
        if token:
            params["token"] = token
        self.request("initialize", params)

    def post(self, method, params):
        self.last += 1
        message = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        return self.last

    def read(self):
        line = self.lines.readline()
        if not line:
            raise ConnectionError("the demo closed a connection")
        return json.loads(line)

    def request(self, method, params):
        number = self.post(method, params)
        while True:
            message = self.read()
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]

    def reset(self):
        """Closes as a machine that fell off the network: with a reset, whatever is under way."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self):
        self.lines.close()
        self.socket.close()


class Reader:
    """Checks that every transition of one store is told of, or told to be missing."""

    def __init__(self, peer, store, events):
        self.peer = peer
        self.seen = self.log = peer.request("subscribe", {"store": store, "events": events})["seq"]
        self.told = 0
        self.gaps = 0
        self.faults = []

    def take(self):
        message = self.peer.read()
        method, params = message.get("method"), message.get("params", {})
        self.told += 1
        if method == "log/appended":
            seq = params["entry"]["seq"]
            if seq != self.log + 1:
                self.faults.append(f"after entry {self.log} came {seq}")
            self.log = seq
        elif method == "stream/lagged":
            # One gap is told for entries and changes together, so it may begin with what is known of one of the two.
            self.gaps += 1
            if params["fromSeq"] > self.log + 1:
                self.faults.append(f"after entry {self.log} came a gap from {params['fromSeq']}")
            self.log = max(self.log, params["toSeq"])


class Times:
    """Durations of the present interval and of the whole run."""

    def __init__(self):
        self.lock = threading.Lock()
        self.recent = []
        self.all = []

    def add(self, seconds):
        with self.lock:
            self.recent.append(seconds)
            self.all.append(seconds)

    def take(self):
        with self.lock:
            recent, self.recent = self.recent, []
        return recent


def percentiles(times):
    if not times:
        return "     -/-     "
    times = sorted(times)
    pick = lambda share: 1000 * times[min(len(times) - 1, int(len(times) * share))]
    return f"{pick(0.5):6.2f}/{pick(0.99):<6.2f}"


class Soak:
    def __init__(self, options, directory):
        self.options = options
        self.directory = directory
        self.end = threading.Event()
        self.lock = threading.Lock()
        self.faults = []
        self.counts = {name: 0 for name in ("dispatched", "told", "gaps", "vanished", "scripts", "killed")}
        self.pings, self.dispatches = Times(), Times()
        self.threads = []
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=directory, NO_COLOR="1")

    def count(self, name, by=1):
        with self.lock:
            self.counts[name] += by

    def fault(self, text):
        with self.lock:
            self.faults.append(text)
            if len(self.faults) <= 20:
                print(f"FAULT  {text}", flush=True)

    # The demo

    def start(self):
        path = os.path.join(self.directory, "demo.sock")
        self.errors = open(os.path.join(self.directory, "demo.err"), "wb")
        self.demo = subprocess.Popen(
            [self.options.demo, "--unix", path, "--tcp", "--delay", "5", "--refresh-interval", "1",
             "--history-budget", str(self.options.budget)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors, env=self.environment)
        deadline = time.time() + 60
        while not self.discovery():
            if self.demo.poll() is not None or time.time() > deadline:
                with open(self.errors.name, "rb") as errors:
                    sys.exit(f"the demo did not start: {errors.read().decode(errors='replace')}")
            time.sleep(0.05)
        record = self.discovery()
        self.unix = path
        self.token = record["token"]
        tcp = next(endpoint for endpoint in record["endpoints"] if "127.0.0.1" in endpoint)
        self.tcp = ("127.0.0.1", int(tcp.rsplit(":", 1)[1]))

    def discovery(self):
        for place, _, files in os.walk(self.directory):
            for name in files:
                if name.endswith(".json"):
                    try:
                        with open(os.path.join(place, name)) as file:
                            return json.load(file)
                    except ValueError:
                        return None
        return None

    def peer(self, over_tcp=False, **options):
        if over_tcp:
            return Peer(self.tcp, token=self.token, **options)
        return Peer(self.unix, **options)

    def usage(self):
        """Memory in KiB, what of it is the demo's own, open descriptors, threads.

        The rest is of files: pages of the executable, which come as its parts are used for the first time.
        """
        pid = self.demo.pid
        if os.path.isdir(f"/proc/{pid}"):
            with open(f"/proc/{pid}/status") as file:
                status = dict(line.split(":", 1) for line in file if ":" in line)
            memory, own = (int(status[name].split()[0]) for name in ("VmRSS", "RssAnon"))
            return memory, own, len(os.listdir(f"/proc/{pid}/fd")), int(status["Threads"])
        ask = lambda *command: subprocess.run(command, capture_output=True, text=True).stdout
        memory = int(ask("ps", "-o", "rss=", "-p", str(pid)) or 0)
        descriptors = len(ask("lsof", "-nP", "-a", "-d", "0-99999", "-p", str(pid)).splitlines()) - 1
        return memory, memory, descriptors, len(ask("ps", "-M", "-p", str(pid)).splitlines()) - 1

    def fill(self):
        """Dispatches as fast as it is answered until each history has let go of its oldest part."""
        peer, begun = self.peer(access="control"), time.time()
        for store, actions in ACTIONS.items():
            turn, deadline = 0, time.time() + 600
            while peer.request("store/describe", {"store": store})["firstSeq"] == 0 and time.time() < deadline:
                for _ in range(100):
                    turn += 1
                    peer.request("action/dispatch", {"store": store, "action": actions(turn)})
                    if store in LOADED:
                        # One that still loads would only be told again that it does.
                        time.sleep(0.01)
        described = [peer.request("store/describe", {"store": store}) for store in ACTIONS]
        peer.close()
        print(f"filled in {time.time() - begun:.0f} s: " + ", ".join(
            f"{each['id']} {each['seq']} transitions, first {each['firstSeq']}" for each in described), flush=True)
        for each in described:
            if each["firstSeq"] == 0:
                sys.exit(f"the history of {each['id']} did not fill within 10 minutes; give it a smaller --budget")

    # The clients

    def run(self, name, body):
        def loop():
            try:
                body()
            except Exception as error:
                if not self.end.is_set():
                    self.fault(f"{name}: {error!r}")
        thread = threading.Thread(target=loop, name=name, daemon=True)
        self.threads.append(thread)
        thread.start()

    def drive(self):
        """Dispatches at a steady rate, most of it to the turnstile."""
        peer = self.peer(access="control")
        turn, started = 0, time.time()
        while not self.end.is_set():
            turn += 1
            if turn % 40 == 0:
                store = "profile"
            elif turn % 40 == 20:
                store = "items"
            elif turn % 8 == 0:
                store = "currency"
            else:
                store = "turnstile"
            action = ACTIONS[store](turn)
            begun = time.perf_counter()
            try:
                peer.request("action/dispatch", {"store": store, "action": action})
            except RuntimeError as error:
                self.fault(f"driver: {error}")
                return
            self.dispatches.add(time.perf_counter() - begun)
            self.count("dispatched")
            behind = started + turn / self.options.rate - time.time()
            if behind > 0:
                self.end.wait(behind)
            elif behind < -5:
                # This machine cannot do so many; the rate is one that it can.
                started -= behind

    def ping(self):
        peer = self.peer(over_tcp=True)
        while not self.end.wait(0.05):
            begun = time.perf_counter()
            peer.request("ping", {})
            self.pings.add(time.perf_counter() - begun)

    def subscribe(self, store, over_tcp, events):
        reader = Reader(self.peer(over_tcp), store, events)
        while not self.end.is_set():
            reader.take()
            self.note(reader, f"subscriber of {store}")
        reader.peer.close()

    def note(self, reader, name):
        self.count("told", reader.told)
        self.count("gaps", reader.gaps)
        for fault in reader.faults:
            self.fault(f"{name}: {fault}")
        reader.told, reader.gaps, reader.faults = 0, 0, []

    def stall(self, over_tcp):
        """Subscribes, reads nothing for long, catches up, and begins again; every other time it just goes."""
        turn = 0
        while not self.end.is_set():
            turn += 1
            peer = self.peer(over_tcp, receive_buffer=4096)
            reader = Reader(peer, "turnstile", ["log", "state"])
            self.end.wait(self.options.stall)
            if turn % 2 == 0 or self.end.is_set():
                peer.reset()
                continue
            present = self.peer()
            goal = present.request("store/describe", {"store": "turnstile"})["seq"]
            present.close()
            while reader.log < goal and not self.end.is_set():
                reader.take()
            self.note(reader, "a client that had stalled")
            peer.request("ping", {})
            peer.close()

    def vanish(self):
        """Connects and goes, in every way there is."""
        choice = random.Random(7)
        while not self.end.wait(0.1):
            over_tcp = choice.random() < 0.5
            way = choice.randrange(6)
            if way == 0:
                raw = socket.socket(socket.AF_INET if over_tcp else socket.AF_UNIX)
                raw.connect(self.tcp if over_tcp else self.unix)
                raw.sendall(b'{"jsonrpc":"2.0","id":1,"method":"initia')
                raw.close()
            else:
                peer = self.peer(over_tcp)
                peer.request("subscribe", {"store": "turnstile", "events": ["log", "state"]})
                if way == 1:
                    peer.post("state/tree", {"store": "items", "depth": 8})
                    peer.reset()
                elif way == 2:
                    peer.socket.shutdown(socket.SHUT_WR)
                    while peer.lines.readline():
                        pass
                    peer.close()
                elif way == 3:
                    peer.request("shutdown", {})
                    peer.close()
                elif way == 4:
                    peer.post("log/list", {"store": "turnstile"})
                    peer.close()
                else:
                    peer.reset()
            self.count("vanished")

    def attach(self, commands, kill):
        """Runs scripts in inspectors, one after the other; some are killed in the middle."""
        turn = 0
        while not self.end.is_set():
            turn += 1
            arguments = [self.options.strobe, "attach", str(self.demo.pid)]
            for command in commands:
                arguments += ["-e", command]
            inspector = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                env=self.environment)
            if kill:
                self.end.wait(1 + turn % 3)
                inspector.kill()
                inspector.communicate()
                self.count("killed")
                continue
            while inspector.poll() is None and not self.end.wait(0.2):
                pass
            if inspector.poll() is None:
                inspector.terminate()
            _, errors = inspector.communicate()
            if inspector.returncode != 0 and not self.end.is_set():
                self.fault(f"strobe attach ended with {inspector.returncode}: {errors.decode(errors='replace')[-300:]}")
                self.end.wait(5)
            self.count("scripts")
            self.end.wait(1)

    # The run

    def soak(self):
        self.start()
        rest = self.usage()
        print(f"{self.options.minutes:g} minutes, pid {self.demo.pid}, at rest {rest[0] / 1024:.1f} MB, {rest[2]} fds")
        self.fill()
        self.run("driver", self.drive)
        self.run("pinger", self.ping)
        for number, store in enumerate(["turnstile", "turnstile", "currency", "profile"]):
            events = ["log"] if number == 1 else ["log", "state"]
            self.run(f"subscriber of {store}", lambda s=store, n=number, e=events: self.subscribe(s, n % 2 == 1, e))
        self.run("stalled client", lambda: self.stall(False))
        self.run("stalled client on TCP", lambda: self.stall(True))
        self.run("vanishing client", self.vanish)
        look = ["use turnstile", "state", "log 20", "diff", "graph", "use profile", "state", "tree", "stores --long"]
        self.run("inspector", lambda: self.attach(look, False))
        wait = ["use turnstile", "every 1s for 1m { log 5; back 3; live; verify 50 }"]
        self.run("long inspector", lambda: self.attach(wait, False))
        self.run("killed inspector", lambda: self.attach(wait, True))

        print(
            "   time      RSS      own  fds threads   ping p50/p99  dispatch p50/p99  dispatched    told  gaps "
            "vanished scripts")
        samples, started = [], time.time()
        while (passed := time.time() - started) < self.options.minutes * 60:
            self.end.wait(min(self.options.interval, max(0.1, self.options.minutes * 60 - passed)))
            if self.demo.poll() is not None:
                self.fault(f"the demo ended with {self.demo.returncode}")
                break
            memory, own, descriptors, threads = self.usage()
            samples.append((time.time() - started, own, descriptors, threads))
            with self.lock:
                counts = dict(self.counts)
            print(
                f"{samples[-1][0]:6.0f}s {memory / 1024:7.1f}M {own / 1024:7.1f}M {descriptors:4} {threads:7}   "
                f"{percentiles(self.pings.take())}     {percentiles(self.dispatches.take())} "
                f"{counts['dispatched']:12}{counts['told']:8}{counts['gaps']:6}{counts['vanished']:9}"
                f"{counts['scripts'] + counts['killed']:8}", flush=True)
        return self.judge(samples, rest)

    def judge(self, samples, rest):
        self.end.set()
        for thread in self.threads:
            thread.join(timeout=70)
        half = samples[len(samples) // 2:]
        growths = [growth(half, column) for column in (1, 2, 3)]
        bounds = (self.options.memory_bound, self.options.count_bound, self.options.count_bound)
        print(f"ping {percentiles(self.pings.all)} ms, dispatch {percentiles(self.dispatches.all)} ms (p50/p99, all)")
        is_flat = len(half) > 1
        for name, unit, value, bound in zip(("memory", "descriptors", "threads"), (" KiB", "", ""), growths, bounds):
            is_flat = is_flat and value <= bound
            print(f"{name}: {value:+.2f}{unit} a minute over the second half, bound {bound:g}")
        if self.demo.poll() is None:
            deadline = time.time() + 60
            while (left := self.usage())[2] > rest[2] and time.time() < deadline:
                time.sleep(0.2)
            print(
                f"without clients: {left[0] / 1024:.1f} MB, {left[1] / 1024:.1f} MB of its own, {left[2]} fds, "
                f"{left[3]} threads; before: {rest[2]} fds")
            if left[2] > rest[2]:
                self.fault(f"{left[2] - rest[2]} descriptors are left of clients that are gone")
            self.stop()
        faults = f"with {len(self.faults)} FAULTS" if self.faults else "and without a fault"
        print("flat" if is_flat else "NOT FLAT", faults)
        return 0 if is_flat and not self.faults else 1

    def stop(self):
        """Asks the demo to end while somebody is attached who does not read."""
        stalled = Peer(self.unix, receive_buffer=4096)
        stalled.request("subscribe", {"store": "turnstile", "events": ["log"]})
        self.demo.send_signal(signal.SIGTERM)
        try:
            code = self.demo.wait(timeout=60)
            if code not in (0, -signal.SIGTERM, 128 + signal.SIGTERM):
                self.fault(f"the demo ended with {code} when it was asked to end")
            print(f"the demo ended with {code} when it was asked to")
        except subprocess.TimeoutExpired:
            self.fault("the demo did not end within a minute of being asked to")
        stalled.close()


def growth(samples, column):
    """The slope of the straight line that fits best, a minute."""
    if len(samples) < 2:
        return 0.0
    times = [sample[0] / 60 for sample in samples]
    values = [sample[column] for sample in samples]
    middle, mean = sum(times) / len(times), sum(values) / len(values)
    spread = sum((time - middle) ** 2 for time in times)
    return sum((time - middle) * (value - mean) for time, value in zip(times, values)) / spread if spread else 0.0


def built(configuration):
    """Where the products are, once they are built."""
    command = ["swift", "build", "--package-path", ROOT, "-c", configuration]
    for product in ("strobe-demo", "strobe"):
        if subprocess.run(command + ["--product", product]).returncode != 0:
            sys.exit(2)
    return subprocess.run(command + ["--show-bin-path"], capture_output=True, text=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20, help="how long (default 20)")
    parser.add_argument("--interval", type=float, default=5, help="seconds between two lines (default 5)")
    parser.add_argument("--rate", type=float, default=200, help="dispatches a second (default 200)")
    parser.add_argument("--stall", type=float, default=60, help="how long a client stalls, in seconds (default 60)")
    parser.add_argument("--budget", type=int, default=1, help="MiB a store's history keeps (default 1)")
    parser.add_argument(
        "--memory-bound", type=float, default=256, help="KiB a minute that are still flat (default 256)")
    parser.add_argument(
        "--count-bound", type=float, default=0.5,
        help="descriptors and threads a minute that are still flat (default 0.5)")
    parser.add_argument("--debug", action="store_true", help="a debug build rather than a release build")
    parser.add_argument("--products", metavar="DIRECTORY", help="where strobe-demo and strobe are, built already")
    options = parser.parse_args()
    products = options.products or built("debug" if options.debug else "release")
    options.demo, options.strobe = (os.path.join(products, name) for name in ("strobe-demo", "strobe"))
    directory = tempfile.mkdtemp(prefix="strobe-soak-")
    soak = Soak(options, directory)
    try:
        return soak.soak()
    finally:
        demo = getattr(soak, "demo", None)
        if demo and demo.poll() is None:
            demo.kill()
            demo.wait()
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
