#!/usr/bin/env python3
"""Measures the live page: measure.py PRODUCTS [NAME…], where PRODUCTS is the folder of a release build.

Each measurement prints its figures beside what they should be; without names all of them run. Only the standard library
and Chromium are used. Numbers of a busy machine are not worth much: the load is printed first.
"""
import json
import os
import pathlib
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Report"))
sys.dont_write_bytecode = True
import browse  # noqa: E402

PRODUCTS = pathlib.Path(sys.argv[1])
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
COUNTING = (
    "window.received = 0; window.WebSocket = class extends WebSocket { constructor(...all) { super(...all);"
    " this.addEventListener('message', event => { window.received += event.data.length; }); } };")


class Page(browse.Browser):
    def __init__(self, link):
        self.profile = tempfile.mkdtemp(prefix="strobe-measure-")
        super().__init__(next(filter(None, map(shutil.which, BROWSERS)), BROWSERS[0]), self.profile)
        self.before = [COUNTING]
        self.open(link)
        self.wait("document.documentElement?.dataset.ready")
        # From the moment that the link is followed; the tab itself takes Chromium half a second.
        self.took = self.evaluate("performance.now()") / 1000

    def heap(self):
        self.call("HeapProfiler.enable")
        self.call("HeapProfiler.collectGarbage")
        return self.call("Runtime.getHeapUsage")["usedSize"] / 1e6

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Program:
    """A demo, recordings, or a program that dispatches at a rate, and `strobe web` for it."""

    def __init__(self, *files, rate=None):
        self.folder = tempfile.mkdtemp(prefix="sm-", dir="/tmp")
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": self.folder, "HOME": self.folder}
        self.demo = None
        if rate:
            files = [f"{self.folder}/socket"]
            self.counts = f"{self.folder}/count"
            self.demo = subprocess.Popen([PRODUCTS / "RecordingFixture", files[0], "served", self.counts, str(rate)])
            while not os.path.exists(files[0]):
                time.sleep(0.01)
        elif not files:
            self.demo = subprocess.Popen(
                [PRODUCTS / "strobe-demo", "--quiet", "--delay", "1"], env=self.environment, stderr=subprocess.PIPE,
                stdout=subprocess.DEVNULL, text=True)
            self.path = self.demo.stderr.readline().split("unix:")[-1].strip()
        arguments = list(files) or [str(self.demo.pid), "--control"]
        self.web = subprocess.Popen(
            [PRODUCTS / "strobe", "web", *arguments], env=self.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.link = self.web.stdout.readline().strip()

    def count(self):
        """How many actions a program with a rate has dispatched."""
        return struct.unpack("<qq", pathlib.Path(self.counts).read_bytes())[0]

    def dispatched(self):
        """The same, and the processor time that the thread which dispatches has taken, in nanoseconds."""
        return struct.unpack("<qq", pathlib.Path(self.counts).read_bytes())

    def next_link(self):
        self.web.stdin.write("\n")
        self.web.stdin.flush()
        return self.web.stdout.readline().strip()

    def memory(self):
        status = pathlib.Path(f"/proc/{self.web.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1e3

    def processor(self, process=None):
        """The processor time of `strobe web`, or of the program, in seconds."""
        fields = pathlib.Path(f"/proc/{(process or self.web).pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        for process in (self.web, self.demo):
            if process:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Load:
    """Dispatches at a rate; `durations` has what each took the program, in nanoseconds."""

    def __init__(self, path, rate):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.input = self.socket.makefile("rb")
        self.durations = []
        self.count = 0
        self.isEnding = False
        self.send(1, "initialize", {"protocolVersion": 1, "client": {"name": "load", "version": "1"}, "access": "control"})
        self.input.readline()
        self.threads = [threading.Thread(target=self.write, args=[rate]), threading.Thread(target=self.read)]
        for thread in self.threads:
            thread.start()

    def send(self, number, method, params):
        self.socket.sendall(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")

    def write(self, rate):
        begin = time.monotonic()
        action = {"store": "turnstile", "action": "coin"}
        while not self.isEnding:
            wanted = int((time.monotonic() - begin) * rate)
            lines = [json.dumps({"jsonrpc": "2.0", "id": 2 + self.count + k, "method": "action/dispatch", "params": {
                **action, "action": "push" if (self.count + k) % 2 else "coin"}}) for k in range(min(wanted - self.count, 500))]
            if lines:
                self.socket.sendall(("\n".join(lines) + "\n").encode())
                self.count += len(lines)
            time.sleep(0.005)
        self.rate = self.count / (time.monotonic() - begin)
        self.socket.shutdown(socket.SHUT_WR)

    def read(self):
        for line in self.input:
            result = json.loads(line).get("result") or {}
            if "durationNanos" in result:
                self.durations.append(result["durationNanos"])

    def end(self):
        self.isEnding = True
        for thread in self.threads:
            thread.join(20)
        self.socket.close()


def tell(what, value, wanted):
    print(f"{what:55} {value:>14}   wanted: {wanted}", flush=True)


def quantiles(times):
    times = sorted(times)
    return f"{times[len(times) // 2] * 1000:.0f}/{times[int(len(times) * .95)] * 1000:.0f}/{times[-1] * 1000:.0f} ms"


def timed(body):
    begin = time.monotonic()
    body()
    return time.monotonic() - begin


def recording(path, count, state, keyframes):
    with open(path, "w") as file:
        line = lambda value: file.write(json.dumps(value, separators=(",", ":")) + "\n")
        line({"kind": "header", "format": "strobe-recording", "version": 1, "id": "0b9ad3c1-7f5e-4a2b-9a55-6d1f1a3c8e21",
              "part": 1, "startedAt": "2026-11-21T22:02:09.215618Z", "startMicros": 1795298529215618,
              "process": {"pid": 1, "name": "big"}, "recorder": {"name": "t", "version": "1", "place": "headless"},
              "redaction": {"rules": []}, "stores": [{"id": "big", "name": "big", "kind": "reducer", "stateType": "S",
              "actionType": "A", "seq": 0, "replay": True, "state": state}]})
        for n in range(1, count + 1):
            line({"kind": "transition", "store": "big", "seq": n, "t": n * 100, "action": "tick", "label": ".tick",
                  "origin": "app", "changes": [{"op": "replace", "path": "/n", "value": n, "old": n - 1}]})
            if keyframes and n % keyframes == 0:
                line({"kind": "keyframe", "store": "big", "seq": n, "t": n * 100, "state": {"n": n}})
        line({"kind": "end", "t": count * 100 + 1, "reason": "stopped", "transitions": count})


def idle():
    program = Program()
    memory, before = program.memory(), program.processor()
    time.sleep(10)
    tell("server idle, processor in 10 s", f"{program.processor() - before:.2f} s", "0")
    page = Page(program.link)
    tell("requests beside the page", len(page.requests) - 1, "0")
    tell("page", f"{page.evaluate('performance.getEntriesByType(`navigation`)[0].encodedBodySize') / 1e3:.0f} kB", "< 200")
    tell("server with a page, more memory", f"{program.memory() - memory:.1f} MB", "< 10")
    page.close()
    program.close()


def rows():
    program = Program()
    page = Page(program.link)
    times = page.evaluate("""(async () => {
      const socket = new WebSocket('ws://' + location.host + '/socket', ['strobe.1', 'key.' + sessionStorage.getItem('strobe')]);
      await new Promise(done => { socket.onopen = done; });
      const times = [];
      for (let number = 1; number <= 100; number++) {
        const begin = performance.now();
        socket.send(JSON.stringify({ id: number, method: 'action/dispatch', params: { store: 'turnstile', action: number % 2 ? 'coin' : 'push' } }));
        while (![...document.querySelectorAll('.row .seq')].some(each => each.textContent === '#' + number)) await new Promise(requestAnimationFrame);
        times.push((performance.now() - begin) / 1000);
        await new Promise(done => setTimeout(done, 80));
      }
      return times;
    })()""")
    tell("dispatch to row, middle/95 %/worst", quantiles(times), "60/150 ms")
    page.close()
    program.close()


def million():
    for keyframes in (1000, 0):
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/million.jsonl"
            recording(file, 1_000_000, {"n": 0}, keyframes)
            program = Program(file)
            page = Page(program.link)
            name = "1,000,000 transitions" + ("" if keyframes else ", one whole state")
            tell(name + ", usable", f"{page.took:.2f} s", "1 s")
            tell(name + ", last state", f"{timed(lambda: page.wait('/n.?1000000/.test(document.getElementById(`tree`).textContent)')):.2f} s", "")
            received = page.evaluate("received")
            tell(name + ", received", f"{received / 1e6:.2f} MB", "1 MB")
            assert received < 1e6, "more was sent than a page needs"
            page.close()
            program.close()


def values():
    with tempfile.TemporaryDirectory() as folder:
        recording(folder + "/values.jsonl", 1, {"n": 0, "list": list(range(1_000_000))}, 0)
        program = Program(folder + "/values.jsonl")
        page = Page(program.link)
        page.wait("document.querySelectorAll('.page-node').length === 2")
        times = []
        for _ in range(10):
            click = "[...document.querySelectorAll('.page-node')].find(each => each.textContent.includes('list')).click()"
            page.evaluate(click)
            times.append(timed(lambda: page.wait("document.querySelectorAll('.page-node').length > 50")))
            page.evaluate(click)
        tell("1,000,000 values, tree opens, middle/95 %/worst", quantiles(times), "300 ms")
        page.close()
        program.close()


def burst(seconds=60):
    program = Program(rate=10_000)
    page = Page(program.link)
    # Else each message to the page is sent to this program too.
    page.call("Network.disable")
    first, begin = program.count(), time.monotonic()
    times = {"Stop": [], "filter": [], "filter, all rows": [], "selection": []}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        times["Stop"].append(timed(lambda: page.call("Input.dispatchKeyEvent", type="keyDown", key="f", text="f", windowsVirtualKeyCode=70)))
        page.call("Input.dispatchKeyEvent", type="keyUp", key="f", windowsVirtualKeyCode=70)
        isOff = page.evaluate("document.getElementById('follow').getAttribute('aria-pressed') === 'false'")
        assert isOff, "Stop did not stop"
        write = "(() => { const field = document.getElementById('filter'); field.value = '%s'; field.dispatchEvent(new Event('input')); })()"
        begun = time.monotonic()
        times["filter"].append(timed(lambda: page.evaluate(write % "remark")))
        page.wait("document.getElementById('count').textContent.includes('shown')")
        times["filter, all rows"].append(time.monotonic() - begun)
        page.evaluate(write % "")
        times["selection"].append(timed(lambda: page.evaluate("document.querySelector('.row:nth-child(2)')?.click()")))
        page.evaluate("document.getElementById('follow').getAttribute('aria-pressed') === 'true' || document.getElementById('follow').click()")
        time.sleep(0.3)
    tell("10,000 a second: reached", f"{(program.count() - first) / (time.monotonic() - begin):.0f}/s", "10,000")
    for name, each in times.items():
        tell(f"10,000 a second: {name}, middle/95 %/worst", quantiles(each), "" if "all" in name else "100 ms")
    tell("10,000 a second: heap of the tab", f"{page.heap():.0f} MB", "< 200")
    page.close()
    program.close()


def cost(rounds=6):
    """A program that dispatches 10,000 actions a second with and without a page, by turns: the time of that thread."""
    program = Program(rate=10_000)
    links, times = [program.link], {True: [], False: []}
    for number in range(rounds):
        for hasPage in (True, False) if number % 2 else (False, True):
            page = Page(links.pop() if links else program.next_link()) if hasPage else None
            time.sleep(1)
            before = program.dispatched()
            time.sleep(4)
            after = program.dispatched()
            times[hasPage].append((after[1] - before[1]) / (after[0] - before[0]))
            if page:
                page.close()
    ratio = statistics.median(a / b for a, b in zip(times[True], times[False]))
    tell("dispatch with a page, beside without", f"{(ratio - 1) * 100:+.1f} %", "< 2 %")
    tell("  an action, with and without", " ".join(f"{statistics.median(times[each]):.0f}" for each in times) + " ns", "")
    program.close()


def steady(minutes=60):
    program = Program()
    page = Page(program.link)
    load = Load(program.path, 100)
    heaps, shares = [], []
    for _ in range(int(minutes * 2)):
        before = program.processor(program.demo)
        time.sleep(30)
        shares.append((program.processor(program.demo) - before) / 30)
        heaps.append(page.heap())
    load.end()
    tell(f"100 a second for {minutes} min: reached", f"{load.rate:.0f}/s", "100")
    tell("  processor of the program, first and last", f"{shares[0]:.0%} {shares[-1]:.0%}", "the same")
    tell(f"100 a second for {minutes} min: heap", " ".join(f"{each:.0f}" for each in heaps) + " MB", "flat in the last half")
    page.close()
    program.close()


if __name__ == "__main__":
    print("load", *os.getloadavg(), flush=True)
    all = [idle, rows, million, values, burst, cost, steady]
    for each in all:
        if not sys.argv[2:] or each.__name__ in sys.argv[2:]:
            each()
