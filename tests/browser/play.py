# SPDX-License-Identifier: MIT
"""One game at the table as people meet it: what the page says, what it keeps, and what comes next."""
import json
import re
from contextlib import contextmanager
from subprocess import DEVNULL

from games import agree, clip, names, to_score
from kiosk import DESKTOP, PHONE, Browser, Kiosk, Place, Tools, expect, wait_for
from paper import Print, frames, output, played, ticket
from safe import log_in

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
        # An unassigned coupon is unassigned: nothing else is said about it.
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", paper.hand("again", ids[:9]))
        browser.says("#waiting", "9 coupons seen")
        browser.fill("#code", paper.code)
        browser.tap("[data-act=open]")
        browser.says("dialog", "Who collected these?")
        browser.tap("dialog [data-act=ask-no]")
        browser.says("#toasts", "Nothing in this picture was assigned to anyone")
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
                           "%s: the colour %r of player %d is on their own piece alone: %r" % (game, colour, seat, has))
                browser.picture("colours-%s-%s" % (game, theme))
        # Without a code the tickets are still blue and orange, to the end.
        browser.open("/?casual=laundry")
        badges = """return [...document.querySelectorAll(arguments[0] + ' .player-badge')].map(each => [each.textContent, '#' +
            getComputedStyle(each).backgroundColor.match(/\\d+/g).map(part => (+part).toString(16).padStart(2, '0')).join('')])"""
        own = sorted(browser.js(badges, "#players"))
        expect({colour for _, colour in own} == set(piece["colours"]), "%r, and on the tickets %r" % (own, piece["colours"]))
        play_laundry(browser, ["underwear", "bra"])
        expect(sorted(browser.js(badges, "#cards")) == own, "%r in the result" % browser.js(badges, "#cards"))


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
            browser.see(".lately .latest li:nth-child(4)")
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


def two_tabs_are_one_game():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        path = "/c/" + Print(place, "clips", 4711).code
        browser.open(path)
        clip(browser, "L1", 2)
        expect(browser.js("return document.querySelector('#other-tab').hidden"), "the first is alone")
        first = browser.window
        browser.window = browser.chromium.line.ask(
            "Target.createTarget", url="about:blank", browserContextId=browser.context)["targetId"]
        browser.open(path)
        browser.says("#other-tab:not([hidden])", "open in another tab")
        clip(browser, "R1", 2)
        second, browser.window = browser.window, first
        browser.see(".clip-list [data-clip=R1x2]")
        expect(browser.js("return document.querySelector('#other-tab').hidden"), "the later alone says so")
        for handle in ("L2", "R2", "L8", "R8"):
            clip(browser, handle, 1)
        to_score(browser)
        agree(browser, 2)
        browser.see("#stored.found")
        browser.window = second
        browser.says("#toasts", "stored in another tab")
        expect(not browser.all(".clip-list [data-clip]"), "and the next game is a new one")


def clips_are_said_in_words_and_reviewed_as_entered():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        photo, _, clips = played(place, 3)
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", photo)
        browser.says("dialog", "Whose are the")
        browser.tap("dialog [data-act=ask-1]")
        browser.see(".clip-list [data-clip]:nth-child(6)")
        before = browser.js("return [...document.querySelectorAll('.clip-list [data-clip]')].map(each => each.dataset.clip)")
        browser.tap(".clip-list [data-clip]:nth-child(3) [data-act=earlier]")
        after = [before[2], before[1], before[0], *before[3:]]
        browser.see(".clip-list [data-clip=%s]:first-child" % after[0])
        to_score(browser)
        browser.says("#review", "Could it have gone better")
        browser.tap("#review summary")
        said = [each.text for each in browser.all("#review li strong")]
        edges = {"L": "left", "R": "right", "T": "top", "B": "bottom"}
        words = ["%s %s from the %s, %s deep" % ("row" if each[0] in "LR" else "column", each[1], edges[each[0]], each[3])
                 for each in after]
        expect(said == words and set(after) == set(clips), "the review is of the order that was entered: %r" % said)


