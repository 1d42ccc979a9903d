"""Debugs a program by a client of the Debug Adapter Protocol that others wrote: dap-python, which checks each message's types.

Usage: client.py CAUSEWAY
"""

import os
import subprocess
import sys
import tempfile

from dap.base import ErrorResponse
from dap.client import Client

PROGRAM = """\
interface Point { x: number; y: number }
function length(point: Point): number {
  const sum: number = point.x * point.x + point.y * point.y;
  return Math.sqrt(sum);
}
for (const point of [{ x: 3, y: 4 }, { x: 6, y: 8 }]) console.log(length(point));
await new Promise((resolve) => setTimeout(resolve, 1));
throw new TypeError("end");
"""
LIMIT_SECONDS = 60


class Acknowledged:
    """An answer without a body."""

    def __init__(self, command):
        self.command = command


class Adapter:
    """Runs `causeway dap`, and hands over what the client makes of its messages."""

    def __init__(self, command):
        self.process = subprocess.Popen([command, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.client = Client("causeway")
        self.check_body = self.client.handler.handle_response
        self.client.handler.handle_response = self.handle_response
        self.check_event = self.client.handler.handle_event
        self.client.handler.handle_event = self.handle_event
        self.messages = []
        self.output = ""

    def next(self, *names):
        """The next message of one of these types; others that come before it are kept."""
        while True:
            self.flush()
            for index, message in enumerate(self.messages):
                if type(message).__name__ in names:
                    return self.messages.pop(index)
                if isinstance(message, ErrorResponse):
                    raise AssertionError(f"refused: {message}")
            data = os.read(self.process.stdout.fileno(), 65536)
            assert data, f"the adapter has ended; expected {names}"
            for message in self.client.receive(data):
                if type(message).__name__ == "OutputEvent":
                    self.output += message.output
                self.messages.append(message)

    def handle_response(self, response):
        """This version of the client expects all of a response in the body of one that may have none, and misspells a name."""
        if response.success and (not response.body or response.command == "setExceptionBreakpoints"):
            assert self.client._pending_requests.pop(response.request_seq).command == response.command
            return Acknowledged(response.command)
        if response.success and response.command == "exceptionInfo":
            response.body["exceptionID"] = response.body["exceptionId"]
        return self.check_body(response)

    def handle_event(self, event):
        """This version of the client expects texts where the protocol has the numbers of breakpoints."""
        if event.event == "stopped":
            event.body["hitBreakpointIds"] = [str(number) for number in event.body.get("hitBreakpointIds", [])]
        return self.check_event(event)

    def flush(self):
        data = self.client.send()
        if data:
            self.process.stdin.write(data)
            self.process.stdin.flush()


def check(name, found, expected):
    assert found == expected, f"{name}: {found!r} instead of {expected!r}"
    print(f"{name}: {found}")


def main(command):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "main.ts")
        with open(path, "w") as file:
            file.write(PROGRAM)
        debug(Adapter(command), path)


def debug(adapter, path):
    client = adapter.client
    check("conditional breakpoints", adapter.next("Initialized").supportsConditionalBreakpoints, True)
    client.send_request("launch", {"program": path})
    adapter.next("InitializedEvent")
    client.set_breakpoints({"path": path}, [{"line": 4, "condition": "point.x > 3"}])
    check("breakpoints", len(adapter.next("SetBreakpointsResponse").breakpoints), 1)
    client.set_exception_breakpoints(["uncaught"], None, None)
    client.configuration_done()
    stopped = adapter.next("StoppedEvent")
    check("stopped by", stopped.reason, "breakpoint")
    client.threads()
    check("threads", [thread.id for thread in adapter.next("ThreadsResponse").threads], [stopped.threadId])
    client.stack_trace(stopped.threadId)
    frames = adapter.next("StackTraceResponse").stackFrames
    check("frame", (frames[0].name, frames[0].line, frames[0].source.path == path), ("length", 4, True))
    client.scopes(frames[0].id)
    scopes = adapter.next("ScopesResponse").scopes
    variables = {}
    for scope in scopes:
        if scope.expensive:
            continue
        client.variables(scope.variablesReference)
        variables |= {one.name: one for one in adapter.next("VariablesResponse").variables}
    check("sum", variables["sum"].value, "100")
    client.variables(variables["point"].variablesReference)
    check("point.y", {one.name: one.value for one in adapter.next("VariablesResponse").variables}["y"], "8")
    client.evaluate("sum + 1", frame_id=frames[0].id, context="watch")
    check("sum + 1", adapter.next("EvaluateResponse").result, "101")
    client.next(stopped.threadId)
    check("step by", adapter.next("StoppedEvent").reason, "step")
    client.continue_(stopped.threadId)
    adapter.next("Continued")
    check("stopped by", adapter.next("StoppedEvent").reason, "exception")
    client.exception_info(stopped.threadId)
    check("exception", adapter.next("ExceptionInfoResponse").description, "TypeError: end")
    client.continue_(stopped.threadId)
    check("exit code", adapter.next("ExitedEvent").exitCode, 1)
    adapter.next("TerminatedEvent")
    check("output", adapter.output.splitlines()[:2], ["5", "10"])
    adapter.process.stdin.close()
    check("the adapter ends with", adapter.process.wait(LIMIT_SECONDS), 0)


if __name__ == "__main__":
    import signal

    signal.alarm(LIMIT_SECONDS)
    main(sys.argv[1])
