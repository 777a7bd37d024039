# SPDX-License-Identifier: MIT
"""At the table, with a phone: calling the organiser, the round's clock, and a kiosk that goes away in the middle of a
round."""
import json
import os
import re
import time

from event import PEOPLE, code_of, print_kit, seat
from games import agree, names, to_score
from kiosk import Browser, Kiosk, PHONE, Place, Tools, expect, wait_for
from paper import output
from safe import log_in, post


def seconds_of(text):
    minutes, seconds = re.search(r"(\d+):(\d\d)", text).groups()
    return 60 * int(minutes) + int(seconds)


def a_table_calls_the_organiser():
    with Place() as place:
        manifest, key = print_kit(place, True)
        with Kiosk(place, "--manifest", manifest, "--key", key) as kiosk, Browser(kiosk) as desk, \
                Browser(kiosk, PHONE) as phone, Browser(kiosk, PHONE) as other:
            log_in(desk)
            desk.open("/organise?tab=people")
            phone.open("/c/" + code_of(manifest, 1, 2))
            other.open("/c/" + code_of(manifest, 1, 2))
            phone.tap("[data-act=call]")
            phone.see("#called")
            phone.picture("table-called")
            # Everybody at the table knows, and so does whoever looks at the kiosk.
            other.see("#called")
            desk.says("#calls", "Table 2 calls")
            phone.driver.refresh()
            phone.see("#called")
            desk.tap("#calls")
            desk.says("#called", "Table 2 calls you")
            desk.picture("organise-called")
            other.tap("[data-act=call-off]")
            desk.gone("#called")
            phone.says("#toasts", "has answered")
            phone.tap("[data-act=call]")
            desk.tap("[data-act=answered]")
            desk.gone("#called")
            for each in (phone, other):
                each.says("#toasts", "has answered")
                each.see("[data-act=call]")


def the_clock_is_the_kiosks_on_every_device():
    with Place() as place:
        manifest, _ = print_kit(place, False)
        with Kiosk(place, "--manifest", manifest) as kiosk, Browser(kiosk) as desk, Browser(kiosk) as wall, \
                Browser(kiosk, PHONE) as phone:
            # A phone whose own clock is years off.
            phone.cdp("Page.addScriptToEvaluateOnNewDocument", source="""
                const now = Date.now;
                Date.now = () => now() - 100000000000;""")
            log_in(desk)
            desk.open("/organise")
            phone.open("/c/" + code_of(manifest, 1, 1))
            wall.open("/screen")
            desk.fill("#minutes", "20")
            desk.tap("[data-act=clock-start]")
            for each, where in ((desk, "#clock"), (phone, "#now-clock"), (wall, "#clock")):
                each.see(where + "[data-clock=on]")
                expect(1190 <= seconds_of(each.text(where)) <= 1200, "20 minutes: " + each.text(where))
            phone.picture("table-clock")
            desk.tap("[data-act=clock-pause]")
            for each, where in ((desk, "#clock"), (phone, "#now-clock"), (wall, "#clock")):
                each.says(where, "paused")
            left = seconds_of(phone.text("#now-clock"))
            desk.tap("[data-act=clock-extend]")
            wait_for("5 more minutes", lambda: seconds_of(phone.text("#now-clock")) == left + 300)
            expect(seconds_of(wall.text("#clock")) == left + 300, "the same on the screen: " + wall.text("#clock"))
            desk.picture("organise-clock")
            desk.tap("[data-act=clock-pause]")
            wait_for("the clock to go on", lambda: "paused" not in phone.text("#now-clock"))
            desk.tap("[data-act=clock-stop]")
            phone.gone("#now-clock")


def rules_are_read_at_the_table():
    with Place() as place:
        manifest, _ = print_kit(place, False)
        with Kiosk(place, "--manifest", manifest) as kiosk, Browser(kiosk, PHONE) as phone:
            phone.open("/c/" + code_of(manifest, 1, 1))
            names(phone, "Ana", "Bo", "Cy")
            phone.tap("[data-act=rules]")
            phone.says("h1", "Rules of Chip It")
            wait_for("the page", lambda: phone.js("return document.querySelector('.printed')?.naturalWidth > 0"))
            phone.picture("table-rules")
            phone.tap("[data-act=zoom-in]")
            phone.tap("[data-act=game]")
            phone.says("#progress", "0 of 3")
            expect(phone.see("[data-act=name][data-player='0']").get_attribute("value") == "Ana", "the game is as it was")
            phone.open("/")
            for game in ("coupons", "laundry", "clips", "chipit"):
                phone.tap(".games a[href='/rules/%s']" % game)
                phone.says("h1", "Rules of")
                phone.driver.back()
                phone.settled()
            phone.forgive(" 4[02]\\d ")
            phone.open("/rules/bridge")
            phone.says("main", "That did not work")