def a_check_speaks_plainly():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        browser.open("/?casual=laundry")
        names(browser, "Ana", "Bo")
        browser.tap(".ticket[data-player='0'] [data-mark='shirt.1']")
        browser.says("#check", "Ana: the value of underwear, bra, pants, bedsheet")
        browser.open("/?casual=chipit")
        browser.says("#progress", "Who finished first")
        expect("player A" not in browser.js("return document.body.innerText"), "a player's letter is a name")


def play_laundry(browser, dried):
    """Casual Coin-Op on the page that is open."""
    for seat, item in enumerate(dried):
        for mark in ticket([item]):
            browser.tap(".ticket[data-player='%d'] [data-mark='%s']" % (seat, mark))
    to_score(browser)
    agree(browser, 2)
    browser.see("#stored.found")


def casual_games_remember_people_and_scores():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        code = Print(place, "laundry", 12).code
        browser.open("/c/" + code)
        browser.see("#score")
        expect(not browser.all("#before"), "nobody has scored it")
        names(browser, "Ana", "Bo")
        play_laundry(browser, ("pants", "bra"))
        browser.see("#next")
        browser.tap("[data-act=rematch]")
        browser.says("#before", "This code was scored before")
        browser.says("#before", "Ana 12 and Bo 11")
        expect([each.get_attribute("value") for each in browser.all("#players [data-act=name]")] == ["Ana", "Bo"],
               "the same people")
        play_laundry(browser, ("pillowcase", "bra"))
        browser.says("#best", "Best on this card: Ana with 13, of 2 games.")
        browser.picture("rematch")
        # Another game later: the names of last time by one tap, and the history on the first page.
        browser.open("/?casual=laundry")
        browser.tap("[data-act=last-names]")
        browser.see("[data-act=name]")
        expect([each.get_attribute("value") for each in browser.all("#players [data-act=name]")] == ["Ana", "Bo"],
               "as last time")
        browser.open("/")
        browser.tap("#played-here summary")
        browser.says("#played-here", "Ana 13 and Bo 11")
        browser.picture("played-here")
    # Of a table of the event nothing but its result is kept.
    with event_night() as (kiosk, code), Browser(kiosk, PHONE) as browser:
        play_clips(browser, code)
        kept = browser.js("return localStorage.getItem('seedpress.history')")
        expect(code not in kept and '"card":null' in kept, "no code of the event stays on the device")


def a_kiosk_that_is_away_for_a_moment_keeps_the_score():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.open("/?casual=laundry")
        for seat, item in enumerate(("pants", "bra")):
            for mark in ticket([item]):
                browser.tap(".ticket[data-player='%d'] [data-mark='%s']" % (seat, mark))
        to_score(browser)
        browser.js("""const ask = fetch;
            window.refused = 0;
            window.fetch = (path, how) => path !== '/api/check' || window.refused < 0 ? ask(path, how) : Promise.resolve(new Response(
                JSON.stringify({error: 'busy', kind: 'trouble', seen: ++window.refused}), {status: 503}));""")
        # The first tap after a name was typed counts, too.
        browser.see("#agreement")
        browser.fill(".who [data-act=name][data-player='0']", "Ana")
        browser.tap("[data-act=agree][data-player='1']")
        browser.see("[data-act=agree][data-player='1'][aria-pressed=true]")
        browser.says("[data-act=agree][data-player='0']", "Ana")
        wait_for("a refused check", lambda: browser.js("return window.refused > 0"))
        browser.settled()
        expect(browser.all("#cards") and not browser.all("#score"), "the score is still shown")
        browser.js("window.refused = -1")
        browser.says("#cards", "Ana")
        browser.tap("[data-act=agree][data-player='0']")
        browser.see("#stored.found")


