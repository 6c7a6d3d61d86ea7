"""Checks every line that clients and servers sent against the models of its revision."""
import glob
import json
import os
import sys

from mcp_types import methods
from mcp_types.jsonrpc import jsonrpc_message_adapter
from strobe_clients import check

META = "io.modelcontextprotocol/protocolVersion"
OLD = "2025-11-25"
counts = {"client": 0, "server": 0}
for path in sorted(glob.glob(os.path.join(os.environ["MCP_TAP"], "*.jsonl"))):
    asked, version = {}, OLD
    for entry in map(json.loads, open(path, encoding="utf-8")):
        side, message = entry["from"], json.loads(entry["line"])
        where = f"{os.path.basename(path)}, {side}: {entry['line'][:300]}"
        try:
            jsonrpc_message_adapter.validate_python(message)
            method, params = message.get("method"), message.get("params") or {}
            if method == "initialize":
                version = params["protocolVersion"]
            own = (params.get("_meta") or {}).get(META, version)
            if own not in ("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"):
                own = OLD
            if method and "id" in message:
                asked[message["id"]] = (method, own)
                methods.validate_client_request(method, own, params or None)
            elif method and side == "server":
                methods.parse_server_notification(method, own, params)
            elif method:
                methods.parse_client_notification(method, own, params)
            elif "result" in message:
                method, own = asked[message["id"]]
                methods.validate_server_result(method, own, message["result"])
                if own == "2026-07-28":
                    check(message["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "strobe", where)
                else:
                    check("resultType" not in message["result"] and "ttlMs" not in message["result"], where)
        except SystemExit:
            raise
        except Exception as error:
            check(False, f"{where}\n{type(error).__name__}: {error}")
        counts[side] += 1
check(counts["client"] > 300 and counts["server"] > 300, f"there are few lines: {counts}")
print(f"{counts['client']} lines of clients and {counts['server']} of servers fit their models")