def people_check_in_on_their_phones():
    with Place() as place:
        manifest, _ = print_kit(place, False)
        with Kiosk(place, "--manifest", manifest) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as phone:
            log_in(desk)
            seat(desk, place)
            # As a badge leads there.
            phone.open("/where?name=Cy")
            phone.says("h1", "Cy")
            expect(not phone.all("[data-act=here]"), "only the organiser checks people in")
            desk.open("/organise?tab=event")
            desk.tap("#check_in")
            desk.says("#toasts", "People check themselves in")
            phone.tap("[data-act=here]")
            phone.says("#check-in", "You are checked in")
            phone.picture("table-checked-in")
            desk.open("/organise?tab=people")
            desk.says("#people-count", "1 checked in")
            desk.says("[data-act=here][aria-pressed=true]", "Checked in")


# The kiosk's machine under another address, as phones have it: http without a name that browsers trust.
ELSEWHERE = "192.0.2.77"
OUTAGE = float(os.environ.get("SEEDPRESS_OUTAGE", 6))  # seconds; 600 is what an evening may bring
WARNS = "return !dispatchEvent(new Event('beforeunload', {cancelable: true}))"
NETWORK = "Cross-Origin-Opener-Policy|ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|Failed to load resource|serviceWorker"


def finish(browser, *games):
    """Enters games of a tournament for three, in the order of seats."""
    for game in games:
        for player in (0, 1):
            browser.tap("[data-act=finish][data-player='%d'][data-game='%d']" % (player, game))


def kiosk_is_local(browser):
    return browser.js("return fetch('/api/kiosk').then(answer => answer.json()).then(about => about.local)")


def outbox(browser):
    return json.loads(browser.js("return localStorage.getItem('seedpress.outbox')") or "[]")


def nothing_is_lost_while_the_kiosk_is_away():
    """One table is in the middle of its game, another agrees to its score; a third phone sends what the first sends."""
    with Place() as place:
        manifest, _ = print_kit(place, False)
        with Kiosk(place, "--manifest", manifest) as kiosk, Browser(kiosk, PHONE, host=ELSEWHERE) as one, \
                Browser(kiosk, PHONE, host=ELSEWHERE) as other, Browser(kiosk, PHONE, host=ELSEWHERE) as third:
            for browser in (one, other, third):
                browser.forgive(NETWORK)
                browser.open("/c/" + code_of(manifest, 1, 2 if browser is other else 1))
                expect(browser.js("return [isSecureContext, 'serviceWorker' in navigator]") == [False, False],
                       "browsers are strict at " + browser.url)
                expect(not browser.js(WARNS), "nothing is here that could be lost")
            expect(not kiosk_is_local(one), "phones are not the kiosk's own screen, which does not wait for people")
            names(one, "Ana", "Bo", "Cy")
            finish(one, 0)
            names(other, "Di", "Eva", "Finn")
            finish(other, 0, 1, 2)
            to_score(other)
            third.says("#progress", "1 of 3")
            kiosk.kill()
            stopped = time.monotonic()
            # Both go on, on pages that were open.
            agree(other, 3)
            other.says("#waiting", "Not stored yet")
            finish(one, 1, 2)
            one.says("#check", "does not answer")
            expect(one.js(WARNS) and other.js(WARNS), "leaving would lose the page")
            one.picture("table-offline")
            one.tap("[data-act=hand-in]")
            one.tap("dialog [data-act=ask-hand-in]")
            one.says("#waiting", "Not stored yet")
            one.says("#unsent", "1 not sent")
            one.picture("table-handed-in")
            sent = outbox(one) + outbox(other)
            expect(len(sent) == 2, "one result each: %r" % sent)
            # Another phone of the first table has the same game, as far as it was shared, and goes on, too.
            finish(third, 1, 2)
            third.tap("[data-act=hand-in]")
            third.tap("dialog [data-act=ask-hand-in]")
            third.says("#unsent", "1 not sent")
            wait_for("the end of the outage", lambda: time.monotonic() - stopped > OUTAGE, OUTAGE + 60)
            kiosk.start()
            for browser in (one, other, third):
                wait_for("an empty outbox", lambda: outbox(browser) == [])
                browser.gone("#unsent")
            for browser in (one, other):
                browser.see("#stored.found, #taken")  # the third phone may have been first
            for item in sent:
                expect(post(kiosk, item["path"], item["body"])[0] in (200, 409), "however often it is sent")
            entries = kiosk.json("/results.json")["entries"]
            expect(sorted(entry["table"] for entry in entries) == [1, 2], "each table once: %r" % entries)
            people = {player["name"] for entry in entries for player in entry["score"]["players"]}
            expect(people == set(PEOPLE), "with everybody: %r" % people)
            expect(not one.js(WARNS), "nothing waits")


