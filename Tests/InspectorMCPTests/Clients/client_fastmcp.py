"""The client of fastmcp: lists, calls, prompts and resources."""
import asyncio

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from strobe_clients import BARE, check, tapped


async def run():
    command, arguments = tapped("fastmcp", "--structured", "all")
    async with Client(StdioTransport(command, arguments, env=BARE)) as client:
        check(len(await client.list_tools()) == 17, "tools are missing")
        stores = await client.call_tool("list_stores")
        check(len(stores.structured_content["stores"]) == 8, stores)
        state = await client.call_tool("read_state", {"store": "currency"})
        check("inputAmount" in state.content[0].text and state.structured_content["node"], state)
        check(len(await client.list_prompts()) == 4 and len(await client.list_resources()) == 1, "lists are short")
        check("currency" in (await client.read_resource("strobe://stores"))[0].text, "no resource")
    print("fastmcp: called")


asyncio.run(run())
