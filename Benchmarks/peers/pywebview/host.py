"""python3 host.py DRIVER: the page awaits pywebview.api, whose methods pywebview runs on threads."""

import json
import os
import queue
import sys
from importlib.metadata import version

import webview

# The method, the kind of value, and the method of plain C to compare with.
OFFERS = [
    {"name": "number", "kind": "number", "beside": "number.thread"},
    {"name": "struct", "kind": "struct", "beside": "json.within"},
]

PAGE = """<!doctype html><body><script>
globalThis.host = { now: () => performance.now(), methods: {} };
%s
const go = (order) => bench.run(...order).then(
  (nanoseconds) => pywebview.api.answer({ nanoseconds }),
  (error) => pywebview.api.answer({ error: String(error) }));
window.addEventListener("pywebviewready", () => {
  for (const { name } of %s) host.methods[name] = (value) => pywebview.api.echo(value);
  pywebview.api.answer("ready");
});
</script>"""


class API:
    """The methods for the page."""

    def __init__(self):
        self._answers = queue.Queue()

    def echo(self, value):
        return value

    def answer(self, value):
        self._answers.put(value)


def serve(window, api):
    """Runs the driver's loops, one for each line of standard input."""
    api._answers.get()
    print(json.dumps({"peer": "pywebview " + version("pywebview"), "offers": OFFERS}), flush=True)
    for order in sys.stdin:
        window.evaluate_js("void go(%s)" % order)
        print(json.dumps(api._answers.get()), flush=True)
    window.destroy()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        driver = file.read()
    api = API()
    page = PAGE % (driver, json.dumps(OFFERS))
    window = webview.create_window("peer", html=page, js_api=api)
    webview.start(serve, (window, api), gui="gtk")
    # A thread of pywebview may still wait for the closed page, and Python would wait for that thread.
    os._exit(0)


main()
