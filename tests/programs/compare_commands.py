# SPDX-License-Identifier: MIT
"""Inputs of every command, good and bad: generators of cases from dice that are the same every time."""
import json
import random
import subprocess

from compare_tools import Case

GAMES = ("coupons", "laundry", "clips", "chipit")
PLAYERS = {"coupons": (2, 3, 4, 5), "laundry": (2,), "clips": (1, 2), "chipit": (2, 3, 4, 5, 6)}
KEY = b"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n"
OTHER_KEY = b"ff" * 32 + b"\n"
KEYS = {"event.key": KEY, "other.key": OTHER_KEY, "short.key": b"0011\n", "words.key": b"no key at all\n" * 9, "empty.key": b""}
ITEMS = ("underwear", "bra", "pants", "shirt", "bedsheet", "pillowcase")
# Values that no option takes, for each of them now and then.
WRONG = ("", "-1", "x", "1e3", "99999999999999999999", "0x10", " 1", "1 ", "1.5", "é", "a" * 400, "\u202e1", "-", "--", "1,2", "=")


def dice_of(options, part):
    return random.Random(f"{options.seed} {part}")


def times(options, usual):
    return max(1, int(usual * options.count))


def pick_options(dice, choices, how_many):
    """Some of the options, each with a good value or, once in eight, a bad one."""
    words = []
    for name in dice.sample(sorted(choices), min(how_many, len(choices))):
        values = choices[name]
        if values is None:
            words.append(name)
        elif dice.randrange(8) == 0:
            words += [f"{name}={dice.choice(WRONG)}"]
        else:
            words += [name, str(dice.choice(values))]
    return words


def some_codes(programs, dice, how_many):
    """Codes of the older version, of every game, some of them keyed."""
    codes = []
    while len(codes) < how_many:
        game = dice.choice(GAMES)
        words = ["--seed", str(dice.randrange(1 << 48)), "--players", str(dice.choice(PLAYERS[game]))]
        if dice.randrange(4) == 0:
            words += ["--round", str(dice.randrange(16)), "--table", str(dice.randrange(4096))]
        if game == "laundry" and dice.randrange(2):
            words += ["--dealt"]
        codes += programs[0].run("seedpress", "code", game, *words).stdout.decode().split()
    return codes


def damage_text(dice, text):
    """A text with a few characters changed, lost, doubled or moved."""
    text = list(text)
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(text) + 1)
        what = dice.randrange(5)
        if what == 0:
            text.insert(at, dice.choice("0OoIl1-_ ./:?#%é\t\"{}[]=;,x9Z"))
        elif what == 1 and text:
            del text[min(at, len(text) - 1)]
        elif what == 2 and text:
            text[min(at, len(text) - 1)] = dice.choice("0123456789ABCXYZabcxyz-")
        elif what == 3 and len(text) > 1:
            at = min(at, len(text) - 2)
            text[at], text[at + 1] = text[at + 1], text[at]
        elif text:
            text = text[:at] + text[max(0, at - dice.randrange(8)):]
    return "".join(text)


def damage_bytes(dice, data):
    data = bytearray(data)
    for _ in range(dice.choice((1, 1, 3, 20))):
        what = dice.randrange(4)
        if what == 0:
            del data[dice.randrange(len(data) + 1):]
        elif data:
            at = dice.randrange(len(data))
            if what == 1:
                data[at] = dice.randrange(256)
            elif what == 2:
                data[at] ^= 1 << dice.randrange(8)
            else:
                del data[at:at + dice.randrange(1, 64)]
    return bytes(data)


