"""What the scripts of the clients share: the server with its target, behind a tap that keeps the lines of both sides."""
import os
import sys

STROBE = os.environ["STROBE"]
#: The environment in which servers are started by clients that hand on nothing else.
BARE = {key: os.environ[key] for key in ("HOME", "PATH") if key in os.environ}


def tapped(name, *arguments):
    """The command of a server behind a tap; the lines go to a file of that name."""
    folder = os.environ["MCP_TAP"]
    return sys.executable, [os.path.join(os.path.dirname(os.path.abspath(__file__)), "tap.py"),
                            os.path.join(folder, name + ".jsonl"), STROBE, "mcp", *arguments, os.environ["MCP_TARGET"]]


def check(holds, what):
    """Ends the script if something does not hold."""
    if not holds:
        raise SystemExit(f"{os.path.basename(sys.argv[0])}: {what}")
