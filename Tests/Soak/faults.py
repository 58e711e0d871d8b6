"""A server of all exchanges, by the first part of the path: two responses of Fixtures, then a faulty one.
Prints its URL."""
import gzip
import itertools
import pathlib
import socketserver
import time
from http.server import BaseHTTPRequestHandler

BOMB = gzip.compress(bytes(300_000_000))
COUNT = itertools.count()
FIXTURES = pathlib.Path(__file__).parents[2] / "Fixtures"


def recorded(target):
    """The first recorded response to a request."""
    path, _, query = target.partition("?")
    folder = FIXTURES / path.strip("/") / ",".join(sorted(filter(None, query.split("&"))))
    file = folder / "1.json"
    return file.read_bytes() if file.exists() else b"[]"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def head(self, *headers):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()

    def do_GET(self):
        number = next(COUNT)
        if number % 3 < 2:
            body = recorded(self.path)
            self.head(("Content-Length", len(body)))
            self.wfile.write(body)
            return
        self.close_connection = True
        FAULTS[number // 3 % len(FAULTS)](self)

    def endless(self):
        self.head(("Connection", "close"))
        for _ in range(2000):
            self.wfile.write(b"[0," * 20_000)

    def bomb(self):
        self.head(("Content-Encoding", "gzip"), ("Content-Length", len(BOMB)))
        self.wfile.write(BOMB)

    def truncated(self):
        self.head(("Content-Length", 100_000))
        self.wfile.write(b"[")

    def garbage(self):
        self.wfile.write(b"\0" * 1000)

    def drip(self):
        self.head(("Content-Length", 100_000))
        for _ in range(200):
            self.wfile.write(b"[")
            self.wfile.flush()
            time.sleep(0.05)

    def hang(self):
        time.sleep(10)


FAULTS = [
    Handler.endless, Handler.bomb, Handler.truncated, Handler.garbage, Handler.drip, Handler.hang
]


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 100

    def handle_error(self, request, address):
        pass  # The program has closed the connection.


server = Server(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
