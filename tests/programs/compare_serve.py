# SPDX-License-Identifier: MIT
"""Two kiosks, one of each version, that are asked the same: every route, by everybody and by the organiser, with good
bodies and broken ones. And a database of the older version in the hands of both."""
import http.client
import io
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.parse
import zipfile

from compare_commands import (GAMES, KEY, PLAYERS, broken_json, damage_bytes, damage_json, damage_kit, damage_text, dice_of,
                              some_codes, some_kit, some_layouts, some_pictures, some_result, times)
from compare_tools import Answer, Case

PASSWORD = "a long password"
PROXY = "127.0.0.2"
# A print that is not there after this many seconds counts as missing.
TIMEOUT_S = 60
KIT = """[event]
name = Comparison
date = Saturday
seed = 271828182845
key = event.key
url = http://192.168.1.5:8080/
[round 1]
game = coupons
players = 4 x 1, 3 x 1
spares = 1
[round 2]
game = laundry
tables = 2
dealt = yes
[round 3]
game = clips
tables = 2
sides = 2
rule.poop_set = bonus
[round 4]
game = chipit
tables = 2
players = 3
"""


class Request:
    """What was asked, for the report."""
    is_random = False

    def __init__(self, who, method, path, body, note=""):
        self.who, self.method, self.path, self.body, self.note = who, method, path, body, note

    def what(self):
        """Which route it is, without what is a name or a number in it."""
        return self.method + " " + re.sub(r"[^/.]*[0-9%][^/.]*|/x", "*", self.path.split("?")[0])

    def __str__(self):
        text = f"{self.who} {self.method} {self.path}"
        if self.body is not None:
            text += f" {self.body[:600]!r}"
        return text + self.note


class Kiosk:
    """One version, serving its own database; people who ask it keep their cookies and token."""

    def __init__(self, programs, folder):
        self.programs, self.folder, self.process = programs, folder, None
        self.program = programs.path["seedpress-kiosk"]
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.headers = {"here": {}, "organiser": {}}

    def start(self, *more):
        environment = {**os.environ, "HOME": self.folder, "XDG_DATA_HOME": self.folder, **self.programs.environment()}
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen([self.program, "serve", "--db", "kiosk.db", "--port", str(self.port), *more], cwd=self.folder,
                                            env=environment, stdout=subprocess.PIPE, stderr=log)
        line = self.process.stdout.readline()
        if b"is open" not in line:
            raise RuntimeError(f"{self.program} does not start: {line!r}, see {self.folder}/log")

    def stop(self):
        self.process.terminate()
        return self.process.wait(60)

    def ask(self, who, method, path, body, headers):
        """One answer; prints and pictures that are still being made are asked for again."""
        until = time.monotonic() + TIMEOUT_S
        headers = {"Accept-Language": self.programs.language, **headers}
        own = self.headers.get(who, {"X-Forwarded-For": who})
        while True:
            # The others come through a proxy at an address of its own, so that the organiser is at the kiosk itself.
            link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S,
                                              source_address=None if who in self.headers else (PROXY, 0))
            try:
                link.request(method, path, body, {**own, **headers})
                answer = link.getresponse()
                data = answer.read()
            except (OSError, http.client.HTTPException) as error:
                return Answer(type(error).__name__, b"")
            finally:
                link.close()
            if answer.status not in (202, 429) or method != "GET" or time.monotonic() > until:
                break
            time.sleep(0.1)
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            cookies = dict(one.split("=", 1) for one in own.get("Cookie", "").split("; ") if one)
            cookies[name] = value
            own["Cookie"] = "; ".join("=".join(one) for one in cookies.items())
        if answer.getheader("Content-Type") == "application/zip":
            # Times are in it.
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                data = "".join(f"{one.filename} {one.CRC:x}\n" for one in archive.infolist()).encode()
        if answer.getheader("Content-Type", "").startswith("text/html"):
            # The page has tests of its own.
            data = b""
        data = data.replace(b":%d" % self.port, b":PORT").replace(self.folder.encode(), b"FOLDER")
        data = re.sub(rb"pass\.[\w.-]+", b"pass", data)
        data = re.sub(rb"20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?", b"TIME", data)
        kept = {name: answer.getheader(name) for name in ("Content-Type", "Content-Disposition", "Cache-Control", "Allow", "Location",
                                                          "X-Content-Type-Options", "Content-Security-Policy", "Connection")}
        return Answer(answer.status, data, kind=str({name: value for name, value in kept.items() if value}))