def undo_ends_where_nothing_can_be_shown():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.open("/?casual=laundry")
        browser.tap(".ticket[data-player='0'] [data-mark='shirt.1']")
        browser.js("""const [[name, text]] = Object.entries(localStorage).filter(([name]) => name.startsWith('seedpress.draft')),
            draft = JSON.parse(text);
            localStorage.setItem(name, JSON.stringify({...draft, past: [{players: 7}, {}]}));""")
        browser.driver.refresh()
        browser.tap("[data-act=undo]")
        browser.see("[data-act=undo]:disabled")
        browser.see(".ticket[data-player='0'] [data-mark='shirt.1'][aria-pressed=true]")


def coupons_are_played_again_with_new_sheets():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "coupons", 4711, "--players", "2", "--rule", "burger_pair=4")
        browser.open("/c/" + paper.code)
        names(browser, "Ana", "Bo")
        discard_for_grills(browser, paper)
        browser.tap("[data-act=rest-given]")
        to_score(browser)
        agree(browser, 2)
        browser.says("#next", "These sheets are cut up")
        browser.picture("coupons-again")
        browser.tap("[data-act=rematch]")
        browser.at(r"/print\?game=coupons")
        for words in ("players=2", "rule.burger_pair=4", "pieces=game"):
            browser.at(words.replace(".", r"\."))
        browser.at("seed=")
        expect("seed=4711" not in browser.driver.current_url, "the sheets are new")
        # The new sheets know who plays, for as many; not the next time.
        for players, people in (("3", ["", "", ""]), ("2", ["Ana", "Bo"])):
            browser.open("/c/" + Print(place, "coupons", 99, "--players", players).code)
            browser.see("#players [data-act=name]")
            shown = [each.get_attribute("value") for each in browser.all("#players [data-act=name]")]
            expect(shown == people, "for %s players: %r" % (players, shown))
        # Where nobody may print, new sheets come from elsewhere.
        with Browser(kiosk) as desk:
            log_in(desk)
            desk.driver.execute_async_script("""const [done] = arguments;
                import('/page/api.js').then(({kiosk, post}) => kiosk(true).then(() => post('/api/event/settings', {printing: false}).then(done)));""")
        wait_for("that nobody may print", lambda: not kiosk.json("/api/kiosk")["printing"])
        browser.open("/entry/1")
        browser.says("#next", "These sheets are cut up")
        browser.tap("[data-act=rematch]")
        browser.at(r":\d+/$")


# The scraps that cross the name of the winner while they fall, and how many of those lie over it.
CROSSING = """
const name = document.querySelector('#verdict h1').getBoundingClientRect(), out = {cross: 0, over: 0};
const falls = document.getAnimations().filter(each => each.effect.target.closest('.scraps'));
falls.forEach(each => each.pause());
for (let now = 0; now < 4500; now += 150) {
    falls.forEach(each => { each.currentTime = now; });
    for (const scrap of document.querySelectorAll('.scraps i')) {
        const box = scrap.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        if (x < name.left || x > name.right || y < name.top || y > name.bottom || getComputedStyle(scrap).opacity === '0') continue;
        out.cross++;
        if (document.elementFromPoint(x, y).closest('.scraps')) out.over++;
    }
}
return out;
"""


def the_winner_is_read_through_the_confetti():
    for size in (PHONE, DESKTOP):
        with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, size) as browser:
            browser.open("/?casual=chipit")
            names(browser, "A winner with quite a long name", "Bo", "Cy")
            for player in (0, 1):
                browser.tap("[data-act=finish][data-player='%d'][data-game='0']" % player)
            to_score(browser)
            browser.js("scrollTo(0, 0)")
            seen = browser.js(CROSSING)
            expect(seen["cross"] > 0 and seen["over"] == 0, "scraps fall behind the name: %r" % seen)


