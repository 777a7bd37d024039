# SPDX-License-Identifier: MIT
"""Printing from the page: each game in a few taps, the same bytes as the command line,
and a link that is the print again."""
import re
import subprocess
import time
from urllib.parse import parse_qsl, urlsplit

from kiosk import DESKTOP, PHONE, Browser, Keys, Kiosk, Place, Tools, expect, wait_for
from paper import Print, output

TAPS = 3
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


def speak(browser, language):
    """Sets the language that the browser is in."""
    browser.cdp("Emulation.setUserAgentOverride", userAgent=browser.js("return navigator.userAgent"),
                acceptLanguage=language)


def address_of(browser, act="open-pdf"):
    """Where the print is, once it is offered."""
    link = browser.see("%s[data-act=%s][href]" % (READY, act)).get_attribute("href")
    return link[len(browser.kiosk.url):]


def print_every_game(size):
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, size) as browser:
        games = [game["id"] for game in kiosk.json("/api/print/games")["games"]]
        for game in games:
            browser.open("/")
            hand, began = Tapper(browser), time.monotonic()
            hand.tap("[data-tab='/print']")
            if game == games[0]:
                browser.see(".tile")
                browser.picture("print-games")
            hand.tap("[data-act=print-%s]" % game)
            browser.see(".stage img.paper")
            address = address_of(browser)
            hand.count += 1  # the link itself, which opens another window
            pdf = made(kiosk, address)
            print("       %s at %d: %d taps, %.1f s from Print to its PDF" % (
                game, size[0], hand.count, time.monotonic() - began), flush=True)
            expect(hand.count <= TAPS, "%s takes %d taps" % (game, hand.count))
            expect("pieces=all" in address, "the whole of %s is printed, not %s" % (game, address))
            expect("Not printed" not in browser.text(".facts"), "nothing of %s is missing" % game)
            if game == "clips":
                expect("count=16" in address, "the cards fill their sheet, not %s" % address)
            expect(pdf == by_command(place, address), "%s is printed as the command does" % game)
            browser.picture("print-of-" + game)


def every_game_is_printed_in_a_few_taps():
    print_every_game(DESKTOP)


def every_game_is_printed_in_a_few_taps_on_a_phone():
    print_every_game(PHONE)


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
            another.says(".stage-bar", "Page 2 of 6")
            another.tap("[data-act=zoom-in]")
            expect(another.see(".stage[data-zoomed=true]"), "a page can be looked at closely")


def paper_is_told_and_backs_can_be_left_out():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.open("/print?game=chipit&seed=5&pieces=all")
        browser.says("[data-fact=paper]", "Pages 1–6: plain paper, 7–22: card stock.")
        browser.js("document.querySelector('[data-act=backs-none]').closest('details')?.setAttribute('open', '')")
        browser.tap("[data-act=backs-none]")
        browser.says("[data-fact=paper]", "Pages 1–3: plain paper, 4–11: card stock.")
        wait_for("its link", lambda: "backs=none" in address_of(browser))
        browser.picture("print-no-backs")


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
        speak(browser, "en-GB")
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


def a_mistyped_code_stays_in_its_box():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.forgive("422")
        browser.forgive("400")
        code = output(Tools.seedpress, "code", "coupons", "--seed", "5").split()[0]
        wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
        browser.open("/print")
        browser.fill("#again-code", wrong)
        browser.tap("[data-act=again]")
        browser.says(".again .notice", "with the paper")
        expect(browser.see("#again-code").get_attribute("value") == wrong, "what was typed is still there")
        expect(browser.all(".tile"), "a game can still be chosen")
        browser.picture("print-mistyped")
        browser.fill("#again-code", code)
        browser.tap("[data-act=again]")
        browser.says(".facts", "1 sheet")


def any_piece_is_printed_from_a_photo_of_another():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        sheets = Print(place, "coupons", 9, "--players", "3")
        browser.open("/print")
        browser.give(".again [data-act=photo-file]", sheets.form("sheet", sheets.code))
        browser.says(".facts", "1 sheet")
        for title, words in (("Sheet C", [sheets.codes[2]]), ("Rules", [sheets.code, "--pieces", "rules"])):
            browser.tap("[data-act='pieces-%s']" % title)
            browser.says(".stage-bar", "Page 1 of 1: " + title)
            address = wait_for("its link", lambda: next((link for link in [address_of(browser)]
                                                         if "pieces=" + title.replace(" ", "+") in link), None))
            file = place.file("piece.pdf")
            paper = ["--paper", "letter"] if "paper=letter" in address else []
            output(Tools.seedpress, "print", *words, *paper, "-o", file)
            with open(file, "rb") as out:
                expect(made(kiosk, address) == out.read(), "%s is printed as the command does" % title)
        expect([each.text for each in browser.all("[data-choice=pieces] button")] == [
            "This piece", "Sheet B", "Sheet C", "Tokens", "Rules", "The whole game"], "all pieces can be chosen")
        browser.picture("print-any-piece")


def seed_of(browser):
    """The seed of a print that is offered and can be seen."""
    return re.search(r"seed=(\d+)", address_of(browser)).group(1)


