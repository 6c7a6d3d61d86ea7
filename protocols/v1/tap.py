#!/usr/bin/env python3
"""Stands between a client and a server on standard streams, and writes down what goes over them.

    tap.py DIRECTORY COMMAND...

starts the command, hands on what comes in on standard input to it and what it says on standard output, and appends every line to
DIRECTORY/PID.wire, which validate.py --tap DIRECTORY --partial reads. Ends as the command does. A line that is over a MiB is told by its length alone.

Needs nothing but Python.
"""

import os
import pathlib
import signal
import subprocess
import sys
import threading

LINE_LIMIT = 1 << 20


def pump(source, sink, direction, log, lock):
    """Hands on lines, each written down before anybody can answer it."""
    for line in source:
        text = line.rstrip(b"\n")
        with lock:
            log.write(b"1" + direction + (text if len(text) <= LINE_LIMIT else b"!%d" % len(text)) + b"\n")
            log.flush()
        try:
            sink.write(line)
            sink.flush()
        except (BrokenPipeError, ValueError):
            break
    try:
        sink.close()
    except BrokenPipeError:
        pass


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    lock = threading.Lock()
    with open(folder / f"{os.getpid()}.wire", "wb") as log:
        server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda received, frame: server.send_signal(received))
        # The client may well stay, and silent, when the server is gone.
        threading.Thread(
            target=pump, args=(sys.stdin.buffer, server.stdin, b">", log, lock), daemon=True).start()
        pump(server.stdout, sys.stdout.buffer, b"<", log, lock)
        status = server.wait()
        with lock:
            log.flush()
            if status < 0:
                signal.signal(-status, signal.SIG_DFL)
                os.kill(os.getpid(), -status)
            os._exit(status)


if __name__ == "__main__":
    main()
