#!/usr/bin/env python3
"""Opens a page in a headless Chromium, does what standard input says, and tells what came of it.

    browse.py CHROMIUM PAGE [--flag…] < COMMANDS > RESULTS

PAGE is a file or an URL, and the flags are for Chromium. COMMANDS is a JSON array of objects with one member each:

    {"evaluate": "1 + 1"}             a JavaScript expression; promises are awaited
    {"key": "ArrowDown"}              a key is pressed and released, with Shift or Control as "Shift+ArrowDown"
    {"drag": ["#canvas", 0.2, 0.6]}   the mouse is dragged over an element, from one share of its width to another
    {"type": "text"}                  text goes where the focus is
    {"size": [420, 900]}              the size of the window
    {"scheme": "dark"}                prefers-color-scheme
    {"motion": "reduce"}              prefers-reduced-motion
    {"before": "window.seen = []"}    a script that every page of this run begins with
    {"screenshot": "file.png"}        what is to be seen
    {"wait": "document.title"}        an expression is asked for until it is something, for 150 s at most: then it fails
    {"reload": true}                  the page is loaded again
    {"open": "http://…"}              another page in a new tab, which the commands after it are for

RESULTS is one JSON object: `results` with one member a command, what the page wrote to the console and threw
(`messages`), and every URL that was asked for but the page's own (`requests`).

Only the standard library is used: the DevTools protocol is spoken over --remote-debugging-pipe (descriptors 3 and 4, NUL
after each message).
"""
import base64
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LIMIT = 300  # seconds for all of it


class Browser:
    def __init__(self, chromium, profile, flags=()):
        out_read, self.out = os.pipe()
        self.into, in_write = os.pipe()

        def descriptors():
            # Above what is to be replaced, so that neither hides the other.
            first, second = os.dup(out_read), os.dup(in_write)
            high_first, high_second = 30, 31
            os.dup2(first, high_first)
            os.dup2(second, high_second)
            os.dup2(high_first, 3, inheritable=True)
            os.dup2(high_second, 4, inheritable=True)

        self.process = subprocess.Popen(
            [
                chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--no-first-run", "--disable-extensions", "--disable-background-networking",
                "--remote-debugging-pipe", f"--user-data-dir={profile}", *flags, "about:blank",
            ],
            preexec_fn=descriptors, close_fds=False, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(out_read)
        os.close(in_write)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.messages = []
        self.requests = []
        self.loaded = False
        self.before = []

    def read(self):
        while b"\0" not in self.buffer:
            block = os.read(self.into, 1 << 20)
            if not block:
                raise SystemExit("the browser ended")
            self.buffer += block
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def event(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Runtime.consoleAPICalled":
            self.messages.append(params["type"] + ": " + " ".join(str(a.get("value", a.get("description"))) for a in params["args"]))
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.messages.append("thrown: " + details.get("exception", {}).get("description", details.get("text", "")))
        elif method == "Log.entryAdded":
            self.messages.append("log: " + params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.event(answer)

    def open(self, page):
        self.session = None
        self.loaded = False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        for script in self.before:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.size(1440, 900)
        self.call("Page.navigate", url=page)
        while not self.loaded:
            self.event(self.read())

    def reload(self):
        self.loaded = False
        self.call("Page.reload")
        while not self.loaded:
            self.event(self.read())

    def wait(self, expression):
        end = time.monotonic() + 150
        while time.monotonic() < end:
            try:
                value = self.evaluate(expression)
            except SystemExit as error:
                # The page may be loading: the next try asks the new one.
                if not re.search("navigated|context was destroyed|Cannot find context", str(error)):
                    raise
                value = None
            if value:
                return value
            time.sleep(0.02)
        raise SystemExit(f"for 150 s this was nothing, or no JSON: {expression}")

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise SystemExit(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def drag(self, selector, start, end):
        x, y, width = self.evaluate(
            f"(each => [each.left, each.top + each.height / 2, each.width])(document.querySelector('{selector}').getBoundingClientRect())")
        mouse = lambda kind, share, **more: self.call(
            "Input.dispatchMouseEvent", type=kind, x=x + share * width, y=y, button="left", clickCount=1, **more)
        mouse("mousePressed", start)
        for share in ((start + end) / 2, end):
            mouse("mouseMoved", share, buttons=1)
        mouse("mouseReleased", end)

    def media(self, feature, value):
        self.call("Emulation.setEmulatedMedia", features=[{"name": feature, "value": value}])

    def key(self, name):
        modifier, _, rest = name.rpartition("+")
        more = {"modifiers": {"Shift": 8, "Control": 2}[modifier]} if modifier else {}
        name = rest or name
        codes = {"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Escape": 27, "Home": 36,
                 "End": 35, "PageDown": 34, "PageUp": 33, "Tab": 9}
        code = codes.get(name, ord(name.upper()) if len(name) == 1 else 0)
        text = {"text": name} if len(name) == 1 else {"text": "\r"} if name == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, windowsVirtualKeyCode=code, **text, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    def obey(self, command):
        (name, value), = command.items()
        if name == "evaluate":
            return self.evaluate(value)
        if name == "wait":
            return self.wait(value)
        if name == "key":
            return self.key(value)
        if name == "type":
            self.call("Input.insertText", text=value)
        elif name == "reload":
            self.reload()
        elif name == "open":
            self.open(value)
        elif name == "size":
            self.size(*value)
        elif name == "drag":
            self.drag(*value)
        elif name == "scheme":
            self.media("prefers-color-scheme", value)
        elif name == "motion":
            self.media("prefers-reduced-motion", value)
        elif name == "before":
            pass
        elif name == "screenshot":
            # What was changed is drawn by then.
            self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            picture = self.call("Page.captureScreenshot", format="png")["data"]
            pathlib.Path(value).write_bytes(base64.b64decode(picture))
        else:
            raise SystemExit(f"there is no command {name}")
        return None


def main():
    chromium, page, *flags = sys.argv[1:]
    commands = json.load(sys.stdin)
    file, _, place = page.partition("#")
    url = page if page.startswith("http:") else pathlib.Path(file).resolve().as_uri() + ("#" + place if place else "")
    profile = tempfile.mkdtemp(prefix="strobe-browse-")
    browser = Browser(chromium, profile, flags)
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"the browser took more than {LIMIT} s"))
    signal.alarm(LIMIT)
    try:
        browser.before = [command["before"] for command in commands if "before" in command]
        browser.open(url)
        results = [browser.obey(command) for command in commands]
        own = url.partition("#")[0]
        requests = [each for each in browser.requests if each.partition("#")[0] != own and not each.startswith("data:")]
        json.dump({"results": results, "messages": browser.messages, "requests": requests}, sys.stdout)
    finally:
        os.killpg(browser.process.pid, signal.SIGKILL)
        browser.process.wait()
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    main()