def damage_json(dice, value):
    """A copy of a JSON value in which one thing somewhere is another one."""
    value = json.loads(json.dumps(value))
    odd = (None, True, -1, 0, 1, 7, 99, 1 << 40, 1.5, "", "x", "Ana", "A01", [], {}, [0], "\u202e", "n" * 200, {"x": 1})
    places = []

    def walk(node):
        if isinstance(node, dict):
            for name in node:
                places.append((node, name))
                walk(node[name])
        elif isinstance(node, list):
            for i, one in enumerate(node):
                places.append((node, i))
                walk(one)

    walk(value)
    if not places:
        return dice.choice(odd)
    node, at = dice.choice(places)
    what = dice.randrange(6)
    if what == 0:
        del node[at]
    elif what == 1 and isinstance(node, dict):
        node[at + "x"] = node.pop(at)
    elif what == 2 and isinstance(node, list):
        node.insert(at, node[at])
    elif what == 3 and isinstance(node[at], int):
        node[at] = node[at] + dice.choice((-1, 1, 100))
    elif what == 4 and isinstance(node[at], str):
        node[at] = damage_text(dice, node[at])
    else:
        node[at] = dice.choice(odd)
    return value


# What `code` and `print` have in common.
SEEDS = {"--seed": (0, 1, 5, 271828182845, (1 << 48) - 1, 1 << 48), "--players": (0, 1, 2, 3, 4, 5, 6, 7), "--count": (1, 2, 3, 16),
         "--balanced": None, "--round": (0, 1, 15, 16), "--table": (0, 1, 4095, 4096),
         "--key": ("event.key", "other.key", "short.key", "words.key", "empty.key", "nowhere.key"),
         "--rule": ("burger_pair=4", "burger_pair=5", "poop_set=bonus", "ladder_from=1", "ladder_from=2", "x=1", "poop_set"),
         "--dealt": None, "--fair": (0, 1, 3, 20, 21)}
PRINTS = {"--output": ("out.pdf", "out", "out.png", "out.svg", "-", "mine.pdf", "no/where.pdf"), "--force": None, "--json": None,
          "--paper": ("a4", "letter", "a5"), "--pieces": ("game", "all", "rules", "Rules", "sheet a", "tokens", "nothing"),
          "--ink": ("full", "light", "grey", "black"), "--format": ("pdf", "png", "svg", "gif"),
          "--backs": ("duplex", "fold", "none", "both"), "--back-offset": ("1,2", "0,0", "-1.5,0.25", "30,0", "1"),
          "--preview": ("seen.png", "seen.pdf", "mine.pdf"),
          "--url": ("http://192.168.1.5:8080/", "https://kiosk.example/", "ftp://x/", "http:///x", "x"),
          "--small": None, "--single": None, "--cards": ("poker", "bridge", "mini", "tarot")}
MINE = {"mine.pdf": b"mine, not Seedpress's\n"}


def code_cases(programs, folder, options):
    dice = dice_of(options, "code")
    for _ in range(times(options, 600)):
        game = dice.choice(GAMES + GAMES + ("chess", "", "Coupons", "null"))
        words = pick_options(dice, {**SEEDS, "--json": None}, dice.choice((0, 1, 1, 2, 3)))
        if "--seed" not in words:
            words += ["--seed", str(dice.randrange(1 << 48))]
        yield Case("seedpress", "code", game, *words, files=KEYS)


def print_cases(programs, folder, options):
    dice = dice_of(options, "print")
    codes = some_codes(programs, dice, times(options, 40))
    for i in range(times(options, 500)):
        what = dice.choice(GAMES + GAMES + (dice.choice(codes), damage_text(dice, dice.choice(codes)), "chess"))
        chosen = dict(PRINTS)
        if dice.randrange(3) == 0:
            chosen.update(SEEDS)
        words = pick_options(dice, chosen, dice.choice((0, 1, 2, 3, 4)))
        # Pictures of 300 dpi take long.
        if ("png" in words or "out.png" in words) and i % 4:
            continue
        if what in GAMES and not any(word.startswith("--seed") for word in words):
            words += ["--seed", str(dice.randrange(1 << 48))]
        yield Case("seedpress", "print", what, *words, files={**KEYS, **MINE})


