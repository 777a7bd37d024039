# SPDX-License-Identifier: MIT
"""The front door: what a slow phone waits for, and how far everything is by keyboard."""
from kiosk import Browser, DESKTOP, Failed, Keys, Kiosk, PHONE, Place, expect, wait_for
from paper import Print

GAMES = ("coupons", "laundry", "clips", "chipit")
# Bytes of what a view shows first. On Slow 3G (2 s a request, 50 KB a second) the page and what it asks for take 4 s,
# and these the rest of the 5 s for the first view and of the 8 s for a game, whose picture is apart.
HOME, GAME = 36000, 64000
TABS = 20  # from a game's heading to the button Score
LATENCY = 400  # milliseconds a request: what is asked for by a script is not there when the view is

# What was there when the view was: [name, what asked for it, bytes].
READY = r"""
const look = () => {
	if (!document.querySelector('.view:not([aria-busy]) :is(#code, #score)'))
		return requestAnimationFrame(look);
	window.there = performance.getEntriesByType('resource').filter(each => each.initiatorType !== 'img')
		.map(each => [new URL(each.name).pathname, each.initiatorType, each.transferSize]);
};
look();
"""


def there_at_first(kiosk, path):
    with Browser(kiosk, PHONE) as browser:
        browser.cdp("Network.enable")
        browser.cdp("Network.emulateNetworkConditions", offline=False, latency=LATENCY, downloadThroughput=-1, uploadThroughput=-1)
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=READY)
        browser.driver.get(kiosk.url + path)
        there = wait_for("the view", lambda: browser.js("return window.there"))
        browser.cdp("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        return there


def all_that_a_view_needs_is_asked_for_with_the_page():
    with Place() as place, Kiosk(place) as kiosk:
        views = [("/", HOME)] + [("/c/" + Print(place, game, 4711).code, GAME) for game in GAMES]
        for path, limit in [*views, ("/?casual=laundry", GAME)]:
            there = there_at_first(kiosk, path)
            late = [name for name, by, _ in there if by not in ("link", "script", "css")]
            expect(not late, "%s asks for %s only when a script runs" % (path, late))
            expect(any(name.startswith("/page/start/") for name, _, _ in there), "%s has its file: %r" % (path, there))
            needed = [each for each in there if not each[0].startswith("/sheet/")]
            expect(len(needed) <= 5, "%s asks for %d things first: %r" % (path, len(needed), needed))
            weight = sum(each[2] for each in needed)
            print("       %s: %d requests at once, %.1f KB" % (path, len(needed), weight / 1000), flush=True)
            expect(4000 < weight < limit, "%s weighs %d bytes before it shows" % (path, weight))


# What has the focus, and whose turn it is to be given something.
FOCUSED = r"""
const each = document.activeElement, chosen = document.querySelector('.person.chosen');
return [each.id, `${each.dataset.act || each.dataset.place || each.tagName} ${each.getAttribute('aria-label') || ''}`,
	chosen ? chosen.dataset.player : null];
"""


def tabs_to_score(browser):
    """What Tab goes through from the view's heading to the button Score."""
    passed, whose = [], browser.js(FOCUSED)[2]
    while len(passed) < 100:
        browser.press(Keys.TAB)
        at, name, chosen = browser.js(FOCUSED)
        passed.append(name)
        expect(chosen == whose, "Tab chose another player at %s" % name)
        if at == "score":
            return passed
    raise Failed("Tab does not come to Score: %r" % passed)


def score_is_a_few_tabs_away():
    with Place() as place, Kiosk(place) as kiosk:
        views = [(game, "/c/" + Print(place, game, 4711).code) for game in GAMES]
        views += [("casual laundry", "/?casual=laundry"), ("casual chipit", "/?casual=chipit"),
                  ("chipit for six", "/c/" + Print(place, "chipit", 4711, "--players", "6").code),
                  ("coupons for five", "/c/" + Print(place, "coupons", 4711, "--players", "5").code)]
        for size in (DESKTOP, PHONE):
            for name, path in views:
                with Browser(kiosk, size) as browser:
                    browser.open(path)
                    browser.checked()
                    passed = tabs_to_score(browser)
                    print("       %s at %d: %d tabs to Score" % (name, size[0], len(passed)), flush=True)
                    expect(len(passed) <= TABS, "%s takes %d tabs: %s" % (name, len(passed), ", ".join(passed)))


RING = """
const each = document.activeElement, hit = getComputedStyle(each.querySelector('.hit') || each);
return [each.getAttribute('class'), each.getAttribute('aria-label'), each.tagName === 'g' ? hit.stroke : hit.outlineStyle];
"""


def what_has_the_focus_shows_it():
    """Also what was given, placed or is missing; and arrows go on where Tab stops once."""
    with Place() as place, Kiosk(place) as kiosk:
        for game, act, kind in (("coupons", Keys.ENTER, "given"), ("clips", "2", "given"), ("laundry", Keys.ENTER, "filled")):
            with Browser(kiosk, PHONE) as browser:
                browser.open("/c/" + Print(place, game, 4711).code)
                browser.press(Keys.TAB)
                browser.js("document.querySelector('.place[tabindex=\"0\"]').focus()")
                browser.press(act)
                wait_for("a place that is " + kind, lambda: browser.all(".place.%s:focus" % kind))
                shown = browser.js(RING)
                expect(shown[2] == "rgb(26, 86, 168)", "%s shows no ring: %r" % (game, shown))


def arrows_go_from_pip_to_pip():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.open("/?casual=laundry")
        expect(len(browser.all("[data-mark]")) > 50 and len(wait_for("one stop", lambda: [
            each for each in [browser.all("[data-mark][tabindex='0']")] if len(each) == 1])) == 1, "one of them is a stop of Tab")
        browser.fill("[data-act=name][data-player='0']", "Ana")
        browser.press(Keys.TAB)
        browser.js("document.querySelector('[data-mark][tabindex=\"0\"]').focus()")
        for key, mark in ((Keys.ARROW_RIGHT, "underwear.2"), (Keys.ARROW_DOWN, "bra.2"), (Keys.ARROW_RIGHT, "bra.3")):
            browser.press(key)
            at = browser.js("return document.activeElement.dataset.mark")
            expect(at == mark, "the arrow goes to %s, not %s" % (mark, at))
        browser.press(Keys.ENTER)
        browser.see("[data-mark='bra.3'][aria-pressed=true][aria-label^='Ana: ']")
        small = browser.js("return [...document.querySelectorAll('.pip')].map(each => parseFloat(getComputedStyle(each).fontSize))"
                           ".filter(size => size < 14)")
        expect(not small, "pips of %r pixels" % small)


def an_unknown_address_is_a_page():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.forgive(" 404 ")
        browser.open("/nowhere/at/all")
        browser.says(".view", "There is nothing at this address")
        browser.tap(".view a.button")
        browser.see("#code")


def help_is_everywhere():
    with Place() as place, Kiosk(place) as kiosk:
        for size in (DESKTOP, PHONE):
            with Browser(kiosk, size) as browser:
                for path in ("/", "/print", "/standings", "/organise", "/?casual=laundry"):
                    browser.open(path)
                    browser.tap("[data-tab='/help']")
                    browser.says(".view-help h2", "The first five minutes")
                wait_for("the pictures", lambda: browser.js(
                    "return [...document.querySelectorAll('.view-help img')].every(each => each.naturalWidth > 0)"))
                expect(len(browser.all(".view-help img")) == 2, "how to photograph is shown")
                browser.picture("help")


TESTS = [help_is_everywhere, an_unknown_address_is_a_page, score_is_a_few_tabs_away, what_has_the_focus_shows_it, arrows_go_from_pip_to_pip, all_that_a_view_needs_is_asked_for_with_the_page]
