"""The official client of the Model Context Protocol against `causeway mcp`: `make test-mcp`.

Usage: test_mcp.py CAUSEWAY. Each test has a limit; the first failure ends with a traceback.
"""

import asyncio
import contextlib
import os
import re
import signal
import sys
import tempfile
import time

import jsonschema
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

causeway = os.path.abspath(sys.argv[1])


def stdio(*arguments):
    return stdio_client(StdioServerParameters(command=causeway, args=["mcp", *arguments]))


def remote(url, token):
    client = create_mcp_http_client(headers={"Authorization": f"Bearer {token}"})
    return streamable_http_client(url, http_client=client)


async def check(client, folder):
    """What every transport must do; `folder` is readable as files.*."""
    assert client.protocol_version in ("2025-11-25", "2025-06-18"), client.protocol_version
    assert client.server_info.name == "causeway"
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert "run_code" in tools and "network_status" in tools, sorted(tools)
    for tool in tools.values():
        assert re.fullmatch("[A-Za-z0-9_-]{1,64}", tool.name)
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        if tool.output_schema is not None:
            jsonschema.Draft202012Validator.check_schema(tool.output_schema)
    assert tools["network_status"].description
    assert "bridge.plugins" in tools["run_code"].description

    # The client itself compares the results with the schemas.
    status = await client.call_tool("network_status")
    assert not status.is_error, status
    assert status.structured_content["result"]
    listing = await client.call_tool("files_readdir", {"path": "", "directory": folder})
    assert not listing.is_error, listing
    assert "note.txt" in str(listing.structured_content)

    wrong = await client.call_tool("files_readdir", {"path": 7, "directory": folder})
    assert wrong.is_error and "INVALID_ARGUMENT" in wrong.content[0].text, wrong
    try:
        await client.call_tool("no_such_tool")
        raise AssertionError("an unknown tool was called")
    except MCPError as error:
        assert error.error.code == -32602, error

    code = "const list: number[] = [1, 2, 3];\nconsole.log('three');\nreturn list.map((n: number) => n * 2);"
    run = await client.call_tool("run_code", {"code": code})
    assert run.structured_content == {"log": "three\n", "result": [2, 4, 6]}, run
    run = await client.call_tool("run_code", {"code": "return await bridge.plugins.network.status()"})
    assert not run.is_error and run.structured_content["result"], run
    failed = await client.call_tool("run_code", {"code": "\nthrow new RangeError('far')"})
    assert failed.is_error and failed.structured_content["error"]["name"] == "RangeError", failed
    assert "code.ts:2" in failed.structured_content["error"]["stack"], failed

    # Calls go on at the same time, and one that is given up leaves the rest alone.
    slow = asyncio.create_task(client.call_tool("run_code", {"code": "await new Promise(() => {})"}))
    results = await asyncio.gather(*(client.call_tool("network_status") for _ in range(20)))
    assert not any(result.is_error for result in results)
    slow.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await slow
    assert not (await client.call_tool("network_status")).is_error


@contextlib.asynccontextmanager
async def http(*arguments):
    server = await asyncio.create_subprocess_exec(
        causeway, "mcp", "--http", "0", *arguments, stderr=asyncio.subprocess.PIPE
    )
    try:
        line = (await server.stderr.readline()).decode()
        yield re.search(r"http://\S+/mcp", line).group(0), re.search(r"token (\w+)\.", line).group(1)
    finally:
        server.send_signal(signal.SIGINT)
        assert await server.wait() == 0


async def request(url, head, body=b""):
    """One HTTP request as it stands; returns the status and the whole answer."""
    port = int(re.search(r":(\d+)/", url).group(1))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head.encode() + b"Connection: close\r\n\r\n" + body)
    answer = b""
    # A server that has answered does not read the rest of a request.
    with contextlib.suppress(ConnectionError):
        while part := await reader.read(65_536):
            answer += part
    writer.close()
    return int(answer.split()[1]) if answer else None, answer