def pages_of(kiosk, address):
    """What the kiosk says of the pages of a print."""
    path = "/api/print/pages?" + urlsplit(address).query
    return wait_for("the pages", lambda: next((told for told in [kiosk.json(path)] if "page" in told), None))


def a_drawn_seed_is_balanced_for_what_is_chosen():
    choices = {"coupons": ["players-5", "players-3", "rule.burger_pair-4"], "chipit": ["players-5", "players-2"],
               "laundry": [], "clips": ["rule.ladder_from-1"]}
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        for game, taps in choices.items():
            browser.open("/print?game=" + game)
            browser.tap("[data-act=more]")
            for tap in taps:
                before = seed_of(browser)
                browser.tap("[data-act='%s']" % tap)
                wait_for("another seed after " + tap, lambda: seed_of(browser) != before)
                expect(pages_of(kiosk, address_of(browser))["unbalanced"] == 0, "%s of %s is balanced" % (tap, game))
                expect(not browser.all(".balance .notice"), "nothing is wrong with it")
        # Where it was drawn is remembered when the page is loaded again.
        browser.open("/print?game=coupons")
        before = seed_of(browser)
        browser.driver.refresh()
        expect(seed_of(browser) == before, "the page is the print again")
        browser.tap("[data-act=players-5]")
        wait_for("another seed", lambda: seed_of(browser) != before)
        # What does not decide the layout keeps the seed.
        before = seed_of(browser)
        browser.tap("[data-act=ink-light]")
        wait_for("other ink", lambda: "ink=light" in address_of(browser))
        expect(seed_of(browser) == before, "ink is no reason to draw again")


def a_linked_seed_says_where_it_is_not_balanced():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        for game, players in (("coupons", 3), ("chipit", 5)):
            seed = next(seed for seed in range(5, 100) if pages_of(
                kiosk, "/?game=%s&seed=%d&players=%d" % (game, seed, players))["unbalanced"])
            browser.open("/print?game=%s&seed=%d&players=%d" % (game, seed, players))
            browser.says(".preview .notice", "This layout isn’t balanced for %d players." % players)
            expect("seed=%d&" % seed in address_of(browser), "a seed that was linked is printed")
            browser.picture("print-unbalanced-" + game)
            browser.tap("[data-act=players-4]")
            wait_for("four players", lambda: "players=" not in address_of(browser))
            expect("seed=%d" % seed in address_of(browser), "a seed that was linked stays")
        # So does one that is typed.
        browser.open("/print?game=coupons")
        address_of(browser)
        browser.tap("[data-act=more]")
        browser.js("const box = document.querySelector('#choice-seed'); box.value = '5'; box.dispatchEvent(new Event('change'))")
        wait_for("the typed seed", lambda: seed_of(browser) == "5")
        browser.tap("[data-act=players-3]")
        browser.says(".preview .notice", "This layout isn’t balanced for 3 players.")
        expect(seed_of(browser) == "5", "a seed that was typed stays")
        browser.tap("[data-act=rebalance]")
        browser.gone(".balance .notice")
        expect(seed_of(browser) != "5", "a balanced one is drawn")
        # So are several, also for a link that has them as they come.
        browser.open("/print?game=coupons&seed=5&count=9")
        browser.says(".preview .notice", "of these 9 layouts")
        browser.tap("[data-act=rebalance]")
        wait_for("balanced ones", lambda: "balanced=yes" in address_of(browser))
        browser.gone(".balance .notice")
        expect(pages_of(kiosk, address_of(browser))["unbalanced"] == 0, "all of them are balanced")


def a_seed_stays_when_fair_sides_are_asked_for():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        for limit in (0, 1):
            browser.open("/print?game=clips&seed=1&fair=%d" % limit)
            browser.says(".preview .notice", "worth at most %d points” does not apply to seed 1" % limit)
            expect(seed_of(browser) == "1", "a seed that was linked is printed")
        browser.picture("print-fair-late")
        browser.open("/print?game=clips&seed=17&pieces=all")
        expect(seed_of(browser) == "17" and not browser.all(".preview .notice"), "nothing is wrong with seed 17")
        browser.tap("[data-act=more]")
        browser.tap("[data-act=fair-more]")
        browser.says(".preview .notice", "does not apply to seed 17")
        expect(seed_of(browser) == "17", "a seed that was linked stays, not %s" % seed_of(browser))
        browser.tap("[data-act=redraw]")
        browser.gone(".preview .notice")
        before = seed_of(browser)
        expect(before != "17" and "fair=" in address_of(browser), "one that fits is drawn")
        # A seed that was drawn makes room for another.
        browser.tap("[data-act=fair-more]")
        wait_for("another seed", lambda: seed_of(browser) != before)
        expect(not browser.all(".preview .notice"), "which fits, too")


def type_seed(browser, text):
    browser.js("arguments[0].select()", browser.see("#choice-seed"))
    browser.see("#choice-seed").send_keys(text + Keys.ENTER)


