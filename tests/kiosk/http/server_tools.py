# SPDX-License-Identifier: MIT
"""A web server of its own for a test, as strangers meet it. A test's arguments are
    SERVER-HOST SEEDPRESS-KIOSK ..."""
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile

HOST, KIOSK = (os.path.abspath(path) for path in sys.argv[1:3])
WHERE = tempfile.TemporaryDirectory()
TIMEOUT_S = 10  # seconds: a busy machine is no slow client
MINUTES = 120  # seconds after which something does not come any more: nobody waits so long where all is well
failures = []


def expect(holds, words):
    if not holds:
        failures.append(words)
        print("FAILED: " + words, flush=True)


class Host:
    """A server of its own for each test, which must end cleanly."""

    def __init__(self, name, *more, patience=TIMEOUT_S):
        self.database = os.path.join(WHERE.name, name + ".db")
        self.process = subprocess.Popen([HOST, self.database, str(patience), *more], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())
        self.code = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        expect(self.process.wait(MINUTES) == 0, "the server ends cleanly")
        self.process.stdout.close()

    def ask(self, method, path, body=None, headers=None):
        """Answers (status, headers in lower case, body)."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=MINUTES)
        line.request(method, path, body, headers or {})
        answer = line.getresponse()
        told = (answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        line.close()
        return told

    def raw(self, data=b""):
        line = socket.create_connection(("127.0.0.1", self.port), timeout=MINUTES)
        line.sendall(data)
        return line

    def raw_status(self, data):
        line = self.raw(data)
        status = status_of(line)
        line.close()
        return status


def status_of(line):
    """The status of the answer on a raw socket; 0 when it was closed without one."""
    data = b""
    try:
        while b"\r\n" not in data:
            more = line.recv(4096)
            if not more:
                break
            data += more
    except ConnectionResetError:
        pass
    found = re.match(rb"HTTP/1\.[01] (\d+)", data)
    return int(found.group(1)) if found else 0


def is_refused(answer, status, kind):
    try:
        said = json.loads(answer[2])
    except ValueError:
        said = {}
    expect(answer[0] == status and said.get("kind") == kind and len(said.get("error", "")) > 9,
           "%d %s expected, not %r" % (status, kind, answer))


def finish():
    """The end of a test: its status says whether all was as expected."""
    WHERE.cleanup()
    sys.exit("%d failed" % len(failures) if failures else 0)
