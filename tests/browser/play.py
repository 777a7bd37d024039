# SPDX-License-Identifier: MIT
"""One game at the table as people meet it: what the page says, what it keeps, and what comes next."""
import re
from subprocess import DEVNULL

from games import agree, names, to_score
from kiosk import DESKTOP, PHONE, Browser, Kiosk, Place, Tools, expect
from paper import Print, frames, output, ticket

SCREEN = (1920, 1080)


def toasts(browser):
    return browser.js("return [...document.querySelectorAll('.toast span:last-child')].map(each => each.textContent)")


def what_moved_is_said_in_sentences():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        paper = Print(place, "coupons", 4711, "--players", "2")
        ids = [coupon["id"] for sheet in paper.layout["sheets"] for coupon in sheet["coupons"]]
        browser.open("/c/" + paper.code)
        names(browser, "Ana", "Bo")
        browser.tap('[data-act=pick][aria-label^="Bo"]')
        for place_id in ids[:2]:
            browser.tap("[data-place=%s]" % place_id)
        browser.tap('[data-act=pick][aria-label^="Ana"]')
        browser.give(".photos [data-act=photo-file]", paper.hand("hand", ids[:9]))
        browser.says("#toasts", "9 coupons for Ana. %s and %s were Bo’s before." % tuple(ids[:2]))
        # Nobody's is nobody's: nothing else is said of it.
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", paper.hand("again", ids[:9]))
        browser.says("#waiting", "9 coupons seen")
        browser.fill("#code", paper.code)
        browser.tap("[data-act=open]")
        browser.says("dialog", "Whose hand is this?")
        browser.tap("dialog [data-act=ask-no]")
        browser.says("#toasts", "Nobody got anything from this picture")
        expect(not any("Nothing of this game" in each for each in toasts(browser)), "and nothing that is not true")


def pages_that_read_no_picture_say_so():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.open("/?casual=laundry")
        browser.see("#score")
        expect(not browser.all("[data-act=photo], [data-act=gallery], [data-act=camera]"), "there is no photo button")
        browser.js("""const files = new DataTransfer();
            files.items.add(new File(['x'], 'a.jpg', {type: 'image/jpeg'}));
            dispatchEvent(new DragEvent('drop', {dataTransfer: files, cancelable: true}))""")
        browser.says("#toasts", "A game without a code has nothing that a picture could show")


def games_of_one_picture_come_one_after_the_other():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        photos = []
        for seed, dried in ((4711, "pants"), (4712, "bra")):
            paper = Print(place, "laundry", seed)
            photos.append(paper.form("tickets%d" % seed, paper.codes[0], *ticket([dried]), paper.codes[1], *ticket([])))
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", *photos)
        browser.says("dialog", "2 games in this picture")
        browser.tap("dialog [data-act='ask-%s']" % browser.see("dialog [data-act^=ask-1]").get_attribute("value"))
        for more in (True, False):
            to_score(browser)
            agree(browser, 2)
            browser.see("#stored.found")
            expect(bool(browser.all("#offers")) == more, "the other one is offered once")
            if more:
                browser.picture("offers")
                browser.tap("#offers [data-act=offer]")
        totals = [kiosk.json("/api/entry/%d" % number)["entry"]["score"]["players"][0]["total"] for number in (1, 2)]
        expect(sorted(totals) == [11, 12], "each as it was marked, not %r" % totals)


# A kiosk that phones can reach: in the network of a test it has no address but the machine's own.
REACHED = """
const ask = window.fetch;
window.fetch = async (...words) => {
    const answer = await ask(...words);
    if (!String(words[0]).startsWith('/api/kiosk')) return answer;
    return Response.json({...await answer.json(), addresses: [location.origin + '/']});
};
"""
KIT = """[event]
name = Night
seed = 9
%s
[round 1]
game = clips
tables = 1
players = 2
"""


def the_qr_on_a_sheet_is_named_where_it_leads_here():
    with Place() as place, Kiosk(place) as kiosk:
        here = "url = %s/c/" % kiosk.url
        for number, (url, words) in enumerate((("", "its QR has no address"), (here, "or at the QR on your sheet"),
                                               ("url = http://elsewhere.example/c/", "its QR has no address"))):
            kit = place.file("night%d.kit" % number, KIT % url)
            output(Tools.seedpress, "kit", kit, "-o", place.file("night%d" % number), stderr=DEVNULL)
            kiosk.kill()
            kiosk.db = place.file("night%d.db" % number)
            kiosk.more = ("--manifest", place.file("night%d/manifest.json" % number))
            kiosk.start()
            with Browser(kiosk, DESKTOP) as browser:
                browser.forgive("address.svg")
                browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=REACHED)
                browser.open("/")
                browser.says("#phone-how", words)
                browser.picture("phone-how-%d" % number)


def colours_in(drawing):
    """Every colour of an SVG, as three numbers up to 255."""
    shares = re.findall(r"rgb\(([\d.]+)%, ?([\d.]+)%, ?([\d.]+)%\)", drawing)
    return {tuple(round(float(part) * 2.55) for part in each) for each in shares}