def layout_cases(programs, folder, options):
    dice = dice_of(options, "layout")
    codes = some_codes(programs, dice, times(options, 300))
    for _ in range(times(options, 150)):
        code = dice.choice(codes)
        code = dice.choice((code, code.lower(), code.replace("-", ""), "http://kiosk/c/" + code, damage_text(dice, code)))
        yield Case("seedpress", "layout", code, *pick_options(dice, {"--text": None, "--key": SEEDS["--key"]}, dice.randrange(3)),
                   files=KEYS)
    for _ in range(times(options, 20)):
        lines = [dice.choice(codes) if dice.randrange(2) else damage_text(dice, dice.choice(codes)) for _ in range(100)]
        yield Case("seedpress", "layout", "-", stdin="\n".join(lines).encode(), files=KEYS)


def analyse_cases(programs, folder, options):
    dice = dice_of(options, "analyse")
    codes = some_codes(programs, dice, times(options, 30))
    choices = {"--json": None, "--plot": ("plot.pdf", "plot.svg", "plot.png", "plot.gif", "mine.pdf"), "--force": None,
               "--ink": PRINTS["--ink"], "--games": (1, 2, 5), "--dice": (0, 1, 9), "--rule": SEEDS["--rule"], "--players": SEEDS["--players"],
               "--kept": None, "--dealt": None, "--key": SEEDS["--key"], "--jobs": (1, 2)}
    for _ in range(times(options, 150)):
        what = dice.choice(GAMES + GAMES + (dice.choice(codes), damage_text(dice, dice.choice(codes)), "chess"))
        words = pick_options(dice, choices, dice.randrange(4))
        if what in GAMES:
            words += ["--seed", str(dice.randrange(1 << 40)), "--count", str(dice.choice((1, 2, 5)))]
        if not any(word.startswith("--games") for word in words):
            words += ["--games", "3"]
        yield Case("seedpress", "analyse", what, *words, files={**KEYS, **MINE})


def some_kit(dice):
    """The text of a small kit, mostly a right one."""
    event = {"name": dice.choice(("Night", "Café 楽", "N" * 300, 'A "quoted" name', "a\\\\b")), "seed": str(dice.randrange(1 << 48))}
    choices = {"date": ("Saturday", "", "D" * 301), "paper": ("a4", "letter", "a5"), "ink": ("full", "light", "grey", "x"),
               "sheets": ("any", "few"), "backs": ("fold", "duplex"), "salt": ("pepper",), "key": ("event.key", "nowhere.key"),
               "version": ("1", "2", "3"), "url": ("http://192.168.1.5:8080/", "x"), "unknown": ("1",), "seed": ("5", "20261114", "-1", "x")}
    for name in dice.sample(sorted(choices), dice.choice((0, 0, 1, 2))):
        event[name] = dice.choice(choices[name][:2] if dice.randrange(4) else choices[name])
    text = "[event]\n" + "".join(f"{name} = {value}\n" for name, value in event.items())
    for number in range(1, dice.choice((1, 2, 2, 3, 4)) + 1):
        game = dice.choice(GAMES)
        own = {"coupons": {"players": ("4 x 2, 3 x 1", "5", "6", "3 x"), "rule.burger_pair": ("4", "5", "6")},
               "laundry": {"dealt": ("yes", "no", "maybe"), "players": ("2", "3")},
               "clips": {"sides": ("1", "2", "16", "17"), "rule.poop_set": ("bonus", "total", "x"), "small": ("yes", "no"), "fair": ("3", "21")},
               "chipit": {"players": ("2", "6", "4 x 1, 3 x 1", "7"), "cards": ("poker", "mini", "x")}}[game]
        choices = {**own, "spares": ("0", "1", "2", "9999"), "duplicate": ("yes", "no"), "pieces": ("all", "game", "x"),
                   "table.1": ("Ana; Bo", "Ana; ; Cy", "Ana; Ana", ";"), "tables": ("1", "2", "0", "x"), "bogus": ("1",)}
        round_ = {"game": game, "tables": "2"}
        for name in dice.sample(sorted(choices), dice.choice((0, 1, 2, 3))):
            round_[name] = dice.choice(choices[name][:2] if dice.randrange(6) else choices[name])
        if "x" in round_.get("players", ""):
            round_.pop("tables")
        text += f"\n[round {number}]\n" + "".join(f"{name} = {value}\n" for name, value in round_.items())
    return text


