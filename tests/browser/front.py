# SPDX-License-Identifier: MIT
"""The front door: what a slow phone waits for."""
from kiosk import Browser, Kiosk, PHONE, Place, expect, wait_for
from paper import Print

GAMES = ("coupons", "laundry", "clips", "chipit")
# Bytes of what a view shows first. On Slow 3G (2 s a request, 50 KB a second) the page and what it asks for take 4 s,
# and these the rest of the 5 s for the first view and of the 8 s for a game, whose picture is apart.
HOME, GAME = 36000, 64000
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


TESTS = [all_that_a_view_needs_is_asked_for_with_the_page]
