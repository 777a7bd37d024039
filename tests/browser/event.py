# SPDX-License-Identifier: MIT
"""An event: taken in, seated, played, corrected and watched; on one kiosk, and
on two that share a PostgreSQL."""
import json
import os
import time
from subprocess import DEVNULL

from games import agree, names, to_score
from kiosk import Browser, Failed, Kiosk, PHONE, Place, Tools, expect
from paper import Print, output

PEOPLE = ["Ana", "Bo", "Cy", "Di", "Eva", "Finn"]
KIT = """[event]
name = Paper Night
date = Saturday
seed = 4711
%s
[round 1]
game = chipit
tables = 2
players = 3

[round 2]
game = laundry
tables = 3
"""


def print_kit(place, keyed):
    """Prints the event; its manifest and the file of its key."""
    key = place.file("event.key")
    if keyed:
        output(Tools.seedpress, "key", "-o", key)
    kit = place.file("night.kit", KIT % ("key = event.key" if keyed else ""))
    output(Tools.seedpress, "kit", kit, "-o", place.file("night"), stderr=DEVNULL)
    return place.file("night/manifest.json"), key


def code_of(manifest, game_round, table):
    """What is printed for a table."""
    with open(manifest, encoding="utf-8") as file:
        return next(piece["code"] for piece in json.load(file)["pieces"]
                    if piece["round"] == game_round and piece["table"] == table)


def play_chipit(browser, code, *people):
    """Three games that the first player wins; what the players are called."""
    browser.open("/c/" + code)
    names(browser, *people)
    expect(browser.see("#check") and not browser.all("[data-act=single]"), "an event plays the tournament of its pad")
    for game in range(3):
        for player in (0, 1):
            browser.tap("[data-act=finish][data-player='%d'][data-game='%d']" % (player, game))
    people = [each.get_attribute("value") for each in browser.all("[data-act=name]")]
    to_score(browser)
    agree(browser, 3)
    browser.see("#stored.found")
    return people


def leads(browser, name):
    browser.says("#board [data-row]:first-child", name)
    expect(browser.js("return window.untouched") == 1, "without a reload")


def take_in(desk, manifest, key):
    """The organiser's evening begins."""
    desk.open("/organise")
    desk.fill("#password", "correct horse")
    desk.fill("#password-again", "correct horse")
    desk.tap("[data-act=login]")
    desk.says("#organise-overview", "No event yet")
    desk.open("/organise?tab=event")
    desk.give("#kit-file", manifest, key)
    desk.says("#kit-name", "Paper Night")
    desk.says("#kit-shown", "A key file is there")
    desk.tap("[data-act=import-kit]")
    desk.says("#event-title", "Paper Night")
    desk.picture("organise-event")


def seat(desk, place):
    desk.open("/organise?tab=people")
    desk.give("#list-file", place.file("people.csv", "name,club\n" + "".join(
        "%s,Club %d\n" % (name, index % 2) for index, name in enumerate(PEOPLE))))
    desk.says("#preview", "6 people")
    desk.tap("[data-act=import]")
    desk.says("#people-count", "6 people")
    desk.picture("organise-people")
    desk.open("/organise?tab=seats")
    desk.tap("[data-act=random]")
    desk.says("#no-seat", "Everybody has a seat")
    desk.picture("organise-seats")


def people_names(desk):
    # At once: the list is drawn again when something changes.
    return set(desk.js("return [...document.querySelectorAll('[data-act=person-name]')].map(each => each.value)"))


def lists_of_people():
    """As other programs write them: another encoding, names in two columns, columns that are not told."""
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as desk:
        take_in(desk, *print_kit(place, True))
        desk.forgive("/api/event/list.*422")
        desk.open("/organise?tab=people")
        windows = place.file("excel.csv", "Verein;Nachname;Vorname\nNord;M\u00fcller;J\u00f6rg\nS\u00fcd;Weiss;\u00c9va\n",
                             encoding="windows-1252")
        for _ in range(2):  # the same file again
            desk.give("#list-file", windows)
            desk.says("#preview", "2 people in this list (read as Windows-1252)")
            desk.picture("organise-list")
            desk.fill("#list", " ")
            desk.gone("#preview")
        desk.give("#list-file", windows)
        desk.tap("[data-act=import]")
        desk.says("#people-count", "2 people")
        expect(people_names(desk) == {"J\u00f6rg M\u00fcller", "\u00c9va Weiss"}, "first and last names, and every letter")
        desk.fill("#list", "4711;Ana;North\n4712;Bo;South")
        desk.says("#preview", "2 people")
        desk.choose("[data-column='0']", "nothing")
        desk.choose("[data-column='1']", "name")
        desk.choose("[data-column='2']", "club")
        desk.tap("[data-act=import]")
        desk.says("#people-count", "4 people")
        expect({"Ana", "Bo"} <= people_names(desk), "names of the chosen column")
        for name, content, words in (("quote.csv", '"Ana,North\nBo', "never closed"), ("empty.csv", "", "empty"),
                                     ("binary.csv", "PK\x03\x04\x00\x01", "another kind")):
            desk.open("/organise?tab=people")
            desk.give("#list-file", place.file(name, content))
            desk.says("body", words)
        desk.says("#people-count", "4 people")