def a_mistyped_seed_stays_in_its_box():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.open("/print?game=laundry&seed=5")
        address_of(browser)
        browser.tap("[data-act=more]")
        for wrong in ("17x", "281474976710656", "-1", "9" * 30):
            type_seed(browser, wrong)
            browser.says(".seed .notice", "from 0 to 281474976710655 (2^48-1). The print is still that of seed 5.")
            expect(browser.js("return document.querySelector('#choice-seed').value") == wrong, "%s is still there" % wrong)
        browser.picture("print-mistyped-seed")
        browser.tap("[data-act=ink-grey]")
        wait_for("other ink", lambda: "ink=grey" in address_of(browser))
        browser.says(".seed .notice", "The print is still that of seed 5.")
        type_seed(browser, "281474976710655")
        wait_for("the largest seed", lambda: seed_of(browser) == "281474976710655")
        browser.gone(".seed .notice")
        type_seed(browser, "x")
        browser.see(".seed .notice")
        browser.tap("[data-act=surprise]")
        browser.gone(".seed .notice")
        wait_for("a seed that was drawn", lambda: seed_of(browser) != "281474976710655")
        expect(browser.js("return document.querySelector('#choice-seed').value") == seed_of(browser), "which is in the box")


def paper_and_ink_are_those_of_the_device():
    with Place() as place, Kiosk(place) as kiosk:
        for language, paper in (("en-US", "letter"), ("en-CA", "letter"), ("en-GB", "a4"), ("de", "a4")):
            with Browser(kiosk) as browser:
                speak(browser, language)
                browser.open("/print?game=laundry")
                found = dict(parse_qsl(urlsplit(address_of(browser)).query)).get("paper", "a4")
                expect(found == paper, "%s prints on %s, not %s" % (language, paper, found))
                browser.tap("[data-act=paper-%s]" % ("a4" if paper == "letter" else "letter"))
                browser.tap("[data-act=ink-grey]")
                wait_for("its link", lambda: "ink=grey" in address_of(browser))
                browser.visit("/print?game=coupons")
                chosen = dict(parse_qsl(urlsplit(address_of(browser)).query))
                expect((chosen.get("paper", "a4") != paper, chosen.get("ink")) == (True, "grey"),
                       "paper and ink are remembered, not %r" % chosen)


def choices_come_before_the_button():
    with Place() as place, Kiosk(place) as kiosk:
        for size in (DESKTOP, PHONE):
            with Browser(kiosk, size) as browser:
                browser.open("/print?game=chipit")
                address_of(browser)
                choice, button = (browser.js("return document.querySelector(arguments[0]).getBoundingClientRect().top", css)
                                  for css in ("[data-act=ink-grey]", "[data-act=open-pdf]"))
                expect(choice < button, "ink is chosen at %d, and printed at %d" % (choice, button))


def what_is_needed_follows_what_is_printed():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.open("/print?game=coupons")
        browser.says("[data-fact=tools]", "You’ll needScissorsTo play: scissors for every player.")
        browser.tap("[data-act=pieces-game]")
        browser.says("[data-fact=tools]", "three tokens for every player")
        browser.says("[data-fact=tools]", "Not printed: tokens, rules.")
        browser.open("/print?game=laundry&seed=5")
        browser.says("[data-fact=tools]", "Scissors")
        expect("lue" not in browser.text("[data-fact=tools]"), "tickets need no glue")
        expect("Washers" not in browser.text("[data-fact=paper]"), "tickets are no washers")
        browser.tap("[data-act=pieces-all]")
        browser.says("[data-fact=tools]", "Scissors and glue")
        browser.open("/print?game=clips&seed=5&backs=fold")
        browser.says("[data-fact=printer]", "fold along the dashed line, glue")


def a_photo_of_a_piece_prints_it_again():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        pad = Print(place, "chipit", 9, "--players", "4")
        speak(browser, "en-GB")
        browser.open("/print")
        browser.give(".again [data-act=photo-file]", pad.form("pad", pad.code))
        browser.says(".facts", "1 sheet")
        file = place.file("again.pdf")
        subprocess.run([Tools.seedpress, "print", pad.code, "-o", file], check=True, stdout=subprocess.DEVNULL)
        with open(file, "rb") as out:
            expect(made(kiosk, address_of(browser)) == out.read(), "what was on the photo is printed as it was")


TESTS = [a_photo_of_a_piece_prints_it_again, what_was_lost_is_printed_again, every_game_is_printed_in_a_few_taps,
         every_game_is_printed_in_a_few_taps_on_a_phone, a_link_is_the_print_again,
         paper_is_told_and_backs_can_be_left_out, what_is_known_is_told_when_asked,
         what_cannot_be_printed_is_said, a_mistyped_code_stays_in_its_box, any_piece_is_printed_from_a_photo_of_another,
         a_drawn_seed_is_balanced_for_what_is_chosen, a_linked_seed_says_where_it_is_not_balanced,
         a_seed_stays_when_fair_sides_are_asked_for, a_mistyped_seed_stays_in_its_box,
         paper_and_ink_are_those_of_the_device, choices_come_before_the_button, what_is_needed_follows_what_is_printed]
