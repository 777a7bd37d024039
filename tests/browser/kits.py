# SPDX-License-Identifier: MIT
"""A kit from the page: chosen in steps or dropped as a file, made, taken in, seated and played,
without a terminal."""
import io
import json
import re
import zipfile

from games import agree, to_score
from kiosk import DESKTOP, PHONE, Browser, Keys, Kiosk, Place, expect, wait_for
from looks import look, nameless, paint

GAMES = ["chipit", "coupons", "laundry", "clips"]
PEOPLE = ["Player %02d" % number for number in range(1, 24)]
WRONG = """[event]
name = Mended Night
ink = blue
seed = 20261118

[round 1]
game = laundry
tables = 1
pieces = game
"""


def log_in(desk):
    desk.open("/organise")
    desk.fill("#password", "correct horse")
    desk.fill("#password-again", "correct horse")
    desk.tap("[data-act=login]")
    desk.see("#organise-overview")


def seen(desk, name):
    """A picture is kept, and nothing in it is cut off, pale or without a name."""
    problems = []
    for theme in ("light", "dark"):
        paint(desk, theme)
        look(desk, problems, "%s-%s" % (name, theme), False)
    paint(desk, "light")
    problems += ["%s: %s" % (name, each) for each in nameless(desk)]
    desk.picture(name)
    expect(not problems, "\n  " + "\n  ".join(problems))


def next_step(desk, step):
    desk.tap("[data-act=kit-next]")
    desk.see("[data-step='%d'] h1" % step)


def choose(desk, seen=seen):
    """All four games for 23, with a house rule, duplicate tables and a spare."""
    desk.open("/organise?tab=kit")
    desk.see("[data-step='1']")
    desk.tap("[data-act=kit-next]")
    desk.says("#kit-mistakes", "needs a name")
    desk.fill("#kit-event", "Paper Night")
    desk.fill("#kit-date", "Saturday, 21 November")
    seen(desk, "kit-1-what")
    next_step(desk, 2)
    # What is emptied is a choice, too: the number is typed over the old one.
    desk.see("#choice-kit-people").send_keys(Keys.CONTROL + "a" + Keys.NULL, "23", Keys.ENTER)
    wait_for("the number", lambda: desk.see("#choice-kit-people").get_attribute("value") == "23")
    seen(desk, "kit-2-who")
    next_step(desk, 3)
    for number, game in enumerate(GAMES, 1):
        desk.tap("[data-act=add-%s]" % game)
        desk.see("#kit-round-%d" % number)
    desk.says("#r1-tables", "5 tables for 4 and 1 for 3 · All 23 play")
    desk.says("#r2-tables", "5 tables for 4 and 1 for 3")
    desk.says("#r3-tables", "11 tables for 2 · 1 of 23 sits out")
    desk.says("#r4-tables", "11 tables for 2 and 1 for 1")


def change(desk, seen=seen):
    """What was shared out can be changed, and what only a game has can be chosen."""
    desk.tap("[data-act=r2-by-hand]")
    desk.tap("[data-act=r2-for-5-more]")
    desk.says("#r2-tables", "1 table for 5, 5 for 4, 1 for 3 · 5 seats stay empty")
    desk.tap("[data-act=r2-for-4-less]")
    desk.tap("[data-act=r2-for-3-less]")
    desk.says("#r2-tables", "1 table for 5 and 4 for 4 · 2 of 23 sit out")
    seen(desk, "kit-3-by-hand")
    desk.tap("[data-act=r2-by-itself]")
    desk.says("#r2-tables", "5 tables for 4 and 1 for 3")
    desk.tap("[data-act=r3-duplicate]")
    desk.tap("[data-act=r2-spares-more]")
    desk.tap("[data-act=r2-more]")
    desk.tap("[data-act='r2-rule.burger_pair-4']")
    desk.see("[data-act='r2-rule.burger_pair-4'][aria-pressed=true]")
    desk.tap("[data-act=r4-down], [data-act=r4-up]")
    desk.says("#kit-round-3", "paperclip")
    desk.tap("[data-act=r3-down]")
    desk.says("#kit-round-4", "paperclip")
    seen(desk, "kit-3-rounds")