def paper_and_screen_have_the_same_colours():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        for game, options in (("coupons", ("--players", "5")), ("laundry", ())):
            paper = Print(place, game, 7, *options)
            piece = kiosk.json("/api/piece/" + paper.code)
            drawn = [colours_in(kiosk.ask(sheet["svg"])[2].decode()) for sheet in piece["sheets"]]
            browser.open("/c/" + paper.code)
            browser.see("#players .player-badge")
            for theme in ("light", "dark"):
                browser.js("document.documentElement.dataset.theme = arguments[0]", theme)
                shown = browser.js("""return [...document.querySelectorAll('#players .player-badge')].map(each =>
                    getComputedStyle(each).backgroundColor.match(/\\d+/g).map(Number))""")
                for seat, colour in enumerate(shown):
                    has = [tuple(colour) in sheet for sheet in drawn]
                    expect(has == [each == seat for each in range(len(drawn))],
                           "%s: the colour %r of player %d is on the own piece alone: %r" % (game, colour, seat, has))
                browser.picture("colours-%s-%s" % (game, theme))


STORE = """
const [count, done] = arguments;
(async () => {
    for (let n = 0; n < count; n++)
        await fetch('/api/result', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({
            submission: 'evening' + n, result: {game: 'chipit', players: [{name: 'Ana'}, {name: 'Bo'}, {name: 'Cy'}],
                games: [[n % 3, (n + 1) % 3, (n + 2) % 3]]}})});
    done();
})();
"""


def a_screen_with_its_camera_shows_everything():
    with Place() as place:
        paper = Print(place, "coupons", 8)  # coupons without a code, so that the camera goes on looking
        feed = frames(place, [paper.hand("hand", ["A01", "A02", "A03"], size=SCREEN)])
        with Kiosk(place) as kiosk, Browser(kiosk, SCREEN, feed) as browser:
            browser.forgive("address.svg")
            browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=REACHED)
            browser.open("/")
            browser.driver.execute_async_script(STORE, 6)
            browser.open("/")
            browser.see("#camera video")
            browser.see(".recent li:nth-child(4)")
            tall = browser.js("return document.documentElement.scrollHeight")
            browser.picture("screen-camera")
            expect(tall <= SCREEN[1], "nothing is below the screen, but %d pixels" % (tall - SCREEN[1]))


def in_sight(browser, css):
    """Whether an element is wholly on the screen, where it is now."""
    box = browser.js("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                     "return [box.top, box.bottom, innerHeight]", css)
    return box[0] >= 0 and box[1] <= box[2] + 1


def discard_for_grills(browser, paper):
    """As many coupons of the first sheet as there are grills; how many."""
    coupons = [coupon for sheet in paper.layout["sheets"] for coupon in sheet["coupons"]]
    grills = sum(coupon["kind"] == "grill" for coupon in coupons)
    browser.tap("[data-act=way-pool]")
    for coupon in [each for each in coupons if each["kind"] != "grill"][:grills]:
        browser.tap("[data-place=%s]" % coupon["id"])
    return grills


def a_phone_has_all_in_reach():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "coupons", 4711, "--players", "5")
        browser.open("/c/" + paper.code)
        browser.see("#players [data-act=name]")
        border = browser.js("return getComputedStyle(document.querySelector('[data-act=name]')).borderTopColor")
        expect(not border.endswith(", 0)"), "a name looks like a field, not %s" % border)
        expect(in_sight(browser, ".photos [data-act=photo]"), "the photo button is seen without scrolling")
        expect(browser.js("return document.querySelector('.photos').compareDocumentPosition("
                          "document.querySelector('.sheets-area')) & 4"), "and stands before the sheets")
        names(browser, "Ana", "Bo", "Cy", "Di", "Em")
        browser.tap('[data-act=pick][aria-label^="Bo"]')
        gone = discard_for_grills(browser, paper)
        browser.tap("[data-act=rest-given]")
        to_score(browser)
        browser.js("scrollTo(0, 0)")
        for seat in range(5):
            expect(in_sight(browser, '[data-act=agree][data-player="%d"]' % seat), "everybody can agree at once")
        places = [each.get_attribute("data-place-won") for each in browser.all("#cards > li")]
        expect(places == sorted(places) and len(places) == 5, "a ranking")
        expect(not browser.all("#cards details[open]"), "whose lines are folded")
        browser.tap("#cards li:first-child summary")
        browser.see("#cards li:first-child [data-line]")
        browser.picture("phone-score")
        # Back is back to the game, with all that was entered.
        browser.driver.back()
        browser.see("#score")
        browser.says('.tally[data-player="1"]', str(120 - gone))
        browser.driver.forward()
        browser.settled()
        # Names are known again on this device, and nowhere else.
        browser.open("/?casual=chipit")
        browser.see("[data-act=name]")
        known = browser.js("return [...document.querySelector('[data-act=name]').list.options].map(each => each.value)")
        expect(sorted(known) == ["Ana", "Bo", "Cy", "Di", "Em"], "names are offered: %r" % known)


TESTS = [what_moved_is_said_in_sentences, pages_that_read_no_picture_say_so,
         games_of_one_picture_come_one_after_the_other,
         the_qr_on_a_sheet_is_named_where_it_leads_here, paper_and_screen_have_the_same_colours,
         a_screen_with_its_camera_shows_everything, a_phone_has_all_in_reach]