def damage_kit(dice, text):
    lines = text.split("\n")
    what, at = dice.randrange(5), dice.randrange(len(lines))
    if what == 0:
        lines.insert(at, lines[at])
    elif what == 1:
        del lines[at]
    elif what == 2:
        lines.insert(at, dice.choice(("[round 9]", "[event]", "[x]", "x", "= 1", "a = b = c", "# comment", "\x01 = \x02", "[round 0]")))
    else:
        lines[at] = damage_text(dice, lines[at])
    return "\n".join(lines)


def kit_cases(programs, folder, options):
    dice = dice_of(options, "kit")
    for i in range(times(options, 400)):
        text = some_kit(dice)
        if i % 3:
            text = damage_kit(dice, text)
        how = dice.choice((["--plan"], ["--plan", "--json"], ["--plan", "--json"], ["--commit"], ["--commit", "--json"],
                           ["--plan", "--commit"], ["--verify"], ["--plan", "--bundle", "round"], ["--plan", "--key", "other.key"]))
        yield Case("seedpress", "kit", "a.kit", *how, files={**KEYS, "a.kit": text.encode()})
    for i in range(times(options, 24)):
        words = pick_options(dice, {"--bundle": ("table", "round", "x"), "--json": None, "--force": None, "--jobs": (1, 2), "--output": ("kit", "mine.pdf"),
                                    "--key": ("event.key", "other.key")}, dice.randrange(3))
        yield Case("seedpress", "kit", "a.kit", *words, files={**KEYS, **MINE, "a.kit": some_kit(dice).encode()})


def key_cases(programs, folder, options):
    for words in ([], ["-o", "new.key"], ["-o", "event.key"], ["-o", "no/where.key"], ["x"], ["--force"], ["-o", "-"]):
        yield Case("seedpress", "key", *words, files=KEYS, is_random=True)


def share_out(dice, sheets):
    """Players' coupons in which each grill has taken one of its owner's away."""
    coupons = [coupon for sheet in sheets for coupon in sheet["coupons"]]
    owner = {coupon["id"]: dice.randrange(len(sheets)) for coupon in coupons}
    gone = {}
    for grill in (coupon for coupon in coupons if coupon["kind"] == "grill"):
        mine = [coupon["id"] for coupon in coupons if owner[coupon["id"]] == owner[grill["id"]] and coupon["id"] not in gone and
                coupon["kind"] != "coleslaw"]
        gone[dice.choice(mine)] = owner[grill["id"]]
    return [{"coupons": [id_ for id_ in owner if owner[id_] == player and id_ not in gone],
             "discarded": [id_ for id_ in gone if gone[id_] == player]} for player in range(len(sheets))]


def some_result(dice, layout):
    """A finished game on a layout, mostly one that can be."""
    game, players = layout["game"], layout["players"]
    result = {"game": game, "code": layout["code"], "players": [{} for _ in range(players or dice.randint(1, 2))]}
    if game == "coupons":
        result["players"] = share_out(dice, layout["sheets"])
        if dice.randrange(3) == 0:
            result["rules"] = {"burger_pair": dice.choice((4, 5))}
    elif game == "laundry":
        for player in result["players"]:
            values = [1, 1, 2, 2, 3, 3]
            dice.shuffle(values)
            player["values"] = dict(zip(ITEMS, values))
            player["score_dryer"], player["no_score_dryer"] = [], []
            for item in (*ITEMS, "sock", "sock"):
                where = dice.randrange(4)
                if where:
                    player["score_dryer" if where == 1 else "no_score_dryer"].append(item)
        if dice.randrange(3) == 0:
            del result["code"]
    elif game == "clips":
        grid = layout["grid"]
        free = {(row, column) for row, line in enumerate(grid) for column, cell in enumerate(line) if cell is not None}
        for player in result["players"]:
            player["clips"] = []
            while len(player["clips"]) < 6 // len(result["players"]):
                side, depth = dice.choice("LRTB"), dice.randint(1, 4)
                line = dice.randrange(len(grid) if side in "LR" else len(grid[0]))
                last = (len(grid[0]) if side in "LR" else len(grid)) - 1
                reached = [i if side in "LT" else last - i for i in range(depth)]
                cells = {(line, i) if side in "LR" else (i, line) for i in reached}
                if cells <= free:
                    free -= cells
                    player["clips"].append(f"{side}{line + 1}x{depth}")
        if len(result["players"]) == 2:
            result.update(first=dice.randrange(2), bid=dice.randrange(6))
        if dice.randrange(3) == 0:
            result["rules"] = {"poop_set": dice.choice(("total", "bonus")), "ladder_from": dice.randrange(2)}
    else:
        if players == 2:
            result["games"] = [{"loser": dice.randrange(2), "chips": dice.randrange(12), "cards": dice.randrange(13)} for _ in range(4)]
        else:
            result["games"] = [dice.sample(range(players), players) for _ in range(dice.choice((1, players, players)))]
        if dice.randrange(3) == 0:
            del result["code"]
    for player in result["players"]:
        if dice.randrange(3):
            player["name"] = dice.choice(("Ana", "Bo", "Éloise", 'Zoë "Z"', "楽", "🍔", "Cy " + str(dice.randrange(9))))
    if dice.randrange(12) == 0:
        result["ruling"] = {"kind": dice.choice(("forfeit", "no-show", "dropped", "late", "lost")), "players": [dice.randrange(2)]}
        if dice.randrange(2):
            result["ruling"]["points"] = dice.randrange(9)
    return result