def correct(desk, entry, people):
    """The second player won every game."""
    desk.open("/entry/%d" % entry)
    desk.tap("[data-act=correct]")
    for game in range(3):
        desk.tap("[data-order='%d'] [data-player='1'] [data-act=up]" % game)
        desk.see("[data-order='%d'] [data-player='1'][data-rank='1']" % game)
    to_score(desk)
    desk.fill("#why", "They sat the other way round")
    desk.tap("[data-act=store-correction]")
    desk.see("#stored.found")
    kinds = [each.get_attribute("data-kind") for each in desk.all("#history [data-entry]")]
    expect(kinds == ["result", "correction"], "the history has both: %r" % kinds)
    desk.says("#history", "They sat the other way round")
    desk.says("#verdict", people[1] + " wins")
    desk.picture("entry-corrected")


def casual_games_off(desk, phone):
    phone.open("/")
    phone.see("[data-act=casual-chipit]")
    desk.open("/organise?tab=event")
    desk.tap("[data-act=verify]")
    desk.says("#verified", "All is as it was stored")
    desk.tap("#casual")
    desk.says("#toasts", "Only results of the event")
    phone.open("/")
    phone.see("#code")
    phone.gone("[data-act=casual-chipit]")
    desk.open("/organise?tab=changes")
    desk.says("#changes", "whether casual games are stored")


def an_event_from_kit_to_correction():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as phone, \
            Browser(kiosk) as board, Browser(kiosk) as screen:
        manifest, key = print_kit(place, True)
        take_in(desk, manifest, key)
        seat(desk, place)
        for view, path in ((board, "/standings"), (screen, "/screen")):
            view.open(path)
            view.js("window.untouched = 1")

        people = play_chipit(phone, code_of(manifest, 1, 1))
        expect(len(people) == 3 and set(people) < set(PEOPLE), "they sit there: %r" % people)
        for view in (board, screen):
            leads(view, people[0])
        screen.says("#ticker", people[0])
        screen.says("#missing", "Still playing")
        phone.open("/c/" + code_of(manifest, 1, 1))
        phone.says("#taken", "This table has its result")
        phone.picture("table-taken")

        correct(desk, 1, people)
        for view, name in ((board, "standings"), (screen, "screen")):
            leads(view, people[1])
            view.picture(name)
        phone.open("/entry/1")
        phone.says("#stored", "newer entry")
        phone.says("#history", "They sat the other way round")
        phone.open("/standings")
        phone.picture("standings")

        desk.open("/organise")
        desk.see("#tiles [data-table='1'][data-state=corrected]")
        desk.see("#tiles [data-table='2'][data-state=playing]")
        desk.picture("organise-overview")
        desk.open("/organise?tab=changes")
        desk.says("#changes", "They sat the other way round")
        desk.picture("organise-changes")
        casual_games_off(desk, phone)
        for path, start in (("/standings.pdf", b"%PDF"), ("/score/2.pdf", b"%PDF"), ("/standings.csv", b"\xef\xbb\xbf"),
                            ("/results.json", b"")):
            status, _, body = kiosk.ask(path)
            expect(status == 200 and (body.startswith(start) or path.endswith(".csv")) and len(body) > 60, path)


