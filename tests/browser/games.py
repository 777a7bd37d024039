# SPDX-License-Identifier: MIT
"""The four games from scan to stored score, each by ways that people have."""
from kiosk import Browser, DESKTOP, Keys, Kiosk, PHONE, Place, expect, wait_for
from paper import Print, judged, played, ticket


def names(browser, *people):
    for index, name in enumerate(people):
        browser.fill('[data-act=name][data-player="%d"]' % index, name)
        browser.press(Keys.TAB)


def to_score(browser):
    """From a complete game to its score, if no photo has led there already."""
    browser.see("#cards, #check[data-state=found]")
    if not browser.all("#cards"):
        browser.tap("#score[aria-disabled=false]")
    browser.see("#cards")


def agree(browser, players):
    for index in range(players):
        browser.tap('[data-act=agree][data-player="%d"]' % index)


def stored(browser, kiosk, game, players):
    """The entry is on screen, explains itself, and is what the rule book says of it."""
    browser.see("#stored.found")
    browser.at(r"/entry/\d+$")
    number = int(browser.driver.current_url.rsplit("/", 1)[1])
    entry = kiosk.json("/api/entry/%d" % number)["entry"]
    score = judged(entry["result"])
    expect(entry["game"] == game and len(score["players"]) == players, "the entry is of %s" % game)
    for index, player in enumerate(score["players"]):
        card = '#cards [data-player="%d"] ' % index
        shown = [int(total.get_attribute("data-total")) for total in browser.all(card + "[data-total]")]
        expect(shown == [player["total"]], "player %d has %d, not %r" % (index, player["total"], shown))
        expect(entry["score"]["players"][index]["total"] == player["total"], "and so it is stored")
        lines = browser.all(card + "[data-line]")
        expect([line.get_attribute("data-line") for line in lines] == [line["what"] for line in player["lines"]],
               "every line is there")
        for line in lines:
            why = line.find_element("css selector", ".soft").get_attribute("textContent")
            expect(len(why) > 1, "a line has its reason, not %r" % why)
    status, kind, page = kiosk.ask("/score/%d.pdf" % number)
    expect(status == 200 and kind == "application/pdf" and page.startswith(b"%PDF-") and b"%%EOF" in page[-32:],
           "the score is a PDF")
    recent = kiosk.json("/api/standings")["recent"]
    expect(recent[0]["entry"] == number, "and the newest result")
    return entry


def coupons_by_photos_of_hands():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        paper = Print(place, "coupons", 4711, "--players", "2")
        all_ids = [coupon["id"] for sheet in paper.layout["sheets"] for coupon in sheet["coupons"]]
        grills = [coupon["id"] for sheet in paper.layout["sheets"] for coupon in sheet["coupons"]
                  if coupon["kind"] == "grill"]
        kept = [each for each in all_ids if each not in grills]
        hands = kept[::2], kept[1::2]

        browser.open("/")
        browser.give(".hero [data-act=photo-file]", paper.form("sheet", paper.code))
        browser.at("/c/" + paper.code)
        browser.says(".toast", "24 coupons not cut off yet")
        names(browser, "Ana", "Bo")
        browser.tap('[data-act=pick][aria-label^="Ana"]')
        for index, hand in enumerate(hands):
            browser.says(".photos", "Photo of %s" % ("Ana", "Bo")[index])
            browser.give(".photos [data-act=photo-file]", paper.hand("hand%d" % index, hand))
            browser.says('.tally[data-player="%d"]' % index, str(len(hand)))
        expect([each.get_attribute("data-missing") for each in browser.all("[data-missing]")] == grills,
               "what nobody has is asked about")
        browser.says("dialog", "Did they go for grills?")
        browser.tap("dialog [data-act=ask-no]")
        browser.picture("coupons-hands")
        browser.says("#check", "not complete")
        browser.tap("[data-act=rest-discarded]")
        to_score(browser)
        browser.picture("coupons-score")
        agree(browser, 2)
        entry = stored(browser, kiosk, "coupons", 2)
        expect(sorted(entry["result"]["players"][0]["coupons"]) == sorted(hands[0]), "Ana has her hand")
        expect(sorted(entry["result"]["discarded"]) == sorted(grills), "discards are pooled")
        browser.picture("coupons-entry")


