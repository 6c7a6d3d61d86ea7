#!/usr/bin/env python3
"""Works the live page in Firefox, by Marionette, and fails if something is not as in Chromium.

    strobe web TARGET --control      prints a link to the demo (strobe-demo --quiet)
    firefox.py LINK

Run it by hand before a release; it needs firefox or firefox-esr, and the standard library alone.
"""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PORT = 2828


class Firefox:
    def __init__(self, profile):
        program = shutil.which("firefox") or shutil.which("firefox-esr") or sys.exit("there is no firefox")
        self.process = subprocess.Popen(
            [program, "--headless", "--marionette", "--no-remote", "--profile", profile],
            env={**os.environ, "HOME": profile}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        end = time.monotonic() + 60
        while True:
            try:
                self.connection = socket.create_connection(("127.0.0.1", PORT))
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
        self.input = self.connection.makefile("rb")
        self.number = 0
        self.read()
        self.version = self.call("WebDriver:NewSession", capabilities={})["capabilities"]["browserVersion"]

    def read(self):
        length = b""
        while (byte := self.input.read(1)) != b":":
            length += byte
        return json.loads(self.input.read(int(length)))

    def call(self, method, **params):
        self.number += 1
        text = json.dumps([0, self.number, method, params]).encode()
        self.connection.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self.read()
        if error:
            sys.exit(f"{method}: {error}")
        return result

    def evaluate(self, expression):
        return self.call("WebDriver:ExecuteScript", script=f"return {expression}", args=[])["value"]

    def expect(self, what, expression):
        end = time.monotonic() + 15
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                sys.exit(f"✘ {what}")
            time.sleep(0.05)
        print(f"✔ {what}")


def work(firefox, link):
    text = lambda selector: f"document.querySelector('{selector}')?.textContent"
    click = lambda label: f"([...document.querySelectorAll('button')].find(each => each.textContent === '{label}').click(), true)"
    firefox.call("WebDriver:Navigate", url=link)
    firefox.expect("the page is ready", "document.documentElement?.dataset.ready === 'true'")
    firefox.expect("the key is out of the address", "location.href === location.origin + '/'")
    firefox.evaluate("(document.getElementById('tab-send').click(), true)")
    firefox.evaluate(
        "(() => { const field = document.getElementById('action'); field.value = '.load';"
        " field.dispatchEvent(new Event('input')); return true; })()")
    firefox.expect("what an action would change is shown while it is typed", f"{text('#try-result')}.includes('.loading')")
    firefox.evaluate("(document.getElementById('send-button').click(), true)")
    firefox.expect("it is sent, and its effect comes", "document.querySelectorAll('.row').length === 2")
    firefox.evaluate("(document.getElementById('tab-step').click(), true)")
    firefox.expect("the state is shown", f"{text('#tree')}.includes('Ada Lovelace')")
    firefox.evaluate(click("Without this"))
    firefox.expect("what would be without it is shown", text("#answer .change"))
    firefox.expect(
        "no other script runs",
        "(() => { try { const script = document.createElement('script'); script.textContent = 'window.ran = 1';"
        " document.body.append(script); } catch {} return !window.ran; })()")
    firefox.call("WebDriver:Refresh")
    firefox.expect("it is there again after a reload", "document.querySelectorAll('.row').length === 2")
    firefox.evaluate("(sessionStorage.clear(), true)")
    firefox.call("WebDriver:Navigate", url="about:blank")
    firefox.call("WebDriver:Navigate", url=link)
    firefox.expect("the link does not open it twice", f"{text('[role=alert]')}?.includes('used before')")


def main():
    profile = tempfile.mkdtemp(prefix="strobe-firefox-")
    firefox = Firefox(profile)
    try:
        print(f"Firefox {firefox.version}")
        work(firefox, sys.argv[1])
    finally:
        os.killpg(firefox.process.pid, signal.SIGKILL)
        firefox.process.wait()
        shutil.rmtree(profile, ignore_errors=True)


main()