class Pair:
    """Two kiosks that are asked the same; what was asked and answered goes to `done`."""

    def __init__(self, kiosks, dice):
        self.kiosks, self.dice, self.far = kiosks, dice, 0

    def somebody(self):
        """Somebody who has never asked before, so that no limit is reached."""
        self.far += 1
        return f"10.{self.far >> 16 & 255}.{self.far >> 8 & 255}.{self.far & 255}"

    def ask(self, who, method, path, body=None, note="", **headers):
        if who == "far":
            who = self.somebody()
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        answers = [kiosk.ask(who, method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
                   for kiosk in self.kiosks]
        return Request(who, method, path, body, note), answers[0], answers[1]

    def log_in(self):
        for kiosk in self.kiosks:
            for path, body in (("/api/login", {"password": PASSWORD}), ("/api/password", {"new": PASSWORD})):
                answer = kiosk.ask("organiser", "POST", path, json.dumps(body).encode(), {})
                if answer.status == 200:
                    kiosk.headers["organiser"]["X-Seedpress-Token"] = json.loads(answer.output)["token"]
                    break
            else:
                raise RuntimeError(f"no password is taken: {answer.output!r}")


def start_pair(programs, folder, dice, *more):
    kiosks = []
    for name, version in zip(("old", "new"), programs):
        where = os.path.join(folder, name)
        os.makedirs(where, exist_ok=True)
        kiosk = Kiosk(version, where)
        kiosk.start(*more)
        kiosks.append(kiosk)
    return Pair(kiosks, dice)


def make_event(programs, folder):
    """A small kit with a key: its manifest and what was printed."""
    with open(os.path.join(folder, "event.key"), "wb") as file:
        file.write(KEY)
    with open(os.path.join(folder, "a.kit"), "w", encoding="utf-8") as file:
        file.write(KIT)
    programs[0].run("seedpress", "kit", "a.kit", "--output", "kit", "--bundle", "round", cwd=folder)
    with open(os.path.join(folder, "kit", "manifest.json"), encoding="utf-8") as file:
        return json.load(file)


def bad_bodies(dice, good, how_many):
    """Bodies that are nearly right, or no JSON at all."""
    for i in range(how_many):
        if i % 4:
            yield json.dumps(damage_json(dice, good)).encode()
        else:
            yield broken_json(dice, json.dumps(good)).encode()


PLACES = ["/", "/print", "/help", "/standings", "/screen", "/where", "/organise", "/entry/1", "/table/1/1", "/c/x", "/favicon.ico", "/favicon.svg",
          "/nothing", "/page/", "/page/nothing.js", "/api", "/api/", "/api/nothing", "/api/kiosk", "/api/standings", "/api/standings?round=1",
          "/api/standings?round=0", "/api/standings?round=x", "/api/standings?round=16", "/api/results", "/api/results?search=Ana",
          "/api/results?before=3", "/api/results?before=x", "/api/where?name=Ana", "/api/where?name=Person%201", "/api/where", "/api/where?name=",
          "/api/where?name=son", "/api/changes", "/api/event", "/api/kit", "/kit/all.zip", "/kit/nothing.pdf", "/kit/event.kit", "/kit/event.key",
          "/kit/..%2fx", "/api/print/games", "/standings.csv", "/standings.csv?round=1&excel=yes", "/standings.pdf", "/standings.pdf?round=2",
          "/results.csv", "/results.csv?excel=yes", "/results.json", "/address.svg", "/certificates.pdf?top=3", "/certificates.pdf?top=x",
          "/certificates.pdf", "/seating.pdf?round=1", "/seating.pdf?round=9", "/seating.pdf", "/cards.pdf?round=1&tables=1-2",
          "/cards.pdf?round=1&tables=9", "/cards.pdf?tables=x", "/cards.pdf", "/labels.pdf?round=1", "/labels.pdf?round=0", "/review/1.json",
          "/review/1.svg", "/review/1.pdf", "/review/x.json", "/review/1.gif", "/score/1.pdf", "/score/x.pdf", "/score/9999.pdf",
          *(f"/api/entry/{i}" for i in (0, 1, 2, 3, 5, 9, 99, "x", "1x", "-1", "99999999999999999999")),
          *(f"/api/table/{i}" for i in ("1/1", "1/2", "1/3", "2/1", "3/2", "4/1", "4/9", "9/1", "x/1", "1", "1/1/1", "0/0"))]


def ask_everything(pair, options, codes):
    """Every address with GET, by the three kinds of people; the organiser last."""
    dice = pair.dice
    for who in ("here", "far", "organiser"):
        for place in dice.sample(PLACES, min(len(PLACES), max(25, times(options, 10 * len(PLACES))))):
            yield pair.ask(who, "GET", place)
        for code in dice.sample(codes, min(len(codes), times(options, 12))):
            damaged = urllib.parse.quote(damage_text(dice, code))
            for text in (code, code.lower(), damaged):
                yield pair.ask("far" if who == "here" else who, "GET", f"/api/piece/{text}")
            yield pair.ask(who, "GET", f"/sheet/{code}.svg")
            yield pair.ask("far" if who == "here" else who, "GET", f"/sheet/{damaged}.svg")
            yield pair.ask(who, "GET", f"/api/draft/{code}")
    for method in ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "X"):
        for place in dice.sample(PLACES, 10):
            yield pair.ask("here", method, place)
    for place in dice.sample(PLACES, 20):
        yield pair.ask("here", "GET", place, Host="evil.example")
        yield pair.ask("here", "GET", place, Accept="text/html")
        yield pair.ask("far", "POST", place, b"{}", Origin="http://evil.example")


