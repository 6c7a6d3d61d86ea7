"""The SDK of the protocol, mcp 2.3.0: both kinds of revisions, errors, structured content, and the question before a write."""
import sys
import time

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
import mcp_types as types
from strobe_clients import BARE, check, tapped


def text(result):
    return result.content[0].text


async def run(mode, control):
    command, arguments = tapped(f"mcp2-{mode}-{'control' if control else 'read'}", *(["--control"] if control else []))
    asked, agrees = [], True

    async def elicit(_, params):
        asked.append(params.message)
        return types.ElicitResult(action="accept", content={"confirm": True}) if agrees else types.ElicitResult(action="decline")

    more = {"elicitation_callback": elicit} if control else {}
    parameters = StdioServerParameters(command=command, args=arguments, env=BARE)
    async with Client(parameters, mode=mode, **more) as client:
        version = getattr(client, "protocol_version", None) or client.session.protocol_version
        check(version == ("2025-11-25" if mode == "legacy" else "2026-07-28"), f"{mode} agreed on {version}")
        tools = (await client.list_tools()).tools
        check(len(tools) == (23 if control else 17), f"{len(tools)} tools")
        check(sum(not tool.annotations.read_only_hint for tool in tools) == (6 if control else 0), "hints are wrong")
        stores = await client.call_tool("list_stores", {})
        check({store["store"] for store in stores.structured_content["stores"]} >= {"profile", "currency"}, "stores are missing")
        wrong = await client.call_tool("read_state", {"store": "profle"})
        check(wrong.is_error and "did you mean profile?" in text(wrong), text(wrong))
        check("profile" in text(await client.call_tool("read_state", {"store": "profile"})), "no state")
        try:
            await client.call_tool("nothing", {})
            check(False, "a tool that does not exist was called")
        except Exception as error:
            check("no such tool" in str(error), error)
        if control:
            before = len(asked)
            sent = await client.call_tool("send_action", {"store": "currency", "action": ".reload"})
            check(not sent.is_error and "#" in text(sent), text(sent))
            # The legacy protocol has no way to ask here: the client itself asks by the hints.
            check(len(asked) - before == (0 if mode == "legacy" else 1), f"asked {asked[before:]}")
            if mode != "legacy":
                check("requests" in asked[-1], asked[-1])
                agrees = False
                declined = await client.call_tool("send_action", {"store": "currency", "action": ".reload"})
                check(declined.is_error and "declined" in text(declined), text(declined))
        resources = (await client.list_resources()).resources
        check([str(resource.uri) for resource in resources] == ["strobe://stores"], resources)
        check(len((await client.list_resource_templates()).resource_templates) == 4, "templates are missing")
        read = await client.read_resource("strobe://strobe-demo/turnstile/graph")
        check("stateDiagram-v2" in read.contents[0].text, read)
        check(len((await client.list_prompts()).prompts) == 4, "prompts are missing")
        prompt = await client.get_prompt("find_cause", {"store": "currency", "symptom": "the total is wrong"})
        check("blame_path" in prompt.messages[0].content.text, prompt)
        began = time.perf_counter()
        for _ in range(50):
            await client.call_tool("read_state", {"store": "profile"})
        print(f"mcp 2.3.0 {mode}{' control' if control else ''}: {version}, {(time.perf_counter() - began) * 20:.1f} ms a call")


for mode in ("legacy", "auto", "2026-07-28"):
    for control in (False, True):
        anyio.run(run, mode, control)