def some_layouts(programs, dice, how_many, own=()):
    codes = some_codes(programs, dice, how_many)
    done = programs[0].run("seedpress", "layout", "-", *own, stdin="\n".join(codes).encode(), check=False)
    layouts = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return [layout for layout in layouts if "game" in layout]


def broken_json(dice, text):
    return dice.choice((damage_text(dice, text), text[:dice.randrange(len(text))], text + text, "", "[]", "null", "1", '"x"', "{}",
                        "[" * 3000, '{"game":', text.replace(":", ",", 1), "\ufeff" + text))


def score_cases(programs, folder, options):
    dice = dice_of(options, "score")
    layouts = some_layouts(programs, dice, max(12, times(options, 400)))
    for i in range(times(options, 120)):
        lines = []
        for _ in range(25):
            result = some_result(dice, dice.choice(layouts))
            lines.append(json.dumps(damage_json(dice, result) if i % 3 else result, ensure_ascii=dice.randrange(2) == 0))
        yield Case("seedpress-kiosk", "score", "-", stdin="\n".join(lines).encode())
    for _ in range(times(options, 150)):
        text = json.dumps(some_result(dice, dice.choice(layouts)))
        yield Case("seedpress-kiosk", "score", "a.json", *pick_options(dice, {"--key": SEEDS["--key"]}, dice.randrange(2)),
                   files={**KEYS, "a.json": broken_json(dice, text).encode()})


def review_cases(programs, folder, options):
    dice = dice_of(options, "review")
    layouts = [layout for layout in some_layouts(programs, dice, max(30, times(options, 300))) if layout["game"] == "clips"]
    for i in range(times(options, 60)):
        result = some_result(dice, dice.choice(layouts))
        if i % 3 == 0:
            result = damage_json(dice, result)
        words = pick_options(dice, {"--json": None, "--output": ("a.svg", "a.pdf", "a.png", "a.gif", "mine.pdf"), "--force": None, "--key": SEEDS["--key"]},
                             dice.randrange(3))
        yield Case("seedpress-kiosk", "review", "a.json", *words, files={**KEYS, **MINE, "a.json": json.dumps(result).encode()})