def routes(programs, folder, options):
    """An event from the first address that is asked for to its last correction."""
    dice = dice_of(options, "routes")
    manifest = make_event(programs, folder)
    pair = start_pair(programs, folder, dice, "--trusted-proxy", PROXY)
    try:
        yield from run_event(programs, folder, options, pair, manifest)
    finally:
        ends = [kiosk.stop() for kiosk in pair.kiosks]
    yield Request("here", "SIGTERM", "", None), Answer(ends[0], b""), Answer(ends[1], b"")
    yield from older_database(programs, folder, dice)


def run_event(programs, folder, options, pair, manifest):
    dice = pair.dice
    casual = some_codes(programs, dice, 20)
    yield from ask_everything(pair, options, casual)
    # Without a password nobody is the organiser.
    for path in ("/api/event/people", "/api/event/manifest", "/api/correct", "/api/kit/plan", "/api/verify", "/api/logout"):
        yield pair.ask("far", "POST", path, {})
    for body in bad_bodies(dice, {"password": "wrong"}, 6):
        yield pair.ask("far", "POST", "/api/login", body)
    pair.log_in()
    good = {"manifest": manifest, "key": KEY.decode().strip()}
    for body in bad_bodies(dice, good, times(options, 25)):
        yield pair.ask("organiser", "POST", "/api/event/manifest", body)
    yield pair.ask("organiser", "POST", "/api/event/manifest", {"manifest": manifest, "key": "ff" * 32})
    yield pair.ask("organiser", "POST", "/api/event/manifest", {"manifest": manifest, "key": None})
    yield pair.ask("organiser", "POST", "/api/event/manifest", good)
    people = {"people": [{"id": 0, "name": f"Person {i}", "club": f"Club {i % 3}", "gone": False} for i in range(1, 8)]}
    yield pair.ask("organiser", "POST", "/api/event/people", people)
    for body in bad_bodies(dice, people, times(options, 30)):
        yield pair.ask("organiser", "POST", "/api/event/people", body)
    for text in ("name,club\nAna,North\nBo,South\n", "name,club\nAna,North\nAna,North\n", "", "\0", "name\n" * 4, "first,last\nCy,Dee\n", "a;b\nEd;x\n"):
        for columns in (None, ["name", "club"], ["first", "last"], ["nothing"], "x"):
            body = {"csv": text} if columns is None else {"csv": text, "columns": columns}
            yield pair.ask("organiser", "POST", "/api/event/people", body)
        for encoding in ("utf-8", "utf-16", "latin-1"):
            yield pair.ask("organiser", "POST", "/api/event/list", text.encode(encoding))
    seats = {"round": 1, "how": "hand", "why": "so", "seats": [{"table": 1, "seat": i, "person": i + 1} for i in range(4)] +
             [{"table": 2, "seat": i, "person": i + 5} for i in range(3)]}
    for body in bad_bodies(dice, seats, times(options, 30)):
        yield pair.ask("organiser", "POST", "/api/event/seats", body)
    yield pair.ask("organiser", "POST", "/api/event/seats", seats)
    for round_, tables in ((2, ((1, 2), (3, 4))), (3, ((5, 6), (7, 1))), (4, ((1, 2, 3), (4, 5, 6)))):
        yield pair.ask("organiser", "POST", "/api/event/seats", {"round": round_, "how": "hand", "seats": [
            {"table": i + 1, "seat": j, "person": person} for i, table in enumerate(tables) for j, person in enumerate(table)]})
    for good in ({"round": 2, "name": "Renamed"}, {"scheme": {"by": "placing", "points": [4, 2, 1], "ties": ["wins", "met"]}}, {"scheme": {"by": "total"}},
                 {"clock": {"minutes": 40}}, {"clock": None}, {"casual": True, "printing": True}):
        for body in bad_bodies(dice, good, times(options, 6)):
            yield pair.ask("organiser", "POST", "/api/event/settings", body)
        yield pair.ask("organiser", "POST", "/api/event/settings", good)
    yield pair.ask("organiser", "POST", "/api/event/settings", {"casual": True, "printing": True, "clock": None})
    yield from enter_results(programs, folder, options, pair, manifest, casual)
    yield from ask_for_prints(programs, options, pair, casual)
    yield from show_photos(programs, folder, options, pair, casual)
    yield from plan_kits(options, pair)
    # Last, since they change who is there.
    for good in ({"people": [1, 2], "here": True}, {"people": [3], "here": False}, {"people": [9999], "here": True}, {"people": [5]}):
        path = "/api/event/here" if "here" in good else "/api/event/delete"
        for body in bad_bodies(dice, good, times(options, 6)):
            yield pair.ask("organiser", "POST", path, body)
        yield pair.ask("organiser", "POST", path, good)
    yield pair.ask("organiser", "POST", "/api/verify", {})
    yield from ask_everything(pair, options, casual + [piece["code"] for piece in manifest["pieces"]])
    for body in bad_bodies(dice, {"old": PASSWORD + "x", "new": "another password"}, 8):
        yield pair.ask("organiser", "POST", "/api/password", body)
    yield pair.ask("organiser", "POST", "/api/logout", {})


