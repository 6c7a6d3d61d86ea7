"""Checks the schemas of all tools by JSON Schema 2020-12, and that what tools gave fits the schemas that they declare."""
import glob
import json
import os

import jsonschema
from strobe_clients import check

schemas, results = {}, 0
for path in sorted(glob.glob(os.path.join(os.environ["MCP_TAP"], "*.jsonl"))):
    called, outputs = {}, {}
    for entry in map(json.loads, open(path, encoding="utf-8")):
        message = json.loads(entry["line"])
        if entry["from"] == "client" and message.get("method") == "tools/call":
            called[message["id"]] = message["params"]["name"]
        for tool in (message.get("result") or {}).get("tools", []):
            schemas[tool["name"]] = tool["inputSchema"]
            outputs[tool["name"]] = tool.get("outputSchema")
            for schema in (tool["inputSchema"], tool.get("outputSchema")):
                if schema is not None:
                    jsonschema.Draft202012Validator.check_schema(schema)
                    check(schema["type"] == "object", f"{tool['name']} takes no object")
        name = called.get(message.get("id")) if entry["from"] == "server" else None
        result = message.get("result") or {}
        if name and "structuredContent" in result and outputs.get(name):
            jsonschema.validate(result["structuredContent"], outputs[name], jsonschema.Draft202012Validator)
            results += 1
check(len(schemas) == 23 and results > 15, f"{len(schemas)} schemas and {results} results were checked")
print(f"{len(schemas)} schemas are valid, {results} results fit theirs")
