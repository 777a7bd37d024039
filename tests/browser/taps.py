# SPDX-License-Identifier: MIT
"""How often a person taps from the first page to a stored result, for each game by photo and typed, as people do
it: a photo is the page's button, the shutter and "use it"; from the gallery it is the button, one a picture and
"done"; a sweep over coupons is one. Names are known, or stay those of the seats."""
import random
import time

from games import stored
from kiosk import DESKTOP, PHONE, Browser, Kiosk, Place, expect
from paper import Print, ticket

SCREEN = (1920, 1080)
MOST = {"coupons by photos": 12, "coupons typed": 40, "laundry by photo": 5, "chipit by photo": 6, "clips typed": 14}


class Fingers:
    """A browser whose taps are counted, and how long it took."""

    def __init__(self, browser):
        self.browser, self.taps, self.started = browser, 0, time.monotonic()

    def tap(self, css):
        self.taps += 1
        self.browser.tap(css)

    def photo(self, css, file):
        self.taps += 3
        self.browser.give(css, file)

    def gallery(self, css, *files):
        self.taps += 2 + len(files)
        self.browser.give(css, *files)

    def type_code(self, code):
        self.taps += 1
        self.browser.fill("#code", code)
        self.tap("[data-act=open]")

    def drag(self, handle, dx, dy):
        self.taps += 1
        self.browser.drag(self.browser.see(handle), dx, dy)

    def sweep(self, ids):
        """Over coupons that lie beside each other, the first of them first, without leaving them."""
        self.taps += 1
        if len(ids) == 1:
            self.browser.tap("[data-place=%s]" % ids[0])
            return
        sweep(self.browser, ids)

    def finish(self, kiosk, game, players):
        """From all that was entered to the stored entry; what it took is told."""
        self.browser.see("#cards, #score[aria-disabled=false]")
        if not self.browser.all("#cards"):
            self.tap("#score[aria-disabled=false]")
        self.browser.see("#cards")
        for index in range(players):
            self.tap('[data-act=agree][data-player="%d"]' % index)
        return stored(self.browser, kiosk, game, players)

    def told(self, way):
        print("       %-18s %3d taps %6.1f s" % (way, self.taps, time.monotonic() - self.started), flush=True)
        expect(self.taps <= MOST.get(way, 99), "%s takes %d taps, not %d" % (way, self.taps, MOST.get(way, 99)))


def sweep(browser, ids):
    """One stroke of the mouse through the middles of places."""
    browser.see("[data-place=%s]" % ids[0])
    points = browser.js("""
        document.querySelector(`[data-place=${arguments[0][0]}]`).scrollIntoView({block: 'center', behavior: 'instant'});
        return arguments[0].map(id => {
            const box = document.querySelector(`[data-place=${id}] .hit`).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        });""", ids)
    for index, (x, y) in enumerate(points):
        if index == 0:
            browser.cdp("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
    x, y = points[-1]
    browser.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)


def beside(one, other):
    """Whether two places share a good part of an edge, so that a finger goes from one to the other."""
    def shared(at, size):
        return min(one[at] + one[size], other[at] + other[size]) - max(one[at], other[at])
    across, along = shared("x", "w"), shared("y", "h")
    return (across > 300 and abs(along) < 300) or (along > 300 and abs(across) < 300)


def walks(places, ids):
    """Strokes that cover these places and no other: one a group, through neighbours and back."""
    left, strokes = set(ids), []
    at = {place["id"]: place for place in places}

    def walk(here, path):
        left.discard(here)
        path.append(here)
        for each in sorted(left & {other for other in left if beside(at[here], at[other])}):
            if each in left:
                walk(each, path)
                path.append(here)
    for start in sorted(ids):
        if start in left:
            strokes.append([])
            walk(start, strokes[-1])
    return strokes


def three_hands(paper):
    """Every coupon with one of three players, drawn at random; the grills' discards apart."""
    draw = random.Random(5)
    coupons = [coupon for sheet in paper.layout["sheets"] for coupon in sheet["coupons"]]
    grills = sum(coupon["kind"] == "grill" for coupon in coupons)
    gone = draw.sample([each["id"] for each in coupons if each["kind"] != "grill"], grills)
    held = [each["id"] for each in coupons if each["id"] not in gone]
    draw.shuffle(held)
    return {each: index % 3 for index, each in enumerate(held)}, gone


def check_hands(entry, holder, gone):
    for seat, player in enumerate(entry["result"]["players"]):
        expect(player["coupons"] == sorted(each for each in holder if holder[each] == seat), "each has their own hand")
    expect(sorted(entry["result"]["discarded"]) == sorted(gone), "the rest was discarded")