def enter_results(programs, folder, options, pair, manifest, casual):
    dice = pair.dice
    key = os.path.join(folder, "event.key")
    plays = [piece["code"] for piece in manifest["pieces"] if piece.get("seat") in (0, None)]
    done = programs[0].run("seedpress", "layout", "-", "--key", key, stdin="\n".join(plays).encode(), check=False)
    layouts = [json.loads(line) for line in done.stdout.decode().splitlines()]
    layouts = [layout for layout in layouts if "game" in layout]
    others = some_layouts(programs, dice, max(12, times(options, 100)))
    number = 0
    for i in range(times(options, 250)):
        result = some_result(dice, dice.choice(layouts if i % 2 else others))
        result.pop("ruling", None)
        body = damage_json(dice, result) if i % 3 else result
        who = dice.choice(("far", "here", "organiser"))
        yield pair.ask(who, "POST", "/api/check", body)
        if i % 5 == 0:
            yield pair.ask(who, "POST", "/api/check", broken_json(dice, json.dumps(result)).encode())
        if result["game"] == "clips" and i % 3 == 0:
            yield pair.ask(who, "POST", "/api/review", body)
        if i % 4 == 0:
            number += 1
            sent = {"submission": f"number-{number}", "result": result, "agreed": ["Ana", "Person 1"]}
            for broken in bad_bodies(dice, sent, 2):
                yield pair.ask("far", "POST", "/api/result", broken)
            yield pair.ask(who, "POST", "/api/result", sent)
            yield pair.ask("far", "POST", "/api/result", sent, note=" (again)")
        if i % 10 == 0:
            number += 1
            result = some_result(dice, dice.choice(layouts))
            sent = {"submission": f"number-{number}", "result": result, "why": "looked again"}
            for broken in bad_bodies(dice, sent, 2):
                yield pair.ask("organiser", "POST", "/api/correct", broken)
            yield pair.ask("far", "POST", "/api/correct", sent)
            yield pair.ask("organiser", "POST", "/api/correct", sent)
        if i % 25 == 0:
            number += 1
            sent = {"submission": f"number-{number}", "play": dice.choice(plays), "why": "a mistake"}
            for broken in bad_bodies(dice, sent, 2):
                yield pair.ask("organiser", "POST", "/api/withdraw", broken)
            yield pair.ask("organiser", "POST", "/api/withdraw", sent)
        if i % 20 == 0:
            code = dice.choice(plays)
            yield pair.ask("far", "POST", f"/api/draft/{code}", {"state": {"x": [i]}, "after": 0})
            yield pair.ask("far", "POST", f"/api/draft/{code}", {"state": [], "after": "x"})
            yield pair.ask("far", "GET", f"/api/draft/{code}?after={dice.randrange(3)}")
    # Standings are made once a second at most.
    time.sleep(2.5)