async def check_refusals(url, token):
    """What a client of the protocol never sends."""
    authorization = f"Authorization: Bearer {token}"
    start = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}'

    def post(body, *headers, host="127.0.0.1", path="/mcp"):
        lines = [f"POST {path} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(body)}", *headers]
        if not any(line.lower().startswith("authorization") for line in headers):
            lines.append(authorization)
        if not any(line.lower().startswith("content-type") for line in headers):
            lines.append("Content-Type: application/json")
        return request(url, "\r\n".join(lines) + "\r\n", body)

    status, answer = await post(start, "Origin: http://localhost:8080")
    assert status == 200 and b"mcp-session-id" in answer.lower(), answer
    session = re.search(rb"mcp-session-id: (\w+)", answer).group(1).decode()
    assert (await post(start, "Origin: https://evil.example"))[0] == 403
    assert (await post(start, "Origin: http://localhost.evil.example"))[0] == 403
    assert (await post(start, "Origin: null"))[0] == 403
    assert (await post(start, host="evil.example"))[0] == 403
    for wrong in ("Bearer", f"Bearer {token[:-1]}", f"Bearer {token}0", f"Basic {token}", "Bearer " + "0" * len(token)):
        status, answer = await post(start, f"Authorization: {wrong}")
        assert status == 401 and b"www-authenticate: bearer" in answer.lower(), answer
    assert (await post(start, "Content-Type: text/plain"))[0] == 415
    assert (await post(start, path="/"))[0] == 404
    assert (await post(start, "Mcp-Session-Id: 0123"))[0] == 404
    assert (await post(start, "Mcp-Protocol-Version: 1999-01-01"))[0] == 400
    assert (await post(b"nonsense"))[0] == 400
    assert (await post(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'))[0] == 400
    assert (await post(b"[" * 100_000, f"Mcp-Session-Id: {session}"))[0] == 200
    huge = f"POST /mcp HTTP/1.1\r\nHost: localhost\r\n{authorization}\r\nContent-Type: application/json\r\n"
    assert (await request(url, f"{huge}Content-Length: {1 << 30}\r\n"))[0] == 413
    chunk = f"{5 << 20:x}\r\n".encode() + b" " * (5 << 20)
    assert (await request(url, f"{huge}Transfer-Encoding: chunked\r\n", chunk))[0] in (413, None)
    get = await request(url, f"GET /mcp HTTP/1.1\r\nHost: localhost\r\n{authorization}\r\nMcp-Session-Id: {session}\r\n")
    assert get[0] == 405 and b"allow: POST, DELETE" in get[1], get
    assert (await request(url, "nonsense\r\n"))[0] == 400
    delete = f"DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n{authorization}\r\nMcp-Session-Id: {session}\r\n"
    assert (await request(url, delete))[0] == 204
    assert (await request(url, delete))[0] == 404


async def check_strangers(url, token):
    """Whoever has no token neither keeps others out nor keeps a connection."""
    port = int(re.search(r":(\d+)/", url).group(1))
    began = time.monotonic()
    half = []
    for _ in range(300):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /mcp HTTP/1.1\r\nHost: loc")
        half.append((reader, writer))
    start = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}'
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(start)}\r\n"
    )
    assert (await request(url, head, start))[0] == 200
    assert time.monotonic() - began < 8
    # A byte now and then is no reason to stay.
    reader, writer = half[-1]

    async def trickle():
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b"a")
                await writer.drain()
                await asyncio.sleep(0.5)

    task = asyncio.create_task(trickle())
    for reader, _ in half:
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), 20)
    task.cancel()
    assert time.monotonic() - began < 20


async def check_flood():
    """Answers that nobody reads, lines without an end, and a client that goes away in the middle."""
    server = await asyncio.create_subprocess_exec(
        causeway, "mcp", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    server.stdin.write(b"x" * (20 << 20) + b"\n" + b"nonsense\n" * 50_000)
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(server.stdin.drain(), 2)
    server.stdin.write(b'{"jsonrpc":"2.0","id":"last","method":"ping"}\n')

    async def until_last():
        while b'"last"' not in (line := await server.stdout.readline()):
            assert b"-32700" in line, line

    await asyncio.wait_for(until_last(), 60)
    with open(f"/proc/{server.pid}/status") as status:
        peak = int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1))
    assert peak < 300_000, f"{peak} KiB"
    server.stdin.write(
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}\n'
        b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_code",'
        b'"arguments":{"code":"for (;;) await 0"}}}\n'
    )
    await server.stdout.readline()
    server.stdin.close()
    assert await asyncio.wait_for(server.wait(), 20) == 0


async def main():
    async def within(seconds, what, test):
        await asyncio.wait_for(test, seconds)
        print(f"test-mcp: {what}")

    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "note.txt"), "w") as note:
            note.write("A note.")
        options = ["--folder", f"notes={folder}"]

        async def over_stdio(mode):
            async with Client(stdio(*options), mode=mode) as client:
                await check(client, "notes")

        async def over_http(mode):
            async with http(*options) as (url, token):
                async with Client(remote(url, token), mode=mode) as client:
                    await check(client, "notes")

        async def refusals():
            async with http() as (url, token):
                await check_refusals(url, token)
                await check_strangers(url, token)

        await within(120, "stdio", over_stdio("legacy"))
        await within(120, "stdio, with a newer client's probe", over_stdio("auto"))
        await within(120, "HTTP", over_http("legacy"))
        await within(120, "HTTP, with a newer client's probe", over_http("auto"))
        await within(120, "HTTP requests that are refused", refusals())
        await within(120, "a flood, and a client that goes away", check_flood())
    print("test-mcp: all passed")


asyncio.run(main())
