# SPDX-License-Identifier: MIT
"""axe-core on every view and dialog, at both sizes, in light and in dark. It is fetched once by npm into out/ and
is what its maintainers published, or it is not used; where it cannot be fetched these tests are skipped and say so."""
import json
import os
import tarfile
import threading

import kits
import npm
from event import PEOPLE
from kiosk import Browser, DESKTOP, Keys, Kiosk, PHONE, Place, Skipped, Tools, expect
from looks import evening, log_in, paint, views_of
from paper import output
from safe import post

VERSION = "4.10.3"
SHA512 = "Xm7bpRXnDSX2YE2YFfBk2FnF0ep6tmG7xPh8iHee8MIcrgq762Nkce856dYtJYLkuIoYZvGfTs/PbZhideTcEg=="
once = threading.Lock()

# What axe finds in what is shown; with words, by these rules alone.
RUN = """
const [only, done] = arguments;
axe.run(document, {resultTypes: ['violations'], ...(only.length ? {runOnly: only} : {})}).then(
	({violations}) => done(violations.flatMap(({id, help, nodes}) => nodes.map(node =>
		`${id}: ${help}: ${node.target.join(' ')} ${node.any.concat(node.all, node.none)[0]?.message ?? ''}`))),
	problem => done([String(problem)]));
"""


def source():
    """axe-core itself, as text."""
    with once:
        try:
            file = npm.package(os.path.dirname(Tools.screenshots), "axe-core", VERSION, SHA512)
        except npm.Unavailable as problem:
            raise Skipped(str(problem)) from None
    with tarfile.open(file) as packed:
        return packed.extractfile("package/axe.min.js").read().decode()


class Judge:
    """Looks at one view after the other, and remembers."""

    def __init__(self, browser):
        self.browser, self.axe, self.found, self.seen = browser, source(), [], 0

    def look(self, name):
        self.browser.checked()
        self.browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=self.seen % 2, y=0)  # somebody is still there
        self.browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        if not self.browser.js("return window.axe !== undefined"):
            self.browser.js(self.axe)
        for theme, only in (("light", []), ("dark", ["color-contrast"])):
            paint(self.browser, theme)
            self.browser.js("document.getAnimations().forEach(each => { try { each.finish(); } catch { each.cancel(); } })")
            wrong = self.browser.driver.execute_async_script(RUN, only)
            self.found += ["%s in %s: %s" % (name, theme, each) for each in wrong]
        paint(self.browser, "light")
        self.seen += 1

    def dialog(self, name, open_by):
        """A dialog that pressing something opens; Escape leaves it."""
        self.browser.tap(open_by)
        self.browser.see("dialog[open]")
        self.look(name)
        self.browser.press(Keys.ESCAPE)
        self.browser.gone("dialog[open]")

    def tell(self, size):
        print("       axe-core looked at %d views and dialogs of %d x %d" % (self.seen, *size), flush=True)
        expect(not self.found, "\n  " + "\n  ".join(self.found))


def layout_of(code):
    return json.loads(output(Tools.seedpress, "layout", code))


def finished(kiosk, codes):
    """A stored game of each kind, by its number: who corrects it can see its score."""
    coupons, laundry, clips, chipit = codes
    sheets = [sheet["coupons"] for sheet in layout_of(coupons)["sheets"]]
    at_pad = layout_of(chipit)["players"]
    everything = [coupon for sheet in sheets for coupon in sheet]
    kept = [coupon["id"] for coupon in everything if coupon["kind"] != "grill"]
    results = {
        coupons: {"game": "coupons", "players": [
            {"name": PEOPLE[seat], "coupons": kept[seat::len(sheets)], "discarded": []} for seat in range(len(sheets))],
            "discarded": [coupon["id"] for coupon in everything if coupon["kind"] == "grill"]},
        laundry: {"game": "laundry", "players": [
            {"name": name, "values": dict(zip(("underwear", "bra", "pants", "shirt", "bedsheet", "pillowcase"), (1, 1, 2, 2, 3, 3))),
             "score_dryer": ["sock", "sock"], "no_score_dryer": []} for name in PEOPLE[:2]]},
        clips: {"game": "clips", "first": 0, "bid": 1, "players": [
            {"name": PEOPLE[0], "clips": ["L1x1", "L3x1", "L5x1"]}, {"name": PEOPLE[1], "clips": ["L2x1", "L4x1", "L6x1"]}]},
        chipit: {"game": "chipit", "players": [{"name": name} for name in PEOPLE[:at_pad]],
                 "games": [list(range(at_pad))] * at_pad},
    }
    for number, (code, result) in enumerate(results.items()):
        status, told = post(kiosk, "/api/result", {"submission": "axe-%d" % number, "result": {**result, "code": code}})
        expect(status == 201, "stored: %r" % told)
        yield result["game"], code, told["entry"]["id"] if "entry" in told else told["id"]


def judge_all(size):
    with evening() as (kiosk, codes), Browser(kiosk, size) as browser:
        judge = Judge(browser)
        browser.forgive(" (404|422) ")
        browser.forgive("preloaded")
        stored = list(finished(kiosk, codes))
        browser.open("/organise")
        judge.look("login")
        log_in(browser)
        more = [("print-" + game, "/print?seed=5&game=" + game) for game in ("laundry", "chipit")]
        for name, path in [*views_of(codes), *more]:
            browser.visit(path)
            judge.look(name)
        for game, code, entry in stored:
            browser.visit("/entry/%d" % entry)
            judge.look("entry-" + game)
            browser.visit("/c/%s?correct=%d" % (code, entry))
            browser.see("#check[data-state=found]")
            judge.look("complete-" + game)
            judge.dialog("start-over-" + game, "[data-act=clear]")
            browser.tap("#score[aria-disabled=false]")
            browser.see("#cards")
            judge.look("score-" + game)
        rounds = json.loads(kits.fetched(browser, "/api/event"))["rounds"]
        browser.visit("/table/%d/%d" % next((each["round"], table["table"]) for each in rounds for table in each["tables"]
                                            if table["in"] == 0 and not table["spare"]))
        judge.dialog("ruling", "[data-act=ruling]")
        browser.visit("/print?seed=5&game=clips")
        browser.tap("[data-act=known]")
        browser.says(".known pre", "Alone, the best is")
        judge.look("print-known")
    judge.tell(size)


def judge_kit(size):
    """Every step to a kit, and the kit."""
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, size) as browser:
        judge = Judge(browser)
        see = lambda _, name: judge.look(name)
        kits.log_in(browser)
        kits.choose(browser, see)
        kits.change(browser, see)
        kits.look_over(browser, see)
        kits.make(browser, see)
    judge.tell(size)


def axe_finds_nothing_on_a_phone():
    judge_all(PHONE)


def axe_finds_nothing_on_a_desktop():
    judge_all(DESKTOP)


def axe_finds_nothing_on_the_way_to_a_kit():
    for size in (PHONE, DESKTOP):
        judge_kit(size)


# A test of its own, since they take minutes.
TESTS = []
LONG = [axe_finds_nothing_on_a_phone, axe_finds_nothing_on_a_desktop, axe_finds_nothing_on_the_way_to_a_kit]