def ask_for_prints(programs, options, pair, casual):
    dice = pair.dice
    choices = {"players": ("0", "2", "3", "4", "9", "x"), "count": ("1", "2", "99", "x"), "balanced": ("yes", "no"), "pieces": ("game", "all", "rules", "x"),
               "paper": ("a4", "letter", "a5"), "ink": ("full", "light", "grey", "x"), "backs": ("duplex", "fold", "none", "x"),
               "back-offset": ("1,2", "x"), "dealt": ("yes", "x"), "small": ("yes",), "single": ("yes",), "cards": ("mini", "x"), "fair": ("3", "99"),
               "rule.burger_pair": ("4", "9"), "rule.poop_set": ("bonus",), "download": ("yes",), "bogus": ("1",), "output": ("/tmp/x",), "key": ("/etc/passwd",)}
    for i in range(times(options, 90)):
        game = dice.choice(GAMES + ("chess",))
        query = {"game": game, "seed": str(dice.choice((5, dice.randrange(1 << 48))))} if i % 5 else {"code": dice.choice(casual)}
        for name in dice.sample(sorted(choices), dice.randrange(4)):
            query[name] = dice.choice(choices[name])
        text = urllib.parse.urlencode(query)
        who = dice.choice(("far", "here", "organiser"))
        for path in dice.sample(("/api/print/pages", "/api/print/first", "/print/page/1.svg", "/print/page/9.svg", "/print/first.svg", "/print/a.pdf"), 3):
            yield pair.ask(who, "GET", f"{path}?{text}")
        if i % 6 == 0:
            query["players"] = str(PLAYERS.get(game, (2,))[0])
            yield pair.ask(who, "GET", f"/api/print/known?{urllib.parse.urlencode(query)}")
            yield pair.ask(who, "GET", f"/print/known.svg?{urllib.parse.urlencode(query)}")
    for text in ("", "game=coupons", "seed=5", "game=coupons&seed=5&seed=6", "game=coupons&seed=x", "code=x", "code=x&seed=5", "game=%00", "game=" + "x" * 3000):
        for path in ("/api/print/pages", "/print/a.pdf", "/print/page/1.svg", "/api/print/known"):
            if text != "game=coupons":
                yield pair.ask("here", "GET", f"{path}?{text}")


def show_photos(programs, folder, options, pair, casual):
    dice = pair.dice
    pictures = some_pictures(programs, dice, folder, max(4, times(options, 8)))
    kit = os.path.join(folder, "kit")
    for name in sorted(os.listdir(kit)):
        if name.startswith("round-"):
            with open(os.path.join(kit, name), "rb") as file:
                pictures.append((name, file.read()))
            png = subprocess.run(["pdftoppm", "-png", "-gray", "-r", "110", "-f", "3", "-l", "3", os.path.join(kit, name)],
                                 stdout=subprocess.PIPE, check=True).stdout
            pictures.append((name, png))
    for i in range(times(options, 60)):
        name, data = pictures[i % len(pictures)]
        if i >= len(pictures) and i % 2:
            data = damage_bytes(dice, data)
        path = "/api/photo" + dice.choice(("", "", f"?code={dice.choice(casual)}", "?code=x"))
        yield pair.ask(dice.choice(("far", "here", "organiser")), "POST", path, data, note=f" ({name})")
    for data in (b"", b"x", b"%PDF-1.4", b"\xff\xd8\xff"):
        yield pair.ask("far", "POST", "/api/photo", data)