def what_is_refused_later_is_shown():
    """Handed in while the kiosk was away, and the phone was elsewhere when the kiosk refused it."""
    with Place() as place:
        manifest, _ = print_kit(place, False)
        with Kiosk(place, "--manifest", manifest) as kiosk, Browser(kiosk, PHONE, host=ELSEWHERE) as phone:
            phone.forgive(NETWORK + "| 422 ")
            phone.open("/c/" + code_of(manifest, 1, 1))
            names(phone, "Ana", "Ana", "Cy")
            finish(phone, 0, 1, 2)
            phone.visit("/standings")
            submission = json.loads(phone.js(
                "return Object.entries(localStorage).find(([name]) => name.startsWith('seedpress.draft.'))[1]"))["submission"]
            # As an older page, or a hand in the storage, might have left it.
            phone.js("""
                const body = {submission: arguments[0], result: {game: 'chipit', code: arguments[1], players: [{}], games: []}};
                localStorage.setItem('seedpress.outbox', JSON.stringify([{path: '/api/result', body, at: '/c/' + arguments[1]}]));
                dispatchEvent(new Event('online'));""", submission, code_of(manifest, 1, 1))
            phone.says("#unsent", "Not accepted")
            phone.picture("table-refused-later")
            phone.tap("#unsent")
            phone.says("#progress", "3 of 3")
            phone.gone("#unsent")
            expect(not kiosk.json("/results.json")["entries"], "nothing was stored")


def a_reload_without_the_kiosk_shows_the_game():
    """On a secure origin, as a phone sees it: what is asked for has come through somebody else's hands."""
    with Place() as place:
        manifest, _ = print_kit(place, False)
        output(Tools.kiosk, "password", "--db", place.file("kiosk.db"), input="correct horse\n")
        with Kiosk(place, "--manifest", manifest) as kiosk, Browser(kiosk, PHONE) as phone:
            phone.forgive(NETWORK + "|Failed to fetch| 50")
            phone.cdp("Network.enable")
            phone.cdp("Network.setExtraHTTPHeaders", headers={"X-Forwarded-For": "203.0.113.5"})
            phone.open("/c/" + code_of(manifest, 1, 1))
            expect(phone.js("return isSecureContext"), "a secure origin")
            names(phone, "Ana", "Bo", "Cy")
            finish(phone, 0)
            wait_for("the worker", lambda: phone.driver.execute_async_script("""
                const [path, done] = arguments;
                caches.match(path).then(page => caches.match('/api/kiosk').then(about =>
                    done(Boolean(page && about && navigator.serviceWorker.controller))));""",
                "/c/" + code_of(manifest, 1, 1)))
            kiosk.kill()
            phone.driver.refresh()
            phone.settled()
            phone.says("#progress", "1 of 3")
            expect(phone.js("return document.querySelector('.sheets-area img, .sheets-area svg') !== null"), "with its picture")
            phone.picture("table-without-kiosk")
            finish(phone, 1, 2)
            phone.tap("[data-act=hand-in]")
            phone.tap("dialog [data-act=ask-hand-in]")
            phone.says("#unsent", "not sent")
            phone.driver.refresh()
            phone.settled()
            phone.says("#unsent", "not sent")
            kiosk.start()
            phone.see("#stored.found")
            expect(len(kiosk.json("/results.json")["entries"]) == 1, "it is there once")
            # What the organiser sees is not kept for the next one who has this phone.
            log_in(phone)
            wait_for("an empty cache", lambda: phone.driver.execute_async_script(
                "caches.match('/api/kiosk').then(found => arguments[0](found === undefined))"))
            phone.open("/organise?tab=seats")
            phone.see("#organise-seats")
            expect(phone.driver.execute_async_script(
                "caches.keys().then(async names => arguments[0]((await Promise.all(names.map(async name =>"
                " (await (await caches.open(name)).keys()).length))).every(count => !count)))"), "nothing of the organiser's")


TESTS = [nothing_is_lost_while_the_kiosk_is_away, what_is_refused_later_is_shown, a_reload_without_the_kiosk_shows_the_game,
         rules_are_read_at_the_table, people_check_in_on_their_phones, a_table_calls_the_organiser, the_clock_is_the_kiosks_on_every_device]