def touch(browser, ids):
    """A short touch of each place, as the page hears it from a finger; many times as quick as the driver's."""
    browser.js("""
        for (const id of arguments[0]) {
            const place = document.querySelector(`[data-place="${id}"]`), box = place.getBoundingClientRect(),
                at = {bubbles: true, pointerId: 9, button: 0, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
            for (const kind of ['pointerdown', 'pointerup']) place.dispatchEvent(new PointerEvent(kind, at));
        }""", ids)


GIVEN = """return arguments[0].every(id =>
    document.querySelector(`[data-place="${id}"].given[data-player="${arguments[1]}"]`));"""


def coupons_by_taps():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "coupons", 77, "--players", "2")
        sheets = [[(coupon["id"], coupon["kind"]) for coupon in sheet["coupons"]] for sheet in paper.layout["sheets"]]
        browser.open("/c/" + paper.code)
        names(browser, "Cy", "Di")
        for seat, coupons in enumerate(sheets):
            browser.tap("[data-tab-sheet='%d']" % seat)
            browser.tap("#players [data-act=pick][aria-label^=%s]" % ("Cy", "Di")[seat])
            for way in ("give", "discard"):
                browser.tap("[data-act=way-%s]" % way)
                browser.see("[data-act=way-%s][aria-pressed=true]" % way)
                mine = [name for name, kind in coupons if (kind == "grill") == (way == "discard")]
                touch(browser, mine[1:])
                browser.tap("[data-place=%s]" % mine[0])
                wait_for("what was touched", lambda: browser.js(GIVEN, mine, seat))
            if seat == 0:
                browser.picture("coupons-taps")
        to_score(browser)
        agree(browser, 2)
        entry = stored(browser, kiosk, "coupons", 2)
        expect(len(entry["result"]["players"][1]["discarded"]) == sum(kind == "grill" for _, kind in sheets[1]),
               "discards are Di's own")


def laundry_by_photo_of_tickets():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "laundry", 4711)
        photo = paper.form("tickets", paper.codes[0], *ticket(["pants"]), paper.codes[1], *ticket(["bra"]),
                           "?shirt.score")
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", photo)
        browser.says("dialog", "Look again: 1 of 1")
        browser.see("dialog [data-ask='shirt.score']")
        expect(browser.js("return document.querySelector('dialog img').naturalWidth") > 20, "with its picture")
        browser.picture("laundry-unsure")
        browser.tap("dialog [data-act=ask-yes]")
        browser.at("/c/(%s)" % "|".join(paper.codes))
        names(browser, "Ana", "Bo")
        browser.picture("laundry-play")
        to_score(browser)
        browser.picture("laundry-score")
        agree(browser, 2)
        entry = stored(browser, kiosk, "laundry", 2)
        expect(set(entry["result"]["players"][1]["score_dryer"]) == {"sock", "bra", "shirt"}, "what was unsure counts")
        expect(entry["score"]["players"][0]["total"] == 12 and entry["score"]["players"][1]["total"] == 13,
               "as it was marked")


def chipit_by_photo_with_two_marks_on_a_line():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "chipit", 77, "--players", "3")
        photo = paper.form("pad", paper.code, "game1.A.3", "game1.B.2", "game1.C.1", "game1.C.2")
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", photo)
        browser.says("dialog", "Look again: 1 of 1")
        browser.see("dialog [data-ask='game1.C']")
        browser.says("dialog", "1st and 2nd are marked for")
        browser.says("dialog", "in game 1: which counts?")
        browser.picture("chipit-doubled")
        browser.tap("dialog [data-act='ask-game1.C.1']")
        browser.see("[data-order='0']")
        order = browser.js("return [...document.querySelectorAll(\"[data-order='0'] > li\")].length")
        expect(order == 3, "all three have a place after one answer")


def clips_by_photo_of_the_card():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        photo, code, clips = played(place, 3)
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", photo)
        # Whether one or two played, and whose clips they are, is one question.
        browser.says("dialog", "Whose are the")
        browser.see("dialog [data-act=ask-solo]")
        browser.picture("clips-whose-kind")
        red = "Whose are the red" in browser.see("dialog").text
        browser.tap("dialog [data-act=ask-%d]" % (1 if red else 2))
        browser.at("/c/" + code)
        browser.says("#toasts", "who went first or the bid")
        for clip, player in clips.items():
            browser.see(".clip-list [data-clip=%s][data-player='%d']" % (clip, player))
        expect(len(browser.all(".clip-list [data-clip]")) == 6, "each clip once")
        browser.picture("clips-photo")
        names(browser, "Ana", "Bo")
        browser.tap("[data-act=bid-up]")
        to_score(browser)
        browser.says("#review", "Was it this one")
        browser.tap("[data-act=ordered]")
        browser.says("#review", "Could it have gone better")
        agree(browser, 2)
        entry = stored(browser, kiosk, "clips", 2)
        for index in range(2):
            expect(set(entry["result"]["players"][index]["clips"]) == {clip for clip in clips if clips[clip] == index},
                   "the colours are the players'")