def a_pile_finds_its_table_without_its_code():
    with Place() as place:
        key = place.file("event.key")
        output(Tools.seedpress, "key", "-o", key)
        kit = place.file("night.kit", "[event]\nname = Paper Night\nseed = 4711\nkey = event.key\n"
                         "[round 1]\ngame = coupons\ntables = 2\nplayers = 2\n")
        output(Tools.seedpress, "kit", kit, "-o", place.file("night"), stderr=DEVNULL)
        manifest = place.file("night/manifest.json")
        with open(manifest, encoding="utf-8") as file:
            pieces = [piece for piece in json.load(file)["pieces"] if piece["table"] == 2]
        # Where coupons stand has no key; their tags have.
        paper = Print(place, "coupons", pieces[0]["seed"], "--players", "2", "--round", "1", "--table", "2")
        paper.asked += ["--key", key]
        coupons = [coupon for sheet in paper.layout["sheets"] for coupon in sheet["coupons"]]
        kept = [coupon["id"] for coupon in coupons if coupon["kind"] != "grill"]
        with Kiosk(place, "--manifest", manifest, "--key", key) as kiosk, Browser(kiosk, PHONE) as phone:
            phone.open("/")
            phone.give(".hero [data-act=photo-file]", paper.hand("first", kept[::2]))
            phone.at(r"/c/pass\.1\.2\.")
            phone.says("dialog", "Who collected these?")
            phone.tap("dialog [data-act=ask-1]")
            phone.says(".play-head", "Round 1, table 2")
            phone.says('.tally[data-player="0"]', str(len(kept[::2])))
            phone.tap('[data-act=pick][aria-label^="Player B"]')
            phone.give(".photos [data-act=photo-file]", paper.hand("second", kept[1::2]))
            phone.says('.tally[data-player="1"]', str(len(kept[1::2])))
            phone.tap("dialog [data-act=ask-yes]")
            to_score(phone)
            agree(phone, 2)
            phone.see("#stored.found")
            shown = phone.js("return document.documentElement.outerHTML + JSON.stringify({...localStorage})")
            expect(not any(piece["code"] in shown for piece in pieces), "nobody was told the code")
            expect(kiosk.json("/api/entry/1")["entry"]["table"] == 2, "and it is stored")


def guessed_codes_are_told_the_organiser():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as desk:
        manifest, key = print_kit(place, True)
        take_in(desk, manifest, key)
        # Minutes pass quickly, and what is asked is noted.
        desk.cdp("Page.addScriptToEvaluateOnNewDocument", source="""
            const every = setInterval, ask = fetch;
            window.asked = [];
            window.setInterval = (run, pause, ...more) => every(run, pause === 60000 ? 400 : pause, ...more);
            window.fetch = (path, how) => {
                window.asked.push([String(path), how?.credentials || '']);
                return ask(path, how);
            };""")
        for tab in ("results", "people", "overview"):
            desk.open("/organise?tab=" + tab)
            desk.see("#organise-" + tab)
            desk.settled()
            desk.js("window.asked = []")
            time.sleep(1.5)
            asked = desk.js("return window.asked")
            expect(all(each == ["/api/kiosk", "omit"] for each in asked), "%s keeps the session: %r" % (tab, asked))
        desk.see("#tiles")
        expect(not desk.all("#guarded"), "nobody has guessed yet")
        code = code_of(manifest, 1, 2)
        wrong = [code[:-2] + a + b for a in "0123456" for b in "0123" if not code.endswith(a + b)]
        for each in wrong[:20]:
            expect(kiosk.ask("/api/piece/" + each)[0] == 422, "a wrong code")
        desk.says("#guarded", "table 2 of round 1")
        desk.says("#guarded", "60 minutes")
        desk.picture("organise-guarded")


def two_kiosks_share_a_postgresql():
    where = os.environ.get("SEEDPRESS_POSTGRES")
    if not where:
        raise Failed("there is no PostgreSQL: start this by tests/kiosk/store/with-postgres")
    with Place() as place, Place() as elsewhere:
        manifest, _ = print_kit(place, False)
        with Kiosk(place, "--manifest", manifest, db=where) as one, Kiosk(elsewhere, db=where) as other, \
                Browser(one, PHONE) as phone, Browser(other) as wall:
            wall.open("/standings")
            wall.says("main", "Nobody is on the list yet")
            wall.js("window.untouched = 1")
            people = play_chipit(phone, code_of(manifest, 1, 2), *PEOPLE[:3])
            leads(wall, people[0])
            wall.says("#recent", "round 1, table 2")
            expect(other.json("/api/entry/1")["entry"]["id"] == 1, "the other kiosk has it too")
            wall.picture("standings-other-kiosk")


TESTS = [an_event_from_kit_to_correction, lists_of_people, a_pile_finds_its_table_without_its_code,
         guessed_codes_are_told_the_organiser, two_kiosks_share_a_postgresql]
