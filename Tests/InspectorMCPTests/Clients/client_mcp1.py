"""The SDK of the protocol that most clients have today, mcp 1.30.0."""
import asyncio

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CompleteRequest  # noqa: F401  the SDK has completion
from mcp.types import PromptReference
from strobe_clients import BARE, check, tapped


async def run():
    command, arguments = tapped("mcp1", "--control")
    async with stdio_client(StdioServerParameters(command=command, args=arguments, env=BARE)) as (read, write):
        async with ClientSession(read, write) as session:
            opened = await session.initialize()
            check(opened.protocolVersion == "2025-11-25", opened.protocolVersion)
            check("list_stores" in opened.instructions, "no instructions")
            check(len((await session.list_tools()).tools) == 23, "tools are missing")
            stores = await session.call_tool("list_stores", {})
            check(len(stores.structuredContent["stores"]) == 8, stores)
            sent = await session.call_tool("send_action", {"store": "profile", "action": ".load"})
            check(not sent.isError and ".loading" in sent.content[0].text, sent)
            late = await session.call_tool("read_state", {"store": "profile", "at": "9999"})
            check(late.isError and "no such seq yet" in late.content[0].text, late)
            check("profile" in (await session.read_resource("strobe://stores")).contents[0].text, "no resource")
            prompt = await session.get_prompt("minimal_case", {"store": "profile", "condition": ".effect == nil"})
            check("minimize_history" in prompt.messages[0].content.text, prompt)
            names = await session.complete(PromptReference(type="ref/prompt", name="find_cause"), {"name": "store", "value": "pro"})
            check("profile" in names.completion.values, names)
            await session.send_ping()
    print("mcp 1.30.0: 2025-11-25")


asyncio.run(run())