def clips_of_one_colour_wait_for_their_players():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        photo, code, clips = played(place, 3, "steel")
        listed = "return [...document.querySelectorAll('.clip-list > li')].map(each => [each.dataset.clip, each.querySelector('.grow').textContent, Math.round(each.getBoundingClientRect().top - each.parentElement.getBoundingClientRect().top)])"
        browser.open("/c/" + code)
        browser.give(".photos [data-act=photo-file]", photo)
        browser.says("dialog", "Solo or two players?")
        browser.says("dialog", "All the clips look alike: steel.")
        browser.picture("clips-solo-or-two")
        # Nothing is decided by closing it.
        browser.press(Keys.ESCAPE)
        browser.gone("dialog")
        browser.says("#check", "Solo or two players?")
        expect(not browser.all("[data-act^=players-][aria-pressed=true], [data-act=give]:enabled"), "it is still open")
        browser.tap("[data-act=players-2]")
        browser.see("[data-act=players-2][aria-pressed=true]")
        browser.says("#whose", "Whose clips are these?")
        rows = browser.js(listed)
        expect({clip for clip, *_ in rows} == set(clips), "each clip is there: %r" % rows)
        expect(not browser.all(".clip-list > li[data-player]"), "and nobody is guessed")
        browser.says("#check", "Whose are the clips marked")
        browser.gone("#check[data-state=found]")
        browser.picture("clips-whose")
        # One by one, by number as they lie there; nothing moves meanwhile. After three the rest is the other's.
        for at in (0, 2, 5):
            browser.tap(".clip-list > li:nth-child(%d) [data-act=give][data-player='0']" % (at + 1))
            browser.see(".clip-list > li:nth-child(%d)[data-player='0']" % (at + 1))
            expect(browser.js(listed) == rows, "the list stays as it is: %r, and was %r" % (browser.js(listed), rows))
        expect([each.get_attribute("data-player") for each in browser.all(".clip-list > li")] == list("010110"), "three each")
        browser.see("#check[data-state=found]")
        browser.tap(".clip-list > li:nth-child(2) [data-act=swap]")
        browser.see(".clip-list > li:nth-child(2)[data-player='0']")
        expect(browser.js(listed) == rows, "nor does it move when a clip is given to the other")
        browser.tap("[data-act=undo]")
        # That is not the order of play, and does not say so. By the next change it is.
        heading = "return document.querySelector('.clip-list').parentElement.querySelector('h2').textContent"
        expect(browser.js(heading) == "Clips", "not %r" % browser.js(heading))
        browser.tap("[data-act=first][data-player='1']")
        browser.see("[data-act=first][data-player='1'][aria-pressed=true]")
        expect(browser.js(heading) == "Clips in order of play", "not %r" % browser.js(heading))
        expect([each.get_attribute("data-player") for each in browser.all(".clip-list > li")] == list("101010"), "they alternate")
        browser.picture("clips-in-order")
        names(browser, "Ana", "Bo")
        to_score(browser)
        browser.says("#review", "Was it this one")
        agree(browser, 2)
        entry = stored(browser, kiosk, "clips", 2)
        expect(entry["result"]["players"][0]["clips"] == [rows[at][0] for at in (0, 2, 5)], "as it was said: %r" % entry["result"])
        # The same photo of a solo game.
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", photo)
        browser.tap("dialog [data-act=ask-solo]")
        browser.see("#cards")
        agree(browser, 1)
        entry = stored(browser, kiosk, "clips", 1)
        expect(set(entry["result"]["players"][0]["clips"]) == set(clips), "six clips of one player")


