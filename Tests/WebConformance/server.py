"""Serves the suite: its files, and its handlers, which are Python files that expect the suite's own server.

server.py SUITE prints its two ports as JSON and serves until its standard input ends.
"""

import base64
import importlib.util
import json
import os
import socketserver
import sys
import threading
import types
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, unquote, urlsplit

suite = os.path.realpath(sys.argv[1])
stash = {}
lock = threading.Lock()


def encode(text):
    return text if isinstance(text, bytes) else text.encode("iso-8859-1")


def decode(data):
    return data if isinstance(data, str) else data.decode("iso-8859-1")


def json_handler(main):
    return lambda request, response: ([(b"Content-Type", b"application/json")], json.dumps(main(request, response)))


# The modules that handlers import.
for name, members in {
    "wptserve": {},
    "wptserve.utils": {"isomorphic_encode": encode, "isomorphic_decode": decode},
    "wptserve.handlers": {"json_handler": json_handler},
}.items():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)


class Values(dict):
    """Lists of values by name: those of a query or of a form."""

    def __init__(self, text):
        super().__init__()
        for name, value in parse_qsl(text, keep_blank_values=True, encoding="iso-8859-1"):
            self.setdefault(encode(name), []).append(encode(value))

    def __getitem__(self, name):
        return self.first(name)

    def first(self, name, *default):
        return super().__getitem__(name)[0] if name in self or not default else default[0]


class RequestHeaders:
    def __init__(self, message):
        self.values = {}
        for name, value in message.items():
            self.values.setdefault(name.lower(), []).append(encode(value))

    def __contains__(self, name):
        return decode(name).lower() in self.values

    def __iter__(self):
        return (encode(name) for name in self.values)

    def get(self, name, default=None):
        values = self.values.get(decode(name).lower())
        return default if values is None else b", ".join(values)


class Stash:
    """Values that a later request takes, by the path of the handler."""

    def __init__(self, path):
        self.path = path

    def put(self, key, value, path=None):
        with lock:
            stash[(path or self.path, decode(key))] = value

    def take(self, key, path=None):
        with lock:
            return stash.pop((path or self.path, decode(key)), None)


class ResponseHeaders(list):
    def set(self, name, value):
        self[:] = [pair for pair in self if pair[0].lower() != encode(name).lower()]
        self.append((encode(name), encode(str(value) if isinstance(value, int) else value)))


class Response:
    def __init__(self, handler):
        self.handler = handler
        self.headers = ResponseHeaders()
        self.status = 200
        self.is_started = False
        self.writer = self

    def set_error(self, status, message):
        self.status = (status, message)

    def write_status_headers(self):
        self.is_started = True
        self.handler.close_connection = True
        code, text = self.status if isinstance(self.status, tuple) else (self.status, None)
        text = self.handler.responses.get(code, ("",))[0] if text is None else text
        lines = [b"HTTP/1.1 %d %s" % (int(code), encode(text)), *(encode(n) + b": " + encode(v) for n, v in self.headers)]
        self.write(b"\r\n".join([*lines, b"Connection: close", b"", b""]))

    def write(self, data):
        try:
            self.handler.wfile.write(encode(data))
            return True
        except OSError:
            return False

    write_content = write

    def finish(self, result):
        """Sends what a handler has returned: a body, headers and a body, or a status, headers and a body."""
        if self.is_started:
            return
        body = result
        if isinstance(result, tuple):
            *status, headers, body = result
            self.status = status[0] if status else self.status
            self.headers.extend(headers)
        body = encode(body or b"")
        if not any(encode(name).lower() == b"content-length" for name, _ in self.headers):
            self.headers.append((b"Content-Length", b"%d" % len(body)))
        self.write_status_headers()
        if self.handler.command != "HEAD":
            self.write(body)


def partition(handler, query):
    """Counts the requests and the connections with one key, and answers with the status that is asked for."""
    key = ("partition", query[b"uuid"])
    with lock:
        requests, connections = stash.get(key, (0, frozenset()))
        requests, connections = requests + 1, connections | {handler.client_address}
        stash[key] = (requests, connections)
    text = f"ok. Request was sent {requests} times. {len(connections)} connections were created."
    return int(decode(query[b"status"])), [], text


# What the packages lack of the suite: pages of plain headers, and three handlers.
plain = {
    "header-content-length": ["Content-Length: 0"],
    "header-content-length-twice": ["Content-Length: 0", "Content-Length: 0"],
    "headers-basic": ["foo-test: 1", "foo-test: 2", "foo-test: 3"],
    "headers-double-empty": ["double-trouble: ", "double-trouble: "],
    "headers-some-are-empty": ["heya: ", "heya: \v\f", "heya: 1", "heya: ", "heya: ", "heya: 2"],
    "headers-www-authenticate": ["www-authenticate: 1, 2", "www-authenticate: 3", "www-authenticate: 4"],
}
missing = {
    **{
        f"/xhr/resources/{name}.asis": lambda handler, query, lines=lines: (200, [line.split(": ", 1) for line in lines], b"")
        for name, lines in plain.items()
    },
    "/xhr/resources/echo-headers.py": lambda handler, query: (200, [], str(handler.headers)),
    "/xhr/resources/parse-headers.py":
        lambda handler, query: (200, [("My-Custom-Header", query[b"my-custom-header"])], b""),
    "/fetch/connection-pool/resources/network-partition-key.py": partition,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def read_body(self):
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length", 0)))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def answer(self):
        parts = urlsplit(f"http://{self.headers.get('host')}{self.path}")
        file = os.path.realpath(os.path.join(suite, unquote(parts.path).lstrip("/")))
        response = Response(self)
        body = self.read_body()
        if handle := missing.get(parts.path):
            return response.finish(handle(self, Values(parts.query)))
        if not file.startswith(suite + os.sep) or not os.path.isfile(file):
            response.status = 404
            return response.finish(b"not found")
        if not file.endswith(".py"):
            if os.path.exists(file + ".headers"):
                with open(file + ".headers", encoding="iso-8859-1") as lines:
                    response.headers.extend(line.rstrip("\n").split(": ", 1) for line in lines if ": " in line)
            with open(file, "rb") as content:
                return response.finish(content.read())
        scheme, _, credentials = self.headers.get("authorization", "").partition(" ")
        pair = decode(base64.b64decode(credentials)) if scheme.lower() == "basic" else ""
        user, _, password = pair.partition(":")
        request = types.SimpleNamespace(
            method=self.command, url_parts=parts, body=body, headers=RequestHeaders(self.headers), GET=Values(parts.query),
            POST=Values(decode(body)), server=types.SimpleNamespace(stash=Stash(parts.path)),
            auth=types.SimpleNamespace(username=encode(user) if pair else None, password=encode(password) if pair else None))
        spec = importlib.util.spec_from_file_location("handler", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        response.finish(module.main(request, response))

    def __getattr__(self, name):
        # Tests send methods of any name.
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request, client_address):
        # Tests close connections within responses.
        pass


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    servers = [Server(("127.0.0.1", 0), Handler) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps([server.server_address[1] for server in servers]), flush=True)
    sys.stdin.read()
