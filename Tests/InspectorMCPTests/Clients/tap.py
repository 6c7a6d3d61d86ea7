"""Runs a server and hands on its lines both ways, keeping each in a file: {"from": "client" or "server", "line": TEXT}."""
import json
import subprocess
import sys
import threading

log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)
lock = threading.Lock()
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def hand_on(side, source, target):
    for line in source:
        with lock:
            log.write(json.dumps({"from": side, "line": line.decode()}) + "\n")
        try:
            target.write(line)
            target.flush()
        except BrokenPipeError:
            break
    if side == "client":
        server.stdin.close()


threading.Thread(target=hand_on, args=("client", sys.stdin.buffer, server.stdin), daemon=True).start()
hand_on("server", server.stdout, sys.stdout.buffer)
sys.exit(server.wait())