def some_pictures(programs, dice, folder, how_many):
    """Pages of every game as PDF and PNG, drawn by the older version; and a kit's, with its manifest."""
    pictures = []
    for i in range(how_many):
        game = GAMES[i % len(GAMES)]
        words = ["--seed", str(dice.randrange(1 << 48)), "--players", str(dice.choice(PLAYERS[game]))]
        if game == "laundry" and i % 2:
            words.append("--dealt")
        pdf = programs[0].run("seedpress", "print", game, *words, "--output", "-").stdout
        pictures.append(("a.pdf", pdf))
        png = subprocess.run(["pdftoppm", "-png", "-r", str(dice.choice((100, 150, 200))), "-f", "1", "-l", "1", "-"], input=pdf,
                             stdout=subprocess.PIPE, check=True).stdout
        pictures.append(("a.png", png))
        jpeg = subprocess.run(["pdftoppm", "-jpeg", "-gray", "-r", "120", "-f", "1", "-l", "1", "-"], input=pdf,
                              stdout=subprocess.PIPE, check=True).stdout
        pictures.append(("a.jpg", jpeg))
    return pictures


def scan_cases(programs, folder, options):
    dice = dice_of(options, "scan")
    pictures = some_pictures(programs, dice, folder, max(4, times(options, 16)))
    codes = some_codes(programs, dice, 20)
    choices = {"--json": None, "--code": (*codes[:3], "x"), "--key": SEEDS["--key"], "--round": None, "--annotate": ("drawn", "mine.pdf"), "--force": None}
    for i in range(times(options, 150)):
        name, data = dice.choice(pictures)
        if i % 3 == 2:
            data = damage_bytes(dice, data)
        words = pick_options(dice, choices, dice.randrange(3))
        yield Case("seedpress-kiosk", "scan", name, *words, files={**KEYS, **MINE, name: data})
    for name, data in (("a.txt", b"no picture"), ("a.png", b""), ("a.pdf", b"%PDF-1.4\n"), ("a.jpg", b"\xff\xd8\xff")):
        yield Case("seedpress-kiosk", "scan", name, files={name: data})
    yield Case("seedpress-kiosk", "scan", "nowhere.png")
    yield Case("seedpress-kiosk", "scan", ".", "--json", files={f"{i}{name}": data for i, (name, data) in enumerate(pictures[:9])})


def other_cases(programs, folder, options):
    """Help, versions, words that are no command, and the commands that need a database."""
    dice = dice_of(options, "other")
    commands = {"seedpress": ("code", "print", "kit", "key", "layout", "analyse"),
                "seedpress-kiosk": ("backup", "doctor", "password", "restore", "review", "scan", "score", "serve")}
    for program, names in commands.items():
        for words in ([], ["--help"], ["--version"], ["-h"], ["x"], ["--x"], [""], ["help"], ["job", "x"], *([name, "--help"] for name in names),
                      *([name] for name in names if name not in ("serve", "doctor", "key")), *([name, "--nothing"] for name in names),
                      *([name, "a", "b", "c"] for name in names if name != "serve"), *([damage_text(dice, name)] for name in names * 3)):
            case = Case(program, *words, names_only=True, is_random=words[:1] == ["key"])
            case.is_prose = True
            yield case
    for words in (["backup", "copy.db", "--db", "none.db"], ["backup", "a.db", "--db", "a.db"], ["restore", "a.db", "--db", "b.db"],
                  ["restore", "none.db"], ["password", "--db", "c.db"], ["password", "--db", "no/where.db"], ["backup", "x", "--db", "postgresql://127.0.0.1:1/x"],
                  ["serve", "--port", "x"], ["serve", "--port", "99999"], ["serve", "--listen", "nowhere.example"], ["serve", "--key", "short.key"],
                  ["serve", "--manifest", "a.db"], ["serve", "--db", "a.db"], ["serve", "--tls-cert", "a.db"], ["serve", "--tls-key", "a.db"], ["serve", "--trusted-proxy", "x"],
                  ["doctor", "--port", "x"], ["doctor", "--db", "a.db", "--json"], ["doctor", "--listen", "x"]):
        yield Case("seedpress-kiosk", *words, files={**KEYS, "a.db": b"not a database" * 100}, stdin=b"a long password\n",
                   names_only=True, is_random=words[0] == "doctor")


PARTS = {"code": code_cases, "print": print_cases, "layout": layout_cases, "analyse": analyse_cases, "kit": kit_cases, "key": key_cases,
         "score": score_cases, "review": review_cases, "scan": scan_cases, "other": other_cases}
