# SPDX-License-Identifier: MIT
"""What several photos and frames show together, and whose the pieces in them are."""
from games import names
from kiosk import DESKTOP, PHONE, Browser, Kiosk, Place, expect, wait_for
from paper import Print, frames, piles


def coupons_of(paper):
    return [coupon["id"] for sheet in paper.layout["sheets"] for coupon in sheet["coupons"]]


def two_piles_are_two_hands():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        photo, code, holder = piles(place, 1)
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", photo)
        browser.at("/c/" + code[:14])
        for seat in (0, 1):
            browser.says('.tally[data-player="%d"]' % seat, str(sum(who == seat for who in holder.values())))
        given = browser.js("return Object.fromEntries([...document.querySelectorAll('.place.given')].map("
                           "each => [each.dataset.place, Number(each.dataset.player)]))")
        expect(given == holder, "each coupon is whose strip it lies by")
        expect(not browser.all("dialog"), "nothing is asked where it is clear")
        browser.picture("piles")


def photos_without_a_code_wait_for_it():
    for size in (PHONE, DESKTOP):
        with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, size) as browser:
            paper = Print(place, "coupons", 4711, "--players", "2")
            ids = coupons_of(paper)
            browser.open("/")
            browser.give(".hero [data-act=photo-file]", paper.hand("one", ids[:12]))
            browser.says("#waiting", "12 coupons seen. Now show the QR on the strip of one sheet.")
            browser.give(".hero [data-act=photo-file]", paper.hand("two", ids[10:23]))
            browser.says("#waiting", "23 coupons seen.")
            browser.picture("waiting-%d" % size[0])
            if size == PHONE:
                browser.give(".hero [data-act=photo-file]", paper.hand("strip", [], strip=0))
                browser.at("/c/" + paper.code)
            else:
                browser.fill("#code", paper.code)
                browser.tap("[data-act=open]")
            browser.says("dialog", "Who collected these?")
            browser.says("dialog", "23 coupons")
            browser.tap("dialog [data-act=ask-1]")
            browser.says('.tally[data-player="0"]', "23")


def who_collected_these_is_asked_with_pictures():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "coupons", 4711, "--players", "2")
        ids = coupons_of(paper)
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", paper.hand("one", ids[:9]), paper.hand("two", ids[7:14]))
        browser.says("#waiting", "14 coupons seen")
        browser.give(".hero [data-act=photo-file]", paper.hand("strip", [], strip=1))
        browser.says("dialog", "Who collected these?")
        browser.says("dialog", "14 coupons")
        # Which photos are meant, as pictures too.
        shown = browser.js("return [...document.querySelectorAll('dialog [data-photo]')].map(each => each.dataset.photo)")
        expect(shown == ["Photo 1 of 2", "Photo 2 of 2"], "the photos with these coupons are named, not %r" % shown)
        browser.says("dialog", "(photo 1 of 2 and photo 2 of 2)")
        wait_for("the photos", lambda: browser.js(
            "return [...document.querySelectorAll('dialog figure img')].filter(each => each.naturalWidth > 100).length === 2"))
        # The coupons, each a part of its sheet.
        crops = browser.js("""return [...document.querySelectorAll('dialog [data-piece]')].map(each =>
            [each.dataset.piece, each.querySelector('svg').getAttribute('viewBox'), each.querySelector('image').getAttribute('href'),
             each.textContent])""")
        expect([crop[0] for crop in crops] == sorted(ids[:14])[:12], "twelve of them are shown: %r" % crops)
        piece = kiosk.json("/api/piece/" + paper.code)
        for name, box, picture, words in crops:
            sheet = next(each for each in piece["sheets"] if each["svg"] == picture)
            at = next(each for each in sheet["places"] if each["id"] == name)
            expect(box == "%d %d %d %d" % (at["x"], at["y"], at["w"], at["h"]), "%s is cut out where it is printed" % name)
            kind = next(coupon["kind"] for each in paper.layout["sheets"] for coupon in each["coupons"] if coupon["id"] == name)
            expect(kind in words, "%s says that it is a %s" % (name, kind))
        browser.says("dialog .pieces", "and 2 more")
        # The strip that was seen proposes its player, in the colour of the sheet.
        expect(browser.js("return [...document.querySelectorAll('dialog .main')].map(each => each.value)") == ["2"],
               "player B is proposed")
        expect(browser.js("return document.activeElement.value") == "2", "and Enter takes that")
        colours = browser.js("""return [...document.querySelectorAll('dialog .player-badge')].map(each => '#' +
            getComputedStyle(each).backgroundColor.match(/\\d+/g).map(each => (+each).toString(16).padStart(2, '0')).join(''))""")
        expect(colours == piece["colours"], "a player has one colour, not %r" % colours)
        browser.picture("who-collected")
        browser.tap("dialog [data-act=ask-2]")
        browser.says('.tally[data-player="1"]', "14")


def a_live_camera_adds_up():
    for size in (PHONE, DESKTOP):
        with Place() as place:
            paper = Print(place, "coupons", 31, "--players", "2")
            ids = coupons_of(paper)
            feed = frames(place, [paper.hand("one", ids[:9], size=(1920, 1080)),
                                  paper.hand("two", ids[7:18], size=(1920, 1080))])
            with Kiosk(place) as kiosk, Browser(kiosk, size, feed) as browser:
                browser.open("/c/" + paper.code)
                names(browser, "Ana", "Bo")
                browser.tap('[data-act=pick][aria-label^="Bo"]')
                browser.tap(".photos [data-act=camera]")
                browser.says("#live-count", "18 of 48")
                ticked = browser.js("return [...document.querySelectorAll('.tick')].map(each => each.dataset.seen)")
                expect(sorted(ticked) == sorted(ids[:18]), "each has its tick")
                browser.picture("live-%d" % size[0])
                browser.tap("[data-act=live-done]")
                browser.says('.tally[data-player="1"]', "18")


TESTS = [two_piles_are_two_hands, photos_without_a_code_wait_for_it, who_collected_these_is_asked_with_pictures, a_live_camera_adds_up]