def a_tournament_of_chipit_takes_all_its_games():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.open("/?casual=chipit")
        browser.says("#check", "Who finished first, second, third?")
        expect("of 3 games" not in browser.see("#check").text, "a single game is one game")
        browser.open("/c/" + Print(place, "chipit", 4711, "--players", "3").code)
        for game in range(3):
            browser.says("#progress", "%d of 3 games entered" % game)
            browser.says("#check", "%d of 3 games entered" % game)
            browser.gone("#check[data-state=found]")
            expect(browser.see("#score").get_attribute("aria-disabled") == "true", "there is no score yet")
            for player in (0, 1):
                browser.tap("[data-act=finish][data-player='%d'][data-game='%d']" % (player, game))
            if game == 0:
                browser.see("#check[data-state=again]")
                browser.picture("chipit-one-of-three")
                # A single game where that was chosen.
                browser.tap("[data-act=single]")
                browser.see("#check[data-state=found]")
                browser.tap("[data-act=tournament]")
                browser.see("#check[data-state=again]")
        browser.see("#check[data-state=found]")
        browser.open("/c/" + Print(place, "chipit", 5, "--players", "2").code)
        for game in range(4):
            for mark in ("loser.A", "tens.%d" % (10 if game == 0 else 0), "ones.8", "cards.%d" % (12 if game == 0 else 2)):
                browser.tap("[data-place='game%d.%s']" % (game + 1, mark))
        browser.says("#check", "cannot have 108 points in chips with all 12 cards left in game 1")
        browser.see("#check[data-state=refused]")
        browser.picture("chipit-impossible")


def clips_by_drag_and_taps():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        paper = Print(place, "clips", 4711)
        browser.open("/")
        browser.scan("HTTP://KIOSK.EXAMPLE:8080/C/" + paper.code)
        browser.at("/c/(%s|%s)" % (paper.code.replace("-", ""), paper.code))
        names(browser, "Ana", "Bo")
        browser.tap("[data-act=bid-up]")
        browser.tap("[data-act=bid-up]")
        browser.says("#bid", "2")
        by_drag = [("L1", 2, 1, 0), ("R1", 2, -1, 0), ("L2", 1, 1, 0)]
        for handle, depth, dx, dy in by_drag:
            cell = browser.see("[data-place=r1c1], .place.cell").rect["width"]
            browser.drag(browser.see("[data-place=%s]" % handle), dx * cell * (depth + 0.3), dy * cell)
            browser.see("[data-clip=%sx%d]" % (handle, depth))
        by_taps = [("R2", 3, "r2c4"), ("L8", 4, "r8c4"), ("R8", 2, "r8c5")]
        for handle, depth, cell in by_taps:
            browser.tap("[data-place=%s]" % handle)
            browser.see("[data-place=%s].depth" % cell)
            browser.tap("[data-place=%s]" % cell)
            browser.see("[data-clip=%sx%d]" % (handle, depth))
        browser.picture("clips-play")
        # One too deep, and back.
        browser.tap(".clip-list [data-clip=R8x2] [data-act=shallower]")
        browser.see(".clip-list [data-clip=R8x1]")
        browser.tap("[data-act=undo]")
        browser.see(".clip-list [data-clip=R8x2]")
        browser.driver.refresh()
        browser.settled()
        browser.says("#toasts", "what was entered before")
        expect(len(browser.all(".clip-list [data-clip]")) == 6, "a reload keeps the clips")
        to_score(browser)
        browser.says(".score-foot", "Could it have gone better?")
        browser.picture("clips-score")
        agree(browser, 2)
        entry = stored(browser, kiosk, "clips", 2)
        expect(entry["result"]["players"] == [{"name": "Ana", "clips": ["L1x2", "L2x1", "L8x4"]},
                                              {"name": "Bo", "clips": ["R1x2", "R2x3", "R8x2"]}]
               and entry["result"]["bid"] == 2, "what was placed, in order: %r" % entry["result"])


def clip(browser, handle, depth):
    browser.js("document.querySelector('[data-place=%s]').focus()" % handle)
    browser.press(str(depth))
    browser.see(".clip-list [data-clip=%sx%d]" % (handle, depth))