def dates_are_in_the_language_of_the_page():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        browser.open("/")
        browser.driver.execute_async_script(STORE, 1)
        browser.cdp("Emulation.setLocaleOverride", locale="de-DE")
        for path, css in (("/entry/1", "#history time"), ("/standings", "time"), ("/", ".lately time")):
            browser.open(path)
            browser.see(css)
            shown, right = browser.js("""const time = document.querySelector(arguments[0]);
                return [time.textContent, new Date(time.dateTime).toLocaleString('en-GB',
                    {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'})]""", css)
            expect(shown == right, "%s has %r, not %r" % (path, shown, right))
        expect(browser.js("return new Date(0).toLocaleDateString(undefined, {month: 'long'})") == "Januar",
               "though the browser speaks German")


@contextmanager
def event_night():
    """A kiosk with a round of clips, two tables of two sides, and Coin-Op after it; the code of a side of the first."""
    with Place() as place:
        kit = place.file("night.kit", NIGHT)
        output(Tools.seedpress, "kit", kit, "-o", place.file("night"), stderr=DEVNULL)
        manifest = place.file("night/manifest.json")
        with open(manifest, encoding="utf-8") as file:
            code = next(piece["code"] for piece in json.load(file)["pieces"] if piece["round"] == 1 and piece["table"] == 1)
        with Kiosk(place, "--manifest", manifest) as kiosk:
            yield kiosk, code


NIGHT = """[event]
name = Night
seed = 9
[round 1]
game = clips
tables = 2
players = 2
sides = 2
[round 2]
game = laundry
tables = 2
players = 2
"""


def play_clips(browser, code):
    browser.open("/c/" + code)
    names(browser, "Ana", "Bo")
    for handle in ("L1", "R1", "L2", "R2", "L8", "R8"):
        clip(browser, handle, 1)
    to_score(browser)
    agree(browser, 2)
    browser.see("#stored.found")


def what_comes_next_is_always_said():
    with event_night() as (kiosk, code), Browser(kiosk, DESKTOP) as browser:
        other = next(each["code"] for each in kiosk.json("/api/piece/" + code)["others"])
        play_clips(browser, code)
        browser.says("#next", "One more game of this table is still to be entered")
        browser.says("#next", "Round 1 still waits for table 1")
        browser.says("#next", "After that comes round 2: Coin-Op.")
        play_clips(browser, other)
        browser.says("#next", "For the tournament: Ana ")
        # Tables for spreadsheets: Excel takes UTF-8 for it where that is said first, programs need no more than the text.
        for path in ("/standings.csv", "/results.csv"):
            plain, excel = kiosk.ask(path)[2], kiosk.ask(path + "?excel=yes")[2]
            expect(excel == b"\xef\xbb\xbf" + plain and not plain.startswith(b"\xef"), "%s opens in Excel" % path)
        browser.says("#next", "Round 1 still waits for table 2.")
        browser.picture("next")
        browser.open("/?casual=chipit")
        for player in (2, 0):
            browser.tap("[data-act=finish][data-player='%d'][data-game='0']" % player)
        to_score(browser)
        agree(browser, 3)
        browser.see("#next [data-act=rematch]")


TESTS = [what_moved_is_said_in_sentences, pages_that_read_no_picture_say_so,
         games_of_one_picture_come_one_after_the_other,
         the_qr_on_a_sheet_is_named_where_it_leads_here, paper_and_screen_have_the_same_colours,
         a_screen_with_its_camera_shows_everything, a_phone_has_all_in_reach,
         two_tabs_are_one_game, clips_are_said_in_words_and_reviewed_as_entered, a_check_speaks_plainly,
         casual_games_remember_people_and_scores, a_kiosk_that_is_away_for_a_moment_keeps_the_score, undo_ends_where_nothing_can_be_shown,
         coupons_are_played_again_with_new_sheets, the_winner_is_read_through_the_confetti,
         dates_are_in_the_language_of_the_page, what_comes_next_is_always_said]