def plan_kits(options, pair):
    dice = pair.dice
    definition = {"event": {"name": "Night", "seed": "31337", "paper": "a4"}, "rounds": [
        {"game": "coupons", "people": 23, "spares": 1, "rules": {"burger_pair": 4}}, {"game": "clips", "players": [2, 2], "sides": 2, "duplicate": True},
        {"game": "chipit", "people": 9}, {"game": "laundry", "people": 4, "dealt": True}]}
    yield pair.ask("organiser", "POST", "/api/kit/plan", {"definition": definition})
    for body in bad_bodies(dice, {"definition": definition}, times(options, 120)):
        yield pair.ask("organiser", "POST", "/api/kit/plan", body)
    for i in range(times(options, 100)):
        text = some_kit(dice)
        yield pair.ask("organiser", "POST", "/api/kit/plan", {"text": damage_kit(dice, text) if i % 3 else text})
    small = {"event": {"name": "Made here", "seed": "31337", "salt": "pepper", "key": "event.key"}, "rounds": [{"game": "clips", "players": [2, 2]}, {"game": "chipit", "players": [3]}]}
    # With results of another event nothing is made; the files of that event are, since its kit is known.
    yield pair.ask("organiser", "POST", "/api/kit", {"definition": small, "bundle": "round", "key": KEY.decode()})
    yield pair.ask("organiser", "POST", "/api/kit", {"again": True})
    for _ in range(300):
        request, old, new = pair.ask("organiser", "GET", "/api/kit")
        if all(b'"making":null' in answer.output for answer in (old, new)):
            break
        time.sleep(0.2)
    yield request, old, new
    try:
        files = [file["file"] for file in json.loads(old.output)["kit"]["files"]]
    except (ValueError, TypeError, KeyError):
        files = []
    for name in files:
        yield pair.ask("organiser", "GET", f"/kit/{name}")
    yield pair.ask("organiser", "POST", "/api/kit/cancel", {})


def kits(programs, folder, options):
    """Kits that are made by the kiosk, one after the other."""
    dice = dice_of(options, "kits")
    pair = start_pair(programs, folder, dice)
    try:
        pair.log_in()
        for i in range(times(options, 8)):
            body = {"definition": {"event": {"name": f"Night {i}", "seed": str(dice.randrange(1 << 48)), "key": "event.key"}, "rounds": [
                {"game": game, "players": [dice.choice(PLAYERS[game])] * 2} for game in dice.sample(GAMES, 2)]},
                "bundle": dice.choice(("round", "table")), "key": KEY.decode()} if i % 2 else {"text": some_kit(dice), "key": KEY.decode()}
            yield pair.ask("organiser", "POST", "/api/kit", body)
            for _ in range(300):
                request, old, new = pair.ask("organiser", "GET", "/api/kit")
                if all(b'"making":null' in answer.output for answer in (old, new)):
                    break
                time.sleep(0.2)
            yield request, old, new
            try:
                files = [file["file"] for file in json.loads(old.output)["kit"]["files"]]
            except (ValueError, TypeError, KeyError):
                continue
            for name in [*files, "event.kit", "event.key"]:
                yield pair.ask("organiser", "GET", f"/kit/{name}")
            yield pair.ask("organiser", "GET", "/api/event")
    finally:
        for kiosk in pair.kiosks:
            kiosk.stop()


def older_database(programs, folder, dice):
    """What the older version has stored, in both: looked at, verified, copied, restored, and continued."""
    source = os.path.join(folder, "old", "kiosk.db")
    for words in (["backup", "copy.db", "--db", "kiosk.db"], ["doctor", "--json", "--db", "kiosk.db", "--port", "8199"],
                  ["restore", "kiosk.db", "--db", "fresh.db"], ["restore", "kiosk.db", "--db", "kiosk.db", "--force"]):
        with open(source, "rb") as file:
            case = Case("seedpress-kiosk", *words, files={"kiosk.db": file.read()}, names_only=True, is_random=words[0] == "doctor")
        case.is_prose = True
        # The day is in the name of what is kept.
        case, old, new = case.run_both(programs, os.path.join(folder, "work"))
        for answer in (old, new):
            answer.files = {re.sub(r"\d{8}-\d{6}(-\d+)?", "TIME", name): data for name, data in answer.files.items()}
            answer.output = re.sub(rb"\d{8}-\d{6}(-\d+)?", b"TIME", answer.output)
        yield case, old, new
    for name in ("old", "new"):
        shutil.rmtree(os.path.join(folder, "again", name), ignore_errors=True)
        os.makedirs(os.path.join(folder, "again", name))
        shutil.copy(source, os.path.join(folder, "again", name, "kiosk.db"))
    pair = start_pair(programs, os.path.join(folder, "again"), dice)
    try:
        pair.log_in()
        yield pair.ask("organiser", "POST", "/api/verify", {})
        for place in PLACES:
            yield pair.ask("organiser", "GET", place)
        yield pair.ask("organiser", "POST", "/api/event/people", {"people": [{"id": 0, "name": "Somebody Else", "club": "", "gone": False}]})
        yield pair.ask("organiser", "POST", "/api/verify", {})
    finally:
        for kiosk in pair.kiosks:
            kiosk.stop()


PARTS = {"routes": routes, "kits": kits}