def undo_gives_the_turn_back():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        browser.open("/c/" + Print(place, "clips", 4711).code)
        clip(browser, "L1", 2)
        clip(browser, "R1", 2)
        browser.tap("[data-act=undo]")
        browser.see('.person.chosen[data-player="1"]')
        clip(browser, "R2", 3)
        browser.see('.clip-list [data-clip=R2x3][data-player="1"]')
        # However often one player is picked, the clips still alternate.
        for handle in ("L2", "L8"):
            browser.tap('[data-act=pick][aria-label$=", A"]')
            clip(browser, handle, 1)
        expect([each.text.split(".")[0] for each in browser.all(".clip-list .grow")] == ["1", "2", "3", "5"],
               "the second player's second clip is still to come")
        browser.see('.person.chosen[data-player="1"]')
        clip(browser, "R7", 1)
        clip(browser, "R8", 2)
        # The score is asked for before the check has answered.
        browser.js("document.querySelector('#score').click()")
        browser.see("#cards")
        browser.open("/c/" + Print(place, "clips", 4712).code)
        clip(browser, "L1", 2)
        browser.tap("[data-act=clear]")
        browser.tap("dialog [data-act=ask-clear]")
        browser.see('.person.chosen[data-player="0"]')


def chipit_by_photo_of_the_pad():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        paper = Print(place, "chipit", 4711, "--players", "3")
        orders = ["BAC", "ABC", "CBA"]
        marks = ["game%d.%s.%d" % (game + 1, seat, at + 1) for game, order in enumerate(orders)
                 for at, seat in enumerate(order)]
        browser.open("/c/" + paper.code.lower())
        names(browser, "Ana", "Bo", "Cy")
        browser.give(".photos [data-act=photo-file]",
                     paper.form("pad", paper.code, *marks, size=(2400, 3200), turn=-3))
        to_score(browser)
        browser.picture("chipit-pad")
        agree(browser, 3)
        entry = stored(browser, kiosk, "chipit", 3)
        expect(entry["result"]["games"] == [["ABC".index(seat) for seat in order] for order in orders],
               "as it was marked: %r" % entry["result"]["games"])


def chipit_by_taps():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "chipit", 5, "--players", "2")
        browser.open("/")
        browser.tap("[data-act=casual-chipit]")
        browser.see("[data-game='0']")
        browser.tap("[data-act=finish][data-player='2'][data-game='0']")
        browser.tap("[data-act=finish][data-player='0'][data-game='0']")
        to_score(browser)
        browser.says("#verdict", "Player C wins")
        agree(browser, 3)
        browser.see("#stored.found")
        # For two, on the pad: the loser of each game, chips in tens and ones, and cards.
        browser.open("/c/" + paper.code)
        for game in range(1, 5):
            for mark in ("loser.A" if game < 4 else "loser.B", "tens.0", "ones.%d" % game, "cards.2"):
                browser.tap("[data-place='game%d.%s']" % (game, mark))
                browser.see("[data-place='game%d.%s'].filled" % (game, mark))
        browser.picture("chipit-taps")
        to_score(browser)
        agree(browser, 2)
        entry = stored(browser, kiosk, "chipit", 2)
        expect([player["total"] for player in entry["score"]["players"]] == [24, 10], "3 * 6 + 1 + 2 + 3, and 6 + 4")


