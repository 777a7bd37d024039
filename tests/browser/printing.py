# SPDX-License-Identifier: MIT
"""Printing from the page: each game in a few taps, the same bytes as the command line,
and a link that is the print again."""
import re
import subprocess
import time
from urllib.parse import parse_qsl, urlsplit

from kiosk import DESKTOP, PHONE, Browser, Kiosk, Place, Tools, expect, wait_for
from paper import Print

TAPS = 4
READY = ".actions[data-ready=true] "


def made(kiosk, address):
    """The bytes at an address, once they are made."""
    answer = wait_for("the print", lambda: next(
        (told for told in [kiosk.ask(address)] if told[0] != 202), None))
    expect(answer[0] == 200 and answer[1] == "application/pdf", "%s is a PDF, not %r" % (address, answer[:2]))
    return answer[2]


def by_command(place, address):
    """What the command line makes of the choices of an address."""
    choices = dict(parse_qsl(urlsplit(address).query))
    file = place.file("command.pdf")
    words = [choices.pop("game"), *("--%s" % name if value == "yes" else "--%s=%s" % (name, value)
                                    for name, value in choices.items() if name != "download")]
    subprocess.run([Tools.seedpress, "print", *words, "-o", file], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    with open(file, "rb") as made_there:
        return made_there.read()


class Tapper:
    """Counts what a person has to press."""

    def __init__(self, browser):
        self.browser, self.count = browser, 0

    def tap(self, css):
        self.count += 1
        self.browser.tap(css)


def address_of(browser, act="open-pdf"):
    """Where the print is, once it is offered."""
    link = browser.see("%s[data-act=%s][href]" % (READY, act)).get_attribute("href")
    return link[len(browser.kiosk.url):]


def every_game_is_printed_in_a_few_taps():
    with Place() as place, Kiosk(place) as kiosk:
        for size in (DESKTOP, PHONE):
            with Browser(kiosk, size) as browser:
                games = [game["id"] for game in kiosk.json("/api/print/games")["games"]]
                for game in games:
                    browser.open("/")
                    hand, began = Tapper(browser), time.monotonic()
                    hand.tap("[data-tab='/print']")
                    if game == games[0]:
                        browser.see(".tile")
                        browser.picture("print-games")
                    hand.tap("[data-act=print-%s]" % game)
                    hand.tap("[data-act=pieces-all]")
                    browser.see(".stage img.paper")
                    address = address_of(browser)
                    hand.count += 1  # the link itself, which opens another window
                    pdf = made(kiosk, address)
                    print("       %s at %d: %d taps, %.1f s from Print to its PDF" % (
                        game, size[0], hand.count, time.monotonic() - began), flush=True)
                    expect(hand.count <= TAPS, "%s takes %d taps" % (game, hand.count))
                    expect("pieces=all" in address, "the whole of %s was chosen, not %s" % (game, address))
                    expect(pdf == by_command(place, address), "%s is printed as the command does" % game)
                    browser.picture("print-of-" + game)


def a_link_is_the_print_again():
    with Place() as place, Kiosk(place) as kiosk:
        with Browser(kiosk) as browser:
            browser.open("/print?game=clips")
            first = address_of(browser)
            browser.tap("[data-act=count-more]")
            browser.tap("[data-act=ink-light]")
            browser.tap("[data-act=paper-letter]")
            wait_for("another print", lambda: "paper=letter" in browser.driver.current_url)
            address = wait_for("its link", lambda: next(
                (link for link in [address_of(browser)] if "paper=letter" in link), None))
            here = browser.driver.current_url
            expect(address != first, "other choices are another print")
            expect(re.search(r"seed=\d+", here), "the seed is in the address")
        with Browser(kiosk, PHONE) as another:
            another.open(here[len(kiosk.url):])
            again = address_of(another)
            expect(again == address, "the link is %s, and was %s" % (again, address))
            expect(made(kiosk, again) == by_command(place, address), "a link is the same print")
            another.tap("[data-act=page-next]")
            another.says(".stage-bar", "Page 2 of 2")
            another.tap("[data-act=zoom-in]")
            expect(another.see(".stage[data-zoomed=true]"), "a page can be looked at closely")


def what_is_known_is_told_when_asked():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.open("/print?game=clips&seed=5")
        browser.see(".facts")
        expect(not browser.all(".known pre"), "nothing is told before it is asked for")
        browser.tap("[data-act=known]")
        browser.says(".known pre", "Alone, the best is")
        wait_for("the charts", lambda: browser.js("return document.querySelector('.known img').naturalWidth > 0"))
        browser.picture("print-known")


def what_cannot_be_printed_is_said():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.forgive("422")
        browser.open("/print?game=coupons&seed=5&players=9")
        browser.says(".says", "for 2 to 5 players")
        browser.open("/print?game=coupons&seed=5&count=100")
        browser.says(".says", "pages")
        browser.open("/print?game=coupons&seed=5&colour=red")
        browser.says(".toast", "The address says colour")


def what_was_lost_is_printed_again():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        codes = subprocess.run([Tools.seedpress, "code", "coupons", "--seed", "5", "--players", "3"], check=True,
                               stdout=subprocess.PIPE, text=True).stdout.split()
        browser.open("/print")
        browser.fill("#again-code", codes[1].lower())
        browser.tap("[data-act=again]")
        browser.says(".facts", "1 sheet")
        address = address_of(browser)
        file = place.file("again.pdf")
        subprocess.run([Tools.seedpress, "print", codes[1], "-o", file], check=True, stdout=subprocess.DEVNULL)
        with open(file, "rb") as out:
            expect(made(kiosk, address) == out.read(), "the piece of a code is printed as the command does")
        browser.tap("[data-act=pieces-all]")
        browser.says(".facts", "5 sheets")
        browser.picture("print-again")
        browser.forgive("422")
        browser.open("/print?code=NOTHING")
        browser.says(".view", "not work")


def a_photo_of_a_piece_prints_it_again():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        pad = Print(place, "chipit", 9, "--players", "4")
        browser.open("/print")
        browser.give(".again [data-act=photo-file]", pad.form("pad", pad.code))
        browser.says(".facts", "1 sheet")
        file = place.file("again.pdf")
        subprocess.run([Tools.seedpress, "print", pad.code, "-o", file], check=True, stdout=subprocess.DEVNULL)
        with open(file, "rb") as out:
            expect(made(kiosk, address_of(browser)) == out.read(), "what was on the photo is printed as it was")


TESTS = [a_photo_of_a_piece_prints_it_again, what_was_lost_is_printed_again, every_game_is_printed_in_a_few_taps, a_link_is_the_print_again, what_is_known_is_told_when_asked,
         what_cannot_be_printed_is_said]