def coupons_by_photos_take_few_taps():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "coupons", 4711, "--players", "3")
        holder, gone = three_hands(paper)
        hands = [paper.hand("hand%d" % seat, [each for each in holder if holder[each] == seat]) for seat in range(3)]
        browser.open("/")
        fingers = Fingers(browser)
        fingers.photo(".hero [data-act=photo-file]", paper.hand("strip", [], strip=0))
        browser.at("/c/" + paper.code)
        browser.says(".photos [data-act=gallery]", "Choose photos (Player A first)")
        fingers.gallery(".photos [data-act=gallery-file]", *hands)
        browser.says("dialog", "Did they go for grills?")
        fingers.tap("dialog [data-act=ask-yes]")
        entry = fingers.finish(kiosk, "coupons", 3)
        check_hands(entry, holder, gone)
        fingers.told("coupons by photos")


def coupons_typed_take_few_taps():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, SCREEN) as browser:
        paper = Print(place, "coupons", 4711, "--players", "3")
        holder, gone = three_hands(paper)
        sheets = kiosk.json("/api/piece/" + paper.code)["sheets"]
        browser.open("/")
        fingers = Fingers(browser)
        fingers.type_code(paper.code)
        for seat in (0, 1):
            if seat:
                fingers.tap("#players [data-act=pick][aria-label$=', B']")
            for sheet in sheets:
                mine = [each["id"] for each in sheet["places"] if holder.get(each["id"]) == seat]
                for stroke in walks(sheet["places"], mine):
                    fingers.sweep(stroke)
        fingers.tap("[data-act=way-pool]")
        for each in gone:
            fingers.tap("[data-place=%s]" % each)
        fingers.tap("#players [data-act=pick][aria-label$=', C']")
        fingers.tap("[data-act=rest-given]")
        entry = fingers.finish(kiosk, "coupons", 3)
        check_hands(entry, holder, gone)
        fingers.told("coupons typed")


def laundry_takes_few_taps():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "laundry", 4711)
        browser.open("/")
        fingers = Fingers(browser)
        fingers.photo(".hero [data-act=photo-file]",
                      paper.form("tickets", paper.codes[0], *ticket(["pants"]), paper.codes[1], *ticket(["bra"])))
        fingers.finish(kiosk, "laundry", 2)
        fingers.told("laundry by photo")
        browser.open("/?casual=laundry")
        fingers = Fingers(browser)
        for seat, dried in enumerate((["pants"], ["bra"])):
            for mark in ticket(dried):
                fingers.tap(".ticket[data-player='%d'] [data-mark='%s']" % (seat, mark))
        fingers.finish(kiosk, "laundry", 2)
        fingers.told("laundry typed")


def chipit_takes_few_taps():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "chipit", 4711, "--players", "3")
        orders = ["BAC", "ABC", "CBA"]
        marks = ["game%d.%s.%d" % (game + 1, seat, at + 1) for game, order in enumerate(orders)
                 for at, seat in enumerate(order)]
        browser.open("/")
        fingers = Fingers(browser)
        fingers.photo(".hero [data-act=photo-file]",
                      paper.form("pad", paper.code, *marks, size=(2400, 3200), turn=-3))
        fingers.finish(kiosk, "chipit", 3)
        fingers.told("chipit by photo")
        browser.open("/")
        fingers = Fingers(browser)
        fingers.type_code(Print(place, "chipit", 4712, "--players", "3").code)
        for game, order in enumerate(orders):
            for seat in order[:2]:  # the last is the one who is left
                fingers.tap("[data-act=finish][data-player='%d'][data-game='%d']" % ("ABC".index(seat), game))
        fingers.finish(kiosk, "chipit", 3)
        fingers.told("chipit typed")


def clips_typed_take_few_taps():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        browser.open("/")
        fingers = Fingers(browser)
        fingers.type_code(Print(place, "clips", 4711).code)
        fingers.tap("[data-act=bid-up]")
        for handle, depth, way in (("L1", 2, 1), ("R1", 2, -1), ("L2", 1, 1), ("R2", 3, -1), ("L8", 4, 1), ("R8", 2, -1)):
            cell = browser.see("[data-place=r1c1], .place.cell").rect["width"]
            fingers.drag("[data-place=%s]" % handle, way * cell * (depth + 0.3), 0)
            browser.see("[data-clip=%sx%d]" % (handle, depth))
        fingers.finish(kiosk, "clips", 2)
        fingers.told("clips typed")


TESTS = [coupons_by_photos_take_few_taps, coupons_typed_take_few_taps, laundry_takes_few_taps, chipit_takes_few_taps,
         clips_typed_take_few_taps]