def a_stalled_game_of_laundry_ends_as_it_stands():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.open("/?casual=laundry")
        names(browser, "Ana", "Bo")
        for seat in (0, 1):
            for index, item in enumerate(("underwear", "bra", "pants", "shirt", "bedsheet", "pillowcase")):
                browser.tap(".ticket[data-player='%d'] [data-mark='%s.%d']" % (seat, item, index // 2 + 1))
        browser.tap(".ticket[data-player='0'] [data-mark='bedsheet.score']")
        browser.says("#check", "nobody could act any more")
        browser.tap("[data-act=stalled]")
        browser.see("[data-act=stalled][aria-pressed=true]")
        browser.picture("laundry-stalled")
        to_score(browser)
        agree(browser, 2)
        entry = stored(browser, kiosk, "laundry", 2)
        expect(entry["result"]["stalled"] is True, "it is said")
        expect([player["total"] for player in entry["score"]["players"]] == [3, 0], "what is dry counts")


def printed_house_rules_are_shown_and_scored():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        paper = Print(place, "clips", 4711, "--rule", "ladder_from=1")
        browser.open("/c/" + paper.code)
        names(browser, "Ana", "Bo")
        for handle, cell in (("L1", "r1c2"), ("R1", "r1c5"), ("L2", "r2c2"), ("R2", "r2c4"), ("L8", "r8c4"), ("R8", "r8c5")):
            browser.tap("[data-place=%s]" % handle)
            browser.see("[data-place=%s].depth" % cell)
            browser.tap("[data-place=%s]" % cell)
        to_score(browser)
        browser.see("details.rules[open]")
        chosen = "return document.querySelector('[data-rule=ladder_from]').selectedOptions[0].textContent"
        expect(browser.js(chosen) == "is worth 0, the seventh makes 15, as printed", "the page says what the paper says")
        browser.picture("printed-rules")
        agree(browser, 2)
        entry = stored(browser, kiosk, "clips", 2)
        expect(entry["result"]["rules"]["ladder_from"] == 1, "and it is stored so")
        plain = {key: value for key, value in entry["result"].items() if key != "rules"}
        expect(judged(plain) == judged(entry["result"]), "which its code alone says too")


def laundry_by_live_camera():
    with Place() as place:
        paper = Print(place, "laundry", 12)
        feed = paper.feed("feed", paper.codes[0], *ticket(["shirt"]), paper.codes[1], *ticket([]))
        with Kiosk(place) as kiosk, Browser(kiosk, DESKTOP, feed) as browser:
            browser.open("/")
            browser.at("/c/(%s)" % "|".join(paper.codes))
            to_score(browser)
            browser.picture("camera-found")
            agree(browser, 2)
            entry = stored(browser, kiosk, "laundry", 2)
            expect([player["total"] for player in entry["score"]["players"]] == [12, 10], "as it was marked")


def a_camera_opens_the_table_of_a_sheet():
    with Place() as place:
        paper = Print(place, "clips", 8)
        with Kiosk(place) as kiosk, Browser(kiosk, DESKTOP, paper.feed("feed")) as browser:
            browser.open("/standings")
            browser.tap("[data-tab='/']")
            browser.at("/c/" + paper.code)
            browser.says("h1", "paperclip")
            browser.see("[data-place=L1]")


# Lines of a score: the game, the id, the words, the symbol. Entries of older versions have no ids.
LINES = [("coupons", "pairs", "hotdog and bun pairs", "hotdog"), ("coupons", "left-over", "hotdogs or buns left over", "bun"),
         ("coupons", "five-watermelons", "five watermelons", "watermelon"), ("coupons", "burgers", "burgers", "patty"),
         ("coupons", "most-fireworks", "most fireworks", "spark"), ("coupons", "chips", "chips", "chips"),
         ("coupons", "second-most-fireworks", "second most fireworks", "spark"), ("clips", "bid", "bid", "first"),
         ("clips", "emerald", "emerald", "emerald"), ("laundry", "bra", "bra", "bra"), ("chipit", "game-2", "game 2", "card"),
         ("laundry", "pair-pants", "pair of pants and shirt", "pants"), ("laundry", "pair-socks", "pair of socks", "sock")]
PICTURES = """
const [lines, done] = arguments;
import('/page/score.js').then(async ({score_cards}) => {
	const shown = [];
	for (const [name, id, what] of lines) {
		const {game} = await import(`/page/games/${name}.js`), line = {what, why: 'so', points: 1},
			of = lines => ({players: [{name: 'Ana', place: 1, total: 1, lines}], winners: [0]});
		// In another language the words are others.
		for (const each of [{...line, id}, {...line, id, what: '[' + what + ']'}, line])
			shown.push(score_cards(of([each]), game).querySelector('.sign img').getAttribute('src'));
	}
	done(shown);
}, problem => done([String(problem)]));
"""


def a_line_has_its_picture_by_id_and_in_old_results_by_words():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.open("/standings")
        shown = browser.driver.execute_async_script(PICTURES, LINES)
        wanted = ["/page/symbol-%s.svg" % symbol for *_, symbol in LINES for _ in range(3)]
        expect(shown == wanted, "not %r" % shown)


TESTS = [a_line_has_its_picture_by_id_and_in_old_results_by_words, coupons_by_photos_of_hands, coupons_by_taps, laundry_by_photo_of_tickets, chipit_by_photo_with_two_marks_on_a_line, clips_by_photo_of_the_card, clips_by_drag_and_taps,
         clips_of_one_colour_wait_for_their_players, a_tournament_of_chipit_takes_all_its_games,
         undo_gives_the_turn_back,
         chipit_by_photo_of_the_pad, chipit_by_taps, a_stalled_game_of_laundry_ends_as_it_stands,
         printed_house_rules_are_shown_and_scored, laundry_by_live_camera, a_camera_opens_the_table_of_a_sheet]
