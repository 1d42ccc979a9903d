"""python3 host.py DRIVER: JavaScript awaits `async` functions in Python, which asyncio runs on the same thread."""

import asyncio
import importlib.util
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

# The method, the kind of value, and the method of plain C to compare with.
OFFERS = [
    {"name": "number, async function", "kind": "number", "beside": "number.queued"},
    {"name": "struct, async function", "kind": "struct", "beside": "json.within"},
]


async def number(x):
    return x


async def struct(value):
    """Reads every field: the dictionary is a proxy of the JavaScript object, and would be returned as that."""
    return {"x": value["x"], "label": value["label"], "list": [*value["list"]]}


def engine():
    """Only the extension: the rest of the package is `require` and its modules, which npm installs."""
    package = Path(importlib.util.find_spec("pythonmonkey").origin).parent
    spec = importlib.util.spec_from_file_location("pythonmonkey", package / "pythonmonkey.so")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def main():
    monkey = engine()
    monkey.eval("globalThis").host = {
        "now": lambda: time.perf_counter() * 1000,
        "methods": dict(zip((offer["name"] for offer in OFFERS), (number, struct))),
    }
    # If it is muted, a rejection without a handler is passed to a part of the package that is missing, which crashes.
    monkey.eval(Path(sys.argv[1]).read_text(encoding="utf-8"), {"mutedErrors": True})
    run = monkey.eval("""(order) => bench.run(...JSON.parse(order)).then(
      (nanoseconds) => JSON.stringify({ nanoseconds }),
      (error) => JSON.stringify({ error: String(error) }))""")
    print(json.dumps({"peer": "PythonMonkey " + version("pythonmonkey"), "offers": OFFERS}), flush=True)
    while order := await asyncio.to_thread(sys.stdin.readline):
        print(await run(order), flush=True)


asyncio.run(main())
