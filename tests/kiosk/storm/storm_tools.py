# SPDX-License-Identifier: MIT
"""A real kiosk to be mistreated: started, asked, killed; and results to send it."""
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time

failures = []


def expect(holds, words):
    if not holds:
        failures.append(words)
        print("FAILED: " + words, flush=True)


def finish():
    print("%d failures" % len(failures) if failures else "all is well")
    sys.exit(1 if failures else 0)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Kiosk:
    """`seedpress-kiosk serve` on a database; it may be started again and again at its port."""

    def __init__(self, program, database):
        self.program, self.database, self.port = program, database, free_port()
        self.process = self.environment = None

    def start(self, *more):
        """Returns when the kiosk says that it is open."""
        self.process = subprocess.Popen(
            [self.program, "serve", "--db", self.database, "--port", str(self.port), *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        line = self.process.stdout.readline()
        if "is open" not in line:
            raise RuntimeError("the kiosk does not start: " + self.process.communicate()[1])
        return self

    def kill(self):
        """As a power cut does, without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.reap()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        expect(self.reap() == 0, "the kiosk ends cleanly")

    def reap(self):
        status = self.process.wait(180)
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


class Line:
    """A connection that is kept and opened again; `ask` raises OSError or HTTPException when it breaks."""

    def __init__(self, kiosk, timeout=60):
        self.kiosk, self.timeout, self.link, self.headers = kiosk, timeout, None, {}

    def ask(self, method, path, body=None):
        """Answers (status, JSON or bytes)."""
        if self.link is None:
            self.link = http.client.HTTPConnection("127.0.0.1", self.kiosk.port, timeout=self.timeout)
        try:
            self.link.request(method, path, body if body is None or isinstance(body, bytes) else json.dumps(body),
                              self.headers)
            answer = self.link.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        cookie = (answer.headers.get_all("Set-Cookie") or [None])[-1]
        if cookie:
            self.headers["Cookie"] = cookie.split(";")[0]
        return answer.status, json.loads(data) if answer.getheader("Content-Type") == "application/json" else data

    def close(self):
        if self.link is not None:
            self.link.close()
        self.link = None

    def log_in(self, password="a long password"):
        """The first one sets the password."""
        for path, body in (("/api/login", {"password": password}), ("/api/password", {"new": password})):
            status, said = self.ask("POST", path, body)
            if status == 200:
                self.headers["X-Seedpress-Token"] = said["token"]
                return
        raise RuntimeError("no password is taken: %r" % said)


def pad(code):
    """A tournament of Chip It for three, as plenty.c has its tables."""
    return {"game": "chipit", "code": code, "players": [{"name": "Ana"}, {"name": "Bo"}, {"name": "Cy"}],
            "games": [[0, 1, 2], [1, 0, 2], [2, 1, 0]]}


def casual(number):
    """Laundry without a code: any number of them may be played."""
    values = {"underwear": 1, "bra": 1, "pants": 2, "shirt": 2, "bedsheet": 3, "pillowcase": 3}
    return {"game": "laundry", "players": [
        {"name": "Di %d" % number, "values": values, "score_dryer": ["sock", "sock"], "no_score_dryer": []},
        {"name": "Ed", "values": values, "score_dryer": ["shirt"], "no_score_dryer": ["bra"]}]}


def make_manifest(program, file, rounds, tables):
    """Writes one with plenty of tables; returns their codes."""
    with open(file, "w") as out:
        subprocess.run([program, str(rounds), str(tables)], stdout=out, check=True)
    with open(file) as text:
        return [piece["code"] for piece in json.load(text)["pieces"]]


def wait_until(holds, seconds):
    """Whether it does within this many seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.05)
    return holds()


def programs():
    return [os.path.abspath(path) for path in sys.argv[1:3]]