def look_over(desk, seen=seen):
    next_step(desk, 4)
    desk.says("#kit-overview", "all the same")
    desk.says("#kit-overview", "1 spare")
    sheets = desk.js("return [...document.querySelectorAll('#kit-overview tbody td:nth-child(3)')].map(each => +each.textContent)")
    expect(len(sheets) == 6 and all(sheets) and sum(sheets[:-1]) == sheets[-1], "sheets add up: %r" % sheets)
    seen(desk, "kit-4-look")


def fetched(desk, path):
    """A file of the kiosk's, as the organiser's browser gets it."""
    return bytes(desk.driver.execute_async_script("""
        const [path, done] = arguments;
        fetch(path).then(answer => answer.arrayBuffer()).then(bytes => done([...new Uint8Array(bytes)]));""", path))


def check_files(desk):
    desk.says("#kit-files", "Cover")
    names = [link.get_attribute("href").rsplit("/", 1)[1] for link in desk.all("#kit-files a")]
    rounds = [name for name in names if name.startswith("round-")]
    expect(rounds == ["round-1.pdf", "round-2.pdf", "round-2-spares.pdf", "round-3.pdf", "round-4.pdf"] and
           "cover.pdf" in names[:-5], "files in the order of printing: %r" % names)
    expect(fetched(desk, "/kit/round-4.pdf").startswith(b"%PDF"), "a file is a PDF")
    with zipfile.ZipFile(io.BytesIO(fetched(desk, desk.see("[data-act=kit-zip]").get_attribute("href")))) as whole:
        expect(whole.testzip() is None and set(names) < set(whole.namelist()), "the ZIP has all of them")
        expect(b"rule.burger_pair=4" in whole.read("event.kit"), "and the kit file")
        expect(not any("key" in name for name in whole.namelist()), "but not the key")
    expect(b"name=Paper Night" in fetched(desk, "/kit/event.kit"), "the kit file can be kept")


def make(desk, seen=seen):
    desk.tap("[data-act=make-kit]")
    desk.see("#kit-progress, #kit-made")
    desk.says("#kit-made", "Paper Night")
    desk.says("#event", "Paper Night")
    check_files(desk)
    seen(desk, "kit-made")


def seat(desk, place):
    desk.tap("[data-act=kit-people-list]")
    desk.give("#list-file", place.file("people.csv", "name\n" + "\n".join(PEOPLE) + "\n"))
    desk.says("#preview", "23 people")
    desk.tap("[data-act=import]")
    desk.says("#people-count", "23 people")
    desk.open("/organise?tab=kit")
    desk.tap("[data-act=kit-seats]")
    desk.tap("[data-act=random]")
    desk.says("#no-seat", "Everybody has a seat")


def score(desk):
    """One table plays: everybody once first."""
    event = json.loads(fetched(desk, "/api/event"))
    table = event["rounds"][0]["tables"][0]
    expect(event["rounds"][0]["game"] == "chipit" and table["players"] == 4, "the first table is for four")
    expect(set(table["names"]) < set(PEOPLE), "people sit there")
    desk.open("/c/" + table["code"])
    for game in range(4):
        for player in range(3):
            desk.tap("[data-act=finish][data-player='%d'][data-game='%d']" % (player, game))
    to_score(desk)
    agree(desk, 4)
    desk.see("#stored.found")
    desk.open("/organise?tab=kit")
    desk.tap("[data-act=another-kit]")
    desk.see("[data-step='1']")


def evening(size):
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, size) as desk:
        log_in(desk)
        choose(desk)
        change(desk)
        look_over(desk)
        make(desk)
        seat(desk, place)
        score(desk)
        expect(kiosk.ask("/kit/all.zip")[0] == 401, "the kit is for the organiser alone")


def a_kit_for_23_from_choosing_to_a_score():
    evening(DESKTOP)


def a_kit_for_23_on_a_phone():
    evening(PHONE)


def a_kit_file_is_mended_in_place():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as desk:
        log_in(desk)
        desk.open("/organise?tab=kit")
        desk.give("#kit-text-file", place.file("night.kit", WRONG))
        desk.says("#kit-mistakes", "ink: full, light or grey was expected")
        desk.see(".kit-mistakes [data-line='3']")
        desk.see(".kit-lines .wrong:nth-child(3)")
        expect(not desk.all("[data-act=make-kit]"), "what is wrong is not made")
        seen(desk, "kit-text-wrong")
        desk.tap("[data-act=mistake-line]")
        chosen = desk.js("const area = document.getElementById('kit-text');"
                         "return area.value.slice(area.selectionStart, area.selectionEnd)")
        expect(chosen == "ink = blue", "the line is chosen, not %r" % chosen)
        desk.press("ink = grey")
        desk.says("#kit-overview", "Coin-Op")
        expect(not desk.all(".kit-lines .wrong"), "nothing is wrong any more")
        desk.says(".kit-part", "The seed 20261118 is easy to guess")
        seen(desk, "kit-text-right")
        desk.open("/organise?tab=kit")  # what was typed is still there
        expect("ink = grey" in wait_for("the text", lambda: desk.see("#kit-text").get_attribute("value")), "it is kept")
        desk.tap("[data-act=make-kit]")
        desk.says("#kit-made", "Mended Night")
        desk.says("#kit-files", "Round 1")
        desk.open("/organise")
        desk.says("#organise-overview", "Coin-Op")


def a_kit_that_is_given_up_changes_nothing():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as desk:
        log_in(desk)
        desk.open("/organise?tab=kit")
        desk.give("#kit-text-file", place.file("large.kit", "[event]\nname = Large\n[round 1]\ngame = chipit\ntables = 150\n"))
        desk.tap("[data-act=make-kit]")
        desk.see("#kit-progress")
        seen(desk, "kit-making")
        desk.tap("[data-act=cancel-kit]")
        expect("tables = 150" in desk.see("#kit-text").get_attribute("value"), "what was chosen is still there")
        expect(kiosk.json("/api/kiosk")["event"] is None, "and there is no event")
        desk.tap("[data-act=kit-forget]")
        desk.see("[data-step='1']")


def sheets_are_counted_both_ways():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as desk:
        log_in(desk)
        desk.open("/organise?tab=kit")
        # As typed, where the driver cannot type it: a noodle that no face has.
        desk.js("const box = document.getElementById('kit-event'); box.value = 'Tea \\u{30ede}';"
                "box.dispatchEvent(new Event('input'))")
        next_step(desk, 2)
        next_step(desk, 3)
        desk.tap("[data-act=add-chipit]")
        next_step(desk, 4)
        desk.says(".state.again", "No installed font has")
        few, fold = (int(re.search(r"\((\d+) sheets\)", desk.text("[data-act=backs-%s]" % way)).group(1))
                     for way in ("duplex", "fold"))
        expect(few < fold, "both sides of %d sheets are fewer than %d" % (few, fold))
        seen(desk, "kit-sheets")
        in_all = "#kit-overview tr.all td:nth-child(3)"
        expect(desk.text(in_all) == str(fold), "%d sheets to fold are planned" % fold)
        desk.tap("[data-act=backs-duplex]")
        desk.says(in_all, str(few))
        desk.open("/organise?tab=people")
        desk.js("const box = document.getElementById('list'); box.value = 'Ana\\nBo \\u{30ede}\\n';"
                "box.dispatchEvent(new Event('input'))")
        desk.says(".notice", "No installed font has")


TESTS = [sheets_are_counted_both_ways, a_kit_for_23_from_choosing_to_a_score, a_kit_for_23_on_a_phone, a_kit_file_is_mended_in_place,
         a_kit_that_is_given_up_changes_nothing]
