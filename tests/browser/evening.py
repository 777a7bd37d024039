# SPDX-License-Identifier: MIT
"""An evening at the desk, at the tables and before the projector: what goes wrong there and how it is
put right."""
import json
from subprocess import DEVNULL

from selenium.webdriver import ActionChains

from games import agree, clip, to_score
from kiosk import Browser, DESKTOP, Kiosk, PHONE, Place, Tools, expect, wait_for
from looks import TOUCHING
from paper import ITEMS, output
from safe import log_in, post

ROUND = """
[round %d]
game = %s
tables = %d
players = %d
"""


class Night:
    """A kit that is printed: rounds are (game, tables, players)."""

    def __init__(self, place, *rounds):
        self.key = place.file("event.key")
        output(Tools.seedpress, "key", "-o", self.key)
        kit = place.file("night.kit", "[event]\nname = Paper Night\nseed = 4711\nkey = event.key\n" + "".join(
            ROUND % (number + 1, *each) for number, each in enumerate(rounds)))
        output(Tools.seedpress, "kit", kit, "-o", place.file("night"), stderr=DEVNULL)
        self.manifest = place.file("night/manifest.json")
        with open(self.manifest, encoding="utf-8") as file:
            self.pieces = json.load(file)["pieces"]

    def words(self):
        """For the kiosk."""
        return "--manifest", self.manifest, "--key", self.key

    def code(self, number, table):
        return next(piece["code"] for piece in self.pieces if (piece["round"], piece["table"]) == (number, table))

    def layout(self, code):
        return json.loads(output(Tools.seedpress, "layout", code, "--key", self.key))


def send(desk, path, body):
    """What the organiser's page sends; the answer, or {"error"}."""
    return desk.driver.execute_async_script("""
        const [path, body, done] = arguments;
        import('/page/api.js').then(async ({kiosk, post}) => {
            await kiosk(true);
            post(path, body).then(done, problem => done({error: problem.message, ...problem.body}));
        });""", path, body)


def begin(desk, people, seats):
    """People, by name, and where they sit in round 1: (table, seat) in their order."""
    log_in(desk)
    send(desk, "/api/event/people", {"people": [{"id": 0, "name": name, "club": "", "gone": False} for name in people]})
    ids = {each["name"]: each["id"] for each in desk.js("return fetch('/api/event').then(answer => answer.json())")["people"]}
    answer = send(desk, "/api/event/seats", {"round": 1, "how": "hand", "seats": [
        {"table": table, "seat": seat, "person": ids[name]} for name, (table, seat) in zip(people, seats)]})
    expect("error" not in answer, "they have their seats: %r" % answer)
    return ids


def give_coupons(browser, layout, but=()):
    """Each player has their own sheet and discards its grills; `but` some, which nobody has."""
    for seat, sheet in enumerate(layout["sheets"]):
        browser.tap("#players [data-player='%d'] [data-act=pick]" % seat)
        for way in ("give", "discard"):
            browser.tap("[data-act=way-%s]" % way)
            browser.see("[data-act=way-%s][aria-pressed=true]" % way)
            browser.js("for (const id of arguments[0]) document.querySelector(`[data-place=${id}]`)"
                       ".dispatchEvent(new MouseEvent('click', {bubbles: true}))",
                       [coupon["id"] for coupon in sheet["coupons"]
                        if coupon["id"] not in but and (coupon["kind"] == "grill") == (way == "discard")])


def rulings_keep_the_rest_honest():
    with Place() as place:
        night = Night(place, ("coupons", 2, 2))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as phone:
            begin(desk, ["Ana", "Bo", "Cy", "Di"], [(1, 0), (1, 1), (2, 0), (2, 1)])
            code = night.code(1, 1)
            layout = night.layout(code)
            lost = next(each["id"] for each in layout["sheets"][1]["coupons"] if each["kind"] != "grill")
            # A coupon is gone: players cannot go on, the organiser can.
            desk.open("/c/" + code)
            give_coupons(desk, layout, [lost])
            desk.says("#check", lost + " is missing")
            desk.tap("[data-act=ruling]")
            expect(desk.see("#ruling-lost").get_attribute("value") == lost, "what is missing is named")
            desk.picture("ruling-lost")
            for each in (desk, phone):  # they share a console
                each.forgive("/api/correct.*400")
            desk.tap("dialog [data-act=ask-rule]")
            desk.says("dialog .state.refused", "reason")
            desk.fill("#ruling-why", "The wind took it")
            desk.tap("dialog [data-act=ask-rule]")
            desk.see("#stored.found")
            desk.says("#verdict", "unassigned")
            # Nobody came to the other table but Di.
            desk.open("/table/1/2")
            desk.tap("[data-act=ruling]")
            desk.choose("#ruling-kind", "no-show")
            desk.tap("#ruling-who [data-player='0']")
            desk.fill("#ruling-why", "Cy missed the train")
            desk.tap("dialog [data-act=ask-rule]")
            desk.says("#plays", "Cy did not come")
            desk.picture("table-ruled")
            # Everybody reads what was ruled and why.
            phone.open("/table/1/1")
            phone.says("#history", "Ruled")
            phone.says("#history", "The wind took it")
            phone.says("#history", "Lost: %s" % lost)
            phone.open("/standings")
            phone.says("#board", "Di")
            rows = {row["name"]: row for row in kiosk.json("/api/standings")["rows"]}
            expect(rows["Di"]["points"] == 4 and rows["Cy"]["points"] == 0 and rows["Cy"]["played"] == 0,
                   "Di has won, Cy has not played: %r" % rows)


def ties_go_by_what_was_chosen():
    with Place() as place:
        night = Night(place, ("chipit", 2, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as phone:
            begin(desk, ["Ana", "Bo", "Cy", "Di", "Eva", "Finn"], [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)])
            for table, games in ((1, [[0, 1, 2], [0, 1, 2], [1, 0, 2]]), (2, [[0, 1, 2]] * 3)):
                send(desk, "/api/result", {"submission": "t%d" % table, "result": {
                    "game": "chipit", "code": night.code(1, table), "players": [{}] * 3, "games": games}})
            phone.open("/standings")
            phone.says("#ties-say", "Ties go by tables won, then are shared.")
            places = "return [...document.querySelectorAll('#board [data-row]')].slice(0, 2).map(row => row.dataset.place)"
            wait_for("Ana and Di on one place", lambda: phone.js(places) == ["1", "1"])
            desk.open("/organise?tab=event")
            desk.tap("#ties [data-tie=total] input")
            desk.tap("#ties [data-tie=total] [data-act=tie-up]")
            desk.says("#ties-say", "Ties go by points scored in the games, then tables won, then are shared.")
            desk.picture("organise-ties")
            desk.tap("[data-act=store-settings]")
            desk.says("#toasts", "Saved")
            phone.says("#ties-say", "Ties go by points scored in the games, then tables won")
            phone.says("#board [data-row]:first-child", "Di")
            wait_for("Di, who has scored more, alone on the first", lambda: phone.js(places) == ["1", "2"])


def the_desk_checks_in_deletes_and_finds():
    with Place() as place:
        night = Night(place, ("chipit", 2, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk:
            people = ["Ana", "Bo", "Cy", "Di", "Eva", "Finn"]
            ids = begin(desk, people, [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)])
            desk.open("/organise?tab=people")
            desk.says("#check-in", "Nobody has checked in")
            for name in ("Ana", "Bo", "Cy"):
                desk.tap("[data-act=here][data-id='%d']" % ids[name])
                desk.see("[data-act=here][data-id='%d'][aria-pressed=true]" % ids[name])
            desk.says("#people-count", "6 people, 3 checked in")
            desk.picture("organise-check-in")
            desk.open("/organise?tab=seats")
            desk.tap("[data-act=random]")
            desk.tap("dialog [data-act=ask-go]")
            seats = lambda: desk.js("return fetch('/api/event').then(answer => answer.json())")["seats"]
            wait_for("seats of those alone who are here", lambda: {seat["person"] for seat in seats()} == {
                ids[name] for name in ("Ana", "Bo", "Cy")})
            desk.says("#no-seat", "Everybody has a seat")
            seated = seats()
            table = seated[0]["table"]
            send(desk, "/api/result", {"submission": "t", "result": {
                "game": "chipit", "code": night.code(1, table), "players": [{}] * 3, "games": [[0, 1, 2]] * 3}})
            desk.open("/organise?tab=people")
            desk.tap("[data-act=delete][data-id='%d']" % ids["Finn"])
            desk.tap("dialog [data-act=ask-delete]")
            desk.says("#people-count", "5 people")
            desk.forgive("/api/event/delete.*422")
            desk.tap("[data-act=delete][data-id='%d']" % ids["Ana"])
            desk.tap("dialog [data-act=ask-delete]")
            desk.says("#toasts", "Ana has results")
            desk.says("#people-count", "5 people")
            for number in range(60):
                send_plain(kiosk, number)
            desk.open("/organise?tab=results")
            desk.see("#results [data-entry]")
            expect(len(desk.all("#results [data-entry]")) == 50, "the latest first")
            desk.tap("[data-act=more-results]")
            desk.see("#results [data-entry='1']")
            expect(len(desk.all("#results [data-entry]")) == 61, "and all of them")
            desk.picture("organise-results")
            desk.fill("#search-results", "table %d ana" % table)
            desk.gone("#results [data-entry='61']")
            expect(len(desk.all("#results [data-entry]")) == 1, "one is found")
            desk.fill("#search-results", "nobody at all")
            desk.says("#results", "No result has these words")


def send_plain(kiosk, number):
    """A casual game."""
    status, _ = post(kiosk, "/api/result", {"submission": "casual-%d" % number, "result": {
        "game": "chipit", "players": [{"name": "Max"}, {"name": "Mia"}, {"name": "Moe"}], "games": [[0, 1, 2]]}})
    expect(status == 201, "a casual game is stored")


def phones_of_a_table_share_what_is_entered():
    with Place() as place:
        night = Night(place, ("coupons", 2, 2))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as one, \
                Browser(kiosk, PHONE) as other, Browser(kiosk, PHONE) as stranger:
            begin(desk, ["Ana", "Bo", "Cy", "Di"], [(1, 0), (1, 1), (2, 0), (2, 1)])
            code = night.code(1, 1)
            for phone in (one, other):
                phone.open("/c/" + code)
            stranger.open("/c/" + night.code(1, 2))
            # Both enter at once, then each sees both.
            one.tap("[data-place=A01]")
            other.tap("#players [data-player='1'] [data-act=pick]")
            other.tap("[data-place=A02]")
            for phone in (one, other):
                phone.see("[data-place=A01].given[data-player='0']")
                phone.see("[data-place=A02].given[data-player='1']")
            # Undo takes back what was done here, and nothing else.
            other.tap("[data-act=undo]")
            other.see("[data-place=A02]:not(.given)")
            one.see("[data-place=A02]:not(.given)")
            one.see("[data-place=A01].given[data-player='0']")
            expect(not stranger.all(".given"), "another table sees nothing of it")
            one.says("#toasts", "Somebody else")
            # Who is picked is each phone's own.
            one.tap("#players [data-player='0'] [data-act=pick]")
            other.tap("#players [data-player='1'] [data-act=pick]")
            other.tap("[data-place=A03]")
            one.see("[data-place=A03].given[data-player='1']")
            one.see(".person.chosen[data-player='0']")
            other.see(".person.chosen[data-player='1']")
            expect("chosen" not in kiosk.json("/api/draft/" + code)["state"], "and nobody else's business")
            # What is entered elsewhere while a finger is on the sheet stays.
            finger = ActionChains(one.driver).click_and_hold(one.see("[data-place=A04]"))
            finger.perform()
            other.tap("[data-place=A05]")
            one.see("[data-place=A05].given[data-player='1']")
            ActionChains(one.driver).move_by_offset(6, 6).move_by_offset(6, 6).release().perform()
            for phone in (one, other):
                phone.see("[data-place=A04].given[data-player='0']")
                phone.see("[data-place=A05].given[data-player='1']")


def apart(*phones):
    """Phones that hear nothing of each other for a while: as if nobody looked at them."""
    for phone in phones:
        phone.js("Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})")


def together(*phones):
    for phone in phones:
        phone.js("delete document.hidden")


CLIPS = "return [...document.querySelectorAll('.clip-list > li')].map(each => each.dataset.clip + each.dataset.player)"


def clips_of_two_phones_are_there_once():
    with Place() as place:
        night = Night(place, ("clips", 1, 2))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk) as one, Browser(kiosk) as other:
            begin(desk, ["Ana", "Bo"], [(1, 0), (1, 1)])
            for phone in (one, other):
                phone.forgive("409")
                phone.open("/c/" + night.code(1, 1))
            for index in range(1, 7):
                clip(one, "L%d" % index, 2)
            six = ["L%dx2%d" % (index, 1 - index % 2) for index in range(1, 7)]
            wait_for("six clips", lambda: other.js(CLIPS) == six)

            def both(right):
                together(one, other)
                for phone in (one, other):
                    wait_for("%r on both" % right, lambda phone=phone: phone.js(CLIPS) == right)

            # One takes a clip off while the other makes the next one of that player shallower.
            apart(one, other)
            one.tap(".clip-list [data-clip=L1x2] [data-act=remove]")
            other.tap(".clip-list [data-clip=L3x2] [data-act=shallower]")
            both(["L3x10", "L2x21", "L5x20", "L4x21", "L6x21"])
            clip(one, "L1", 2)
            wait_for("the clip again", lambda: len(other.js(CLIPS)) == 6)
            # One says who went first while the other takes a clip off.
            apart(one, other)
            one.tap("[data-act=first][data-player='1']")
            other.tap(".clip-list [data-clip=L3x1] [data-act=remove]")
            both(["L2x21", "L5x20", "L4x21", "L1x20", "L6x21"])
            # Each places the last clip: there are six, the same ones everywhere.
            apart(one, other)
            clip(one, "R7", 2)
            clip(other, "R8", 2)
            together(one, other)
            wait_for("the same six", lambda: len(one.js(CLIPS)) == 6 and one.js(CLIPS) == other.js(CLIPS))


def buttons_stand_apart():
    with Place() as place:
        night = Night(place, ("coupons", 1, 2))
        for size in (PHONE, DESKTOP):
            with Kiosk(place, *night.words()) as kiosk, Browser(kiosk, size) as browser:
                layout = night.layout(night.code(1, 1))
                grills = [coupon["id"] for sheet in layout["sheets"] for coupon in sheet["coupons"] if coupon["kind"] == "grill"]
                browser.open("/c/" + night.code(1, 1))
                give_coupons(browser, layout, grills[:2])
                browser.see("[data-act=rest-discarded]")
                browser.checked()
                touch = browser.js(TOUCHING)
                expect(not touch, "\n  ".join(touch))
                browser.picture("apart")
                # What can be done after a refusal stands apart, too.
                browser.tap("[data-act=rest-discarded]")
                to_score(browser)
                browser.js("""const ask = fetch;
                    window.fetch = (path, how) => path !== '/api/result' ? ask(path, how) : Promise.resolve(new Response(
                        JSON.stringify({error: 'something else was sent', kind: 'used', entry: {id: 1}}), {status: 409}));""")
                agree(browser, 2)
                browser.see("#agreement .refused")
                touch = browser.js(TOUCHING)
                expect(not touch, "\n  ".join(touch))
                browser.picture("apart-refused")


def what_is_said_aloud_is_right():
    with Place() as place:
        night = Night(place, ("coupons", 1, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk:
            begin(desk, ["Ana", "Bo", "Cy"], [(1, 0), (1, 1)])
            desk.open("/organise?tab=seats")
            desk.choose("[data-seat='1.2']", str(next(
                each["id"] for each in desk.js("return fetch('/api/event').then(answer => answer.json())")["people"]
                if each["name"] == "Cy")))
            desk.says("#say", "Cy: table 1, seat C")
            desk.open("/print?game=chipit&players=3&pieces=game&seed=5")
            desk.says("#say", "1 page.")
        # A date of a kit is in the page's language, too.
        with Kiosk(place, db=place.file("plain.db")) as kiosk, Browser(kiosk) as desk:
            desk.cdp("Emulation.setLocaleOverride", locale="de-DE")
            log_in(desk)
            desk.open("/organise?tab=kit")
            shown, right = desk.see("#kit-date").get_attribute("value"), desk.js(
                "return new Date().toLocaleDateString('en-GB', {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'})")
            expect(shown == right, "a kit has %r, not %r" % (shown, right))


BADGES = """return [...document.querySelectorAll(arguments[0] + ' .player-badge')].map(each =>
    [each.textContent, '#' + getComputedStyle(each).backgroundColor.match(/\\d+/g).map(each => (+each).toString(16).padStart(2, '0')).join('')])"""


def a_player_has_one_colour_everywhere():
    with Place() as place:
        night = Night(place, ("laundry", 3, 2), ("coupons", 1, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk:
            begin(desk, ["Ana", "Bo", "Cy", "Di", "Em", "Flo"], [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)])
            colours = {}
            for number, table in ((1, 1), (1, 2), (1, 3), (2, 1)):
                colours[number, table] = kiosk.json("/api/piece/" + night.code(number, table))["colours"]
            expect(len({tuple(each) for each in colours.values()}) > 1, "tables differ: %r" % colours)

            def same(css, number, table):
                desk.see(css + " .player-badge")
                shown, printed = desk.js(BADGES, css), dict(zip("ABCDEF", colours[number, table]))
                expect(shown and all(colour == printed[letter] for letter, colour in shown),
                       "%s of round %d, table %d: %r, not %r" % (css, number, table, shown, printed))

            for (number, table), _ in colours.items():
                desk.open("/table/%d/%d" % (number, table))
                same("#seated", number, table)
                desk.open("/c/" + night.code(number, table))
                same("#players", number, table)
            desk.open("/organise?tab=seats")
            for table in (1, 2, 3):
                same(".seats[data-table='%d']" % table, 1, table)
            desk.picture("seats-colours")
            desk.choose("#seats-round", "2")
            desk.see("[data-seat='1.2']")
            same(".seats[data-table='1']", 2, 1)
            # A view without such a table has the page's own again.
            desk.visit("/c/" + night.code(1, 1))
            desk.visit("/?casual=chipit")
            own = desk.js(BADGES, "#players")
            desk.open("/?casual=chipit")
            desk.see("#players .player-badge")
            expect(own == desk.js(BADGES, "#players"), "colours do not stay: %r" % own)
            desk.open("/where")
            desk.fill("#who", "Em")
            desk.tap("[data-act=where]")
            same("#sits", 1, 3)


def ticked(phone):
    """The seats that have agreed, as this phone shows it."""
    return phone.js("return [...document.querySelectorAll('[data-act=agree][aria-pressed=true]')].map(each => +each.dataset.player)")


def phones_of_a_table_agree_together():
    with Place() as place:
        night = Night(place, ("coupons", 1, 4))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as one, \
                Browser(kiosk, PHONE) as other:
            begin(desk, ["Ana", "Bo", "Cy", "Di"], [(1, 0), (1, 1), (1, 2), (1, 3)])
            code = night.code(1, 1)
            for phone in (one, other):
                phone.forgive("409")
                phone.open("/c/" + code)
            give_coupons(one, night.layout(code))
            to_score(one)
            to_score(other)
            one.tap("[data-act=agree][data-player='0']")
            other.tap("[data-act=agree][data-player='2']")
            for phone in (one, other):
                wait_for("the ticks of both phones", lambda phone=phone: ticked(phone) == [0, 2])
            one.picture("ticks-shared")
            # A tick can be taken back, anywhere.
            other.tap("[data-act=agree][data-player='0']")
            wait_for("one tick less", lambda: ticked(one) == [2])
            # A change afterwards asks everybody again, on all phones.
            other.tap("[data-act=edit]")
            other.tap("#players [data-player='1'] [data-act=pick]")
            other.tap("[data-act=way-give]")
            other.tap("[data-place=%s]" % next(each["id"] for each in night.layout(code)["sheets"][0]["coupons"]
                                               if each["kind"] != "grill"))
            wait_for("no ticks for another result", lambda: one.all("[data-act=agree]") and not ticked(one))
            to_score(other)
            # What one phone alone does not see complete the two do together; both go to the result.
            for seat in (0, 1):
                one.tap("[data-act=agree][data-player='%d']" % seat)
            for seat in (2, 3):
                other.tap("[data-act=agree][data-player='%d']" % seat)
            for phone in (one, other):
                phone.at(r"/entry/\d+$")
                phone.see("#stored.found")
            expect(len(kiosk.json("/api/standings")["recent"]) == 1, "it is saved once")


def a_phone_that_only_looks_on_is_led_to_the_result():
    with Place() as place:
        night = Night(place, ("coupons", 1, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as one, \
                Browser(kiosk, PHONE) as other:
            begin(desk, ["Ana", "Bo", "Cy"], [(1, 0), (1, 1), (1, 2)])
            code = night.code(1, 1)
            for phone in (one, other):
                phone.forgive("409")
                phone.open("/c/" + code)
            give_coupons(one, night.layout(code))
            to_score(one)
            other.see("#check[data-state=found]")
            one.tap("[data-act=agree][data-player='0']")
            other.says("#toasts", "agrees to the result")
            # Somebody who takes a tick back is not said to agree.
            clear = "document.querySelector('#toasts').textContent = ''"
            ticks = """return Object.keys(JSON.parse(Object.entries(localStorage).find(([name]) =>
                name.startsWith('seedpress.draft'))[1]).state.agreed).length"""
            one.tap("[data-act=agree][data-player='2']")
            wait_for("two ticks", lambda: other.js(ticks) == 2)
            other.js(clear)
            one.tap("[data-act=agree][data-player='0']")
            wait_for("one tick less", lambda: other.js(ticks) == 1)
            expect(other.js("return document.querySelector('#toasts').textContent") == "", "somebody no longer agrees")
            # On the page of the score it is said aloud.
            to_score(other)
            one.tap("[data-act=agree][data-player='0']")
            other.says("#say", "Agreed: Ana.")
            one.tap("[data-act=agree][data-player='1']")
            one.at(r"/entry/\d+$")
            other.at(r"/entry/\d+$")
            other.says("#toasts", "saved on another phone")
            expect("agrees to the result" not in other.text("#toasts"), "what was asked for before is not asked any more")
            # Opened again it is a table with its result, not a game to enter.
            other.open("/c/" + code)
            other.see("#taken")


# What strangers who know a code may send in place of what was entered; `good` is what a phone has sent.
BROKEN = """
const [path, good, done] = arguments;
const bad = [
    {...good, players: good.players.map(() => ({}))},
    {...good, players: good.players.map(() => ({name: {toString: 1}}))},
    {...good, players: Array(40).fill({name: 'x'})},
    {...good, owner: {A01: {a: []}, A02: [1]}},
    {...good, owner: null},
    {...good, discard: [1, 2]},
    {...good, agreed: 'all', chosen: {}},
    {...good, players: [good.players[0]], chosen: 5},
    {...good, owner: {A01: 9, Z99: 0}},
    {hello: 'world'},
];
(async () => {
    for (const state of bad) {
        const {number} = await (await fetch(path)).json();
        const answer = await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'},
            body: JSON.stringify({state, after: number})});
        if (!answer.ok) done(`${answer.status}`);
        await new Promise(heard => setTimeout(heard, 3200));
    }
    done('');
})();
"""


# What a game begins with, what may have been sent of it, and whether that is such a game.
MEMBERS = [
    ({"clips": []}, {"clips": [{"clip": "L1x2", "player": 0}]}, True),
    ({"clips": []}, {"clips": [{"clip": {}, "player": 0}]}, False),
    ({"clips": []}, {"clips": [None]}, False),
    ({"clips": []}, {"clips": [[]]}, False),
    ({"owner": {}}, {"owner": {"A01": 1}}, True),
    ({"owner": {}}, {"owner": {"A01": [1]}}, False),
    ({"players": [{"name": ""}]}, {"players": [{"name": "Ana"}, {"name": ""}]}, True),
    ({"players": [{"name": ""}]}, {"players": [{"name": "Ana"}, {}]}, False),
    ({"players": [{"name": ""}]}, {"players": [{"name": None}]}, False),
    ({"players": [{"name": ""}]}, {"players": []}, False),
    ({"players": [{"name": ""}]}, {"players": [{"name": "W" * 80}]}, True),
    ({"players": [{"name": ""}]}, {"players": [{"name": "W" * 81}]}, False),
    ({"first": None}, {"first": 1}, True),
    ({"first": None}, {"first": {}}, False),
    ({"first": None}, {}, False),
    ({"bid": 0}, {"bid": "x"}, False),
    ({"games": [[None, None, None]]}, {"games": [[0, None, 1]]}, True),
    ({"games": [[None, None, None]]}, {"games": [[0, {}, 1]]}, False),
]


# States of a Chip It pad for three, and whether they are.
PADS = [
    ({"games": [[None] * 3, [2, 0, 1], [None, 1, None]]}, True),
    ({"games": [[None] * 3]}, False),
    ({"games": [[None] * 3], "single": True}, False),
    ({"games": [[99, -1, 2]] * 3}, False),
    ({"games": [[1, 1, None]] * 3}, False),
    ({"games": [[None] * 2] * 3}, False),
    ({"games": [["x", None, None]] * 3}, False),
    ({"games": [{"loser": None, "chips": None, "cards": None}] * 4, "players": [{}, {}]}, False),
]


def members_of_a_draft_are_checked():
    with Place() as place:
        night = Night(place, ("clips", 1, 2))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as one:
            begin(desk, ["Ana", "Bo"], [(1, 0), (1, 1)])
            answers = desk.driver.execute_async_script("""const [cases, done] = arguments;
                import('/page/play/shared_draft.js').then(({fits}) => done(cases.map(([model, sent]) => Boolean(fits(model, sent)))));""",
                                                       MEMBERS)
            wrong = [case for case, answer in zip(MEMBERS, answers) if case[2] != answer]
            expect(not wrong, "not told right: %r" % wrong)
            answers = desk.driver.execute_async_script("""const [states, done] = arguments, players = [{}, {}, {}];
                import('/page/games/chipit.js').then(({game: {fits}}) => done(states.map(state =>
                    fits({players, single: false, ...state}, {piece: {event: true}, start: () => ({players})}))));""",
                                                       [state for state, _ in PADS])
            wrong = [case for case, answer in zip(PADS, answers) if case[1] != answer]
            expect(not wrong, "not told right: %r" % wrong)
            # Clips that no card has are not shown, and go when somebody enters one.
            code = night.code(1, 1)
            one.open("/c/" + code)
            clip(one, "L1", 2)
            good = wait_for("what was sent", lambda: kiosk.json("/api/draft/" + code)["state"])
            clips = [{"clip": "L1x2", "player": 0}]
            for bad in ({"clips": [{"clip": 7, "player": 0}]}, {"clips": [{"clip": "Z9x9", "player": 0}]}, {"clips": [{}]},
                        {"clips": [{"clip": "L2x2", "player": 4}]}, {"clips": clips * 2},
                        {"clips": [{"clip": "T%dx1" % (index + 1), "player": 0} for index in range(8)]},
                        {"clips": [], "first": 7}, {"clips": [], "bid": 0.5}, {"clips": [], "players": good["players"] * 2}):
                number = kiosk.json("/api/draft/" + code)["number"]
                status, _ = post(kiosk, "/api/draft/" + code, {"state": {**good, **bad}, "after": number})
                expect(status == 200, "it is kept: %d" % status)
                wait_for("what is here in its place", lambda: [each.get("clip") for each in (
                    kiosk.json("/api/draft/" + code)["state"] or {}).get("clips", [])] == ["L1x2"])
            one.see(".clip-list [data-clip=L1x2]")
            one.tap("[data-act=undo]")
            one.gone(".clip-list [data-clip]")
            clip(one, "R1", 2)


def a_broken_draft_breaks_nothing():
    with Place() as place:
        night = Night(place, ("coupons", 1, 2))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as one:
            begin(desk, ["Ana", "Bo"], [(1, 0), (1, 1)])
            code = night.code(1, 1)
            one.open("/c/" + code)
            one.tap("[data-place=A01]")
            one.tap("[data-place=A02]")
            good = wait_for("what was sent", lambda: (kiosk.json("/api/draft/" + code)["state"] or {}).get("owner")
                            == {"A01": 0, "A02": 0} and kiosk.json("/api/draft/" + code)["state"])
            desk.driver.set_script_timeout(120)
            expect(desk.driver.execute_async_script(BROKEN, "/api/draft/" + code, good) == "", "all of it was sent")
            for css in ("[data-place=A01].given", "[data-place=A02].given"):
                one.see(css)
            # Undo and redo are of what was done here, and a reload shows it.
            one.tap("[data-act=undo]")
            one.see("[data-place=A02]:not(.given)")
            one.see("[data-place=A01].given")
            one.tap("[data-act=redo]")
            one.see("[data-place=A02].given")
            one.tap("[data-act=undo]")
            wait_for("that it is undone for all", lambda: kiosk.json("/api/draft/" + code)["state"]["owner"] == {"A01": 0})
            expect(len(one.all("#players .person")) == 2, "as many play as sit there")
            one.open("/c/" + code)
            one.see("[data-place=A01].given")
            one.see("[data-place=A02]:not(.given)")
            # What was broken before and is kept on the phone is set aside.
            one.js("""const name = Object.keys(localStorage).find(each => each.startsWith('seedpress.draft.'));
                const kept = JSON.parse(localStorage[name]);
                kept.state = {...kept.state, players: [{}], owner: 5};
                localStorage[name] = JSON.stringify(kept);""")
            one.open("/c/" + code)
            one.see("#score")
            one.see("[data-place=A01]")
            one.says("#toasts", "cannot be shown")


# What a kiosk plays: the pitch of every tone.
LISTEN = """
window.heard = [];
window.AudioContext = class {
    currentTime = 0;
    destination = {};
    createOscillator() { const frequency = {set value(hertz) { heard.push(hertz); }};
        return {frequency, connect: gain => gain, start() {}, stop() {}}; }
    createGain() { return {gain: {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}},
        connect() {}}; }
};
"""

# The smallest letters that name somebody or something on the big screen, in pixels.
SMALLEST = """
return Math.min(...[...document.querySelectorAll('.screen :is(.name, .where, .points, .place, .who, h1, h2, #clock, #url, #round, li)')]
    .filter(each => each.checkVisibility() && each.textContent.trim())
    .map(each => parseFloat(getComputedStyle(each).fontSize)))
"""


def crowd(desk, people, tables, seats):
    """This many people, who sit in the order of their names."""
    names = ["%s %s" % (first, last) for last in ("Abel", "Berg", "Castellanos", "Dietrich", "Engelbrecht", "Fuchs", "Graf",
                                                  "Hoffmann", "Iversen", "Jansen", "Keller", "Lehmann")
             for first in ("Ana", "Bo", "Cy", "Di", "Eva", "Finn", "Gil", "Hal", "Ida", "Jo", "Kim", "Leo", "Mia", "Nia",
                           "Olaf", "Pia", "Quin", "Ron", "Sue", "Tom", "Uwe", "Vic", "Wim", "Xenia", "Yves")][:people]
    return begin(desk, names, [(1 + index // seats, index % seats) for index in range(tables * seats)])


def the_projector_is_read_from_afar():
    size = (1920, 1080)
    with Place() as place:
        night = Night(place, ("chipit", 100, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, size) as screen:
            crowd(desk, 300, 100, 3)
            screen.open("/screen")
            screen.says("#missing", "find your table")
            screen.see("#board [data-seat='1.0']")
            expect(screen.js(SMALLEST) >= 28, "letters of %r pixels" % screen.js(SMALLEST))
            seen = set(screen.js("return [...document.querySelectorAll('[data-seat]')].map(each => each.dataset.seat)"))
            screen.picture("screen-seating-300")
            first = screen.text("#pages")
            expect("of" in first, "not all fit at once: %r" % first)
            wait_for("the next page", lambda: screen.text("#pages") != first)
            more = set(screen.js("return [...document.querySelectorAll('[data-seat]')].map(each => each.dataset.seat)"))
            expect(more and not more & seen, "it turns automatically, to others")
            expect(screen.js("return [...document.querySelectorAll('[data-seat] .name')].every("
                             "each => each.scrollWidth <= each.clientWidth + 1)"), "no name is cut off")
            # The desk starts the clock: the round has begun.
            desk.open("/organise")
            desk.fill("#minutes", "7")
            desk.tap("[data-act=clock-start]")
            desk.says("#clock", "6:5")
            screen.says("#clock", "6:5")
            screen.gone("[data-seat]")
            screen.says("#missing", "Still playing: 100 tables")
            tables = "return [...document.querySelectorAll('#missing [data-table]')].map(each => each.dataset.table)"
            open_ones = screen.js(tables)
            expect(20 <= len(open_ones) < 100, "as many as can be read: %d" % len(open_ones))
            wait_for("other open tables", lambda: screen.js(tables) != open_ones)
            expect(screen.js(SMALLEST) >= 28, "letters of %r pixels" % screen.js(SMALLEST))
            screen.picture("screen-playing-300")


def the_clock_rings_on_the_kiosk():
    with Place() as place:
        night = Night(place, ("chipit", 1, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk) as own:
            crowd(desk, 3, 1, 3)
            send(desk, "/api/event/settings", {"clock": {"minutes": 1}})
            # The projector's clock goes on when the window is another size.
            own.open("/screen")
            own.says("#clock", "0:5")
            left = "return +document.querySelector('#clock').textContent.split(':')[1]"
            before = own.js(left)
            wait_for("three seconds", lambda: own.js(left) <= before - 3)
            own.js("dispatchEvent(new Event('resize'))")
            expect(own.js(left) <= before - 3, "%d seconds are left, and then %d" % (before, own.js(left)))
            own.open("/standings")
            own.tap("h1")  # browsers are silent before
            own.js(LISTEN)
            # A minute passes.
            own.js("""return seedpress.load('clock.js').then(({Clock}) => {
                const set = Clock.prototype.set;
                Clock.prototype.set = function(clock) { set.call(this, clock && {...clock, left: Math.min(clock.left, 1)}); };
            })""")
            send(desk, "/api/event/settings", {"name": "Paper Evening"})
            own.says("#toasts", "The time of this round is over")
            expect(own.js("return heard") == [880, 660, 880, 660], "four tones: %r" % own.js("return heard"))
            desk.open("/organise")
            desk.tap("[data-act=clock-stop]")
            desk.see("[data-act=clock-start]")
            desk.open("/organise?tab=changes")
            desk.says("#changes", "the clock of the round")


def everybody_finds_the_own_seat():
    with Place() as place:
        night = Night(place, ("chipit", 4, 3), ("chipit", 4, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as phone:
            crowd(desk, 12, 4, 3)
            phone.open("/")  # as the join QR says
            phone.tap("[data-act=where-do-i-sit]")
            for each in (phone, desk):
                each.forgive("/api/where.*404")
            phone.fill("#who", "Nobody")
            phone.tap("[data-act=where]")
            phone.says("#unknown", "nobody of this name")
            phone.fill("#who", "eva abel")
            phone.tap("[data-act=where]")
            phone.see("#sits[data-table='2'][data-seat='1']")
            phone.says("#others", "With Di Abel and Finn Abel")
            phone.picture("where")
            send(desk, "/api/event/settings", {"clock": {"minutes": 40}})
            phone.says("#clock", "39:")
            send(desk, "/api/result", {"submission": "t", "result": {
                "game": "chipit", "code": night.code(1, 2), "players": [{}] * 3, "games": [[1, 0, 2]] * 3}})
            phone.says("#mine", "place 1, 12")
            # The name is known by now, and the next round appears automatically.
            phone.open("/where")
            phone.says("h1", "Eva Abel")
            send(desk, "/api/event/settings", {"round": 2})
            phone.says("#sits", "no seat in round 2 yet")
            phone.open("/standings")
            phone.fill("#find", "eva")
            phone.gone("#board [data-place='12']")
            expect(phone.js("return [...document.querySelectorAll('#board [data-row]')].filter(row => !row.hidden).length") == 1,
                   "one is found")


def plays_of(desk, number):
    """[(table, [codes of its plays])] of a round, as the organiser sees them."""
    return desk.driver.execute_async_script("""
        const [round, done] = arguments;
        fetch('/api/event').then(answer => answer.json()).then(async event => {
            const tables = event.rounds[round - 1].tables.filter(table => !table.spare);
            done(await Promise.all(tables.map(async ({table}) => [table,
                (await (await fetch(`/api/table/${round}/${table}`)).json()).plays.map(play => play.code)])));
        });""", number)


def finished(night, game, code, number):
    """A finished game for a code; who wins differs from table to table."""
    if game == "coupons":
        sheets = night.layout(code)["sheets"]
        return {"game": game, "code": code, "players": [
            {"coupons": [each["id"] for each in sheet["coupons"] if each["kind"] != "grill"],
             "discarded": [each["id"] for each in sheet["coupons"] if each["kind"] == "grill"]} for sheet in sheets]}
    if game == "laundry":
        values = {item: index // 2 + 1 for index, item in enumerate(ITEMS)}
        return {"game": game, "code": code, "players": [
            {"values": values, "score_dryer": ["sock", "sock"] + ITEMS[:1 + (seat + number) % 2 * 3],
             "no_score_dryer": []} for seat in range(2)]}
    if game == "clips":
        return {"game": game, "code": code, "first": number % 2, "bid": number % 3, "players": [
            {"clips": ["L1x%d" % (1 + number % 3), "R1x1", "L8x1"]}, {"clips": ["R8x1", "L2x1", "R2x2"]}]}
    order = [[0, 1, 2], [2, 0, 1], [1, 2, 0]][number % 3]
    return {"game": game, "code": code, "players": [{}] * 3, "games": [order, order, order[::-1]]}


def send_rest(desk, night, number, game, but):
    """The results of all tables but some, by the interface that the page uses."""
    for table, codes in plays_of(desk, number):
        for code in codes if table not in but else ():
            answer = send(desk, "/api/result", {"submission": "%d-%d-%s" % (number, table, code[-5:]),
                                                "result": finished(night, game, code, table)})
            expect("entry" in answer, "round %d, table %d: %r" % (number, table, answer.get("error")))


def through_the_page(phone, night, game, codes):
    """What the first table plays, entered as people do."""
    for code in codes:
        phone.open("/c/" + code)
        if game == "coupons":
            give_coupons(phone, night.layout(code))
        elif game == "laundry":
            tickets(phone)
        elif game == "clips":
            for handle, depth in (("L1", 2), ("R1", 2), ("L2", 1), ("R2", 1), ("L8", 1), ("R8", 1)):
                clip(phone, handle, depth)
        else:
            for each in range(3):
                for player in (0, 1):
                    phone.tap("[data-act=finish][data-player='%d'][data-game='%d']" % (player, each))
        to_score(phone)
        agree(phone, 2 if game in ("laundry", "clips") else 3)
        phone.see("#stored.found")


def tickets(phone):
    for seat in (0, 1):
        for index, item in enumerate(ITEMS):
            phone.tap(".ticket[data-player='%d'] [data-mark='%s.%d']" % (seat, item, index // 2 + 1))
        for item in ("sock1", "sock2"):
            phone.tap(".ticket[data-player='%d'] [data-mark='%s.%s']" % (seat, item, ("score", "no_score")[seat]))


ROUNDS = [("coupons", 8, 3), ("laundry", 12, 2), ("clips", 12, 2), ("chipit", 8, 3)]


def an_evening_from_check_in_to_podium():
    """24 people, four rounds, one of each game: rulings, a withdrawal, somebody who leaves, and a kiosk that dies."""
    with Place() as place:
        night = Night(place, *ROUNDS)
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as phone, \
                Browser(kiosk, (1920, 1080)) as screen:
            ids = crowd(desk, 24, 8, 3)
            for each in (desk, phone, screen):  # they share a console, and the kiosk dies once
                each.forgive("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")
                each.forgive("api/(correct|result).*4..|api/live")
            desk.open("/organise?tab=people")
            desk.tap("[data-act=all-here]")
            desk.says("#people-count", "24 people, 24 checked in")
            screen.open("/screen")
            screen.see("[data-seat='8.2']")
            expect(len(screen.all("[data-seat]")) == 24, "all on one page")
            expect(screen.js(SMALLEST) >= 28, "letters of %r pixels" % screen.js(SMALLEST))
            screen.picture("screen-seating-24")
            send(desk, "/api/event/settings", {"clock": {"minutes": 40}})
            screen.says("#missing", "Still playing")
            for number, (game, _, _) in enumerate(ROUNDS, 1):
                if number > 1:
                    send(desk, "/api/event/settings", {"round": number})
                    answer = send(desk, "/api/event/seats", {"round": number, "how": "standings"})
                    expect("seats" in answer, "round %d is seated: %r" % (number, answer))
                    screen.says("#missing", "Round %d: find your table" % number)
                tables = dict(plays_of(desk, number))
                through_the_page(phone, night, game, tables[1])
                if number == 1:
                    round_one(desk, kiosk, night, tables)
                elif number == 2:
                    # Somebody leaves in the middle, and the table is ruled upon at the desk.
                    rule_at_desk(desk, number, 2, "dropped", "Has to catch a train")
                    gone = desk.js("return fetch('/api/table/2/2').then(answer => answer.json())")["names"][0]
                    send(desk, "/api/event/people", {"people": [{"id": ids[gone], "name": gone, "club": "", "gone": True}]})
                    kiosk.kill()
                    kiosk.start()
                    desk.open("/organise")  # the session goes on
                    desk.says("#round", "Round 2")
                send_rest(desk, night, number, game, {1: (1, 2), 2: (1, 2)}.get(number, (1,)))
                if number < 4:
                    screen.says("#missing", "all tables are done")
            after(kiosk, screen, gone)


def rule_at_desk(desk, number, table, kind, why):
    """No game was played: the first at the table is the reason."""
    desk.open("/table/%d/%d" % (number, table))
    desk.tap("[data-act=ruling]")
    desk.choose("#ruling-kind", kind)
    desk.tap("#ruling-who [data-player='0']")
    desk.fill("#ruling-why", why)
    desk.tap("dialog [data-act=ask-rule]")
    desk.says("#plays", "took the last place")


def round_one(desk, kiosk, night, tables):
    """A result that is withdrawn and entered again, and one with a lost coupon."""
    desk.open("/entry/1")
    desk.tap("[data-act=withdraw]")
    desk.fill("#withdraw-why", "Two had changed sheets")
    desk.tap("dialog [data-act=ask-withdraw]")
    desk.says("#stored", "withdrawn")
    again = send(desk, "/api/result", {"submission": "again", "result": finished(night, "coupons", tables[1][0], 1)})
    expect("entry" in again, "it is entered again: %r" % again)
    result = finished(night, "coupons", tables[2][0], 2)
    result.update(lost=[result["players"][0]["coupons"].pop()], ruling={"kind": "lost"})
    refused = send(desk, "/api/result", {"submission": "lost", "result": result})
    expect("ruling is the organiser" in refused.get("error", ""), "not as a plain result: %r" % refused)
    ruled = send(desk, "/api/correct", {"submission": "lost", "result": result, "why": "Under the radiator"})
    expect("entry" in ruled, "the rest counts: %r" % ruled)
    expect(kiosk.json("/api/entry/%d" % ruled["entry"]["id"])["entry"]["why"] == "Under the radiator", "with its reason")


def after(kiosk, screen, gone):
    """All is played: the podium, and everything is as it was stored."""
    rows = kiosk.json("/api/standings")["rows"]
    first = [row["name"] for row in rows if row["place"] == 1]
    screen.see("#podium [data-step='1']")
    for name in first[:5]:
        screen.says("#podium [data-step='1']", name)
    expect(screen.js("""
        const low = Math.max(...[...document.querySelectorAll('#podium *')].map(each => each.getBoundingClientRect().bottom));
        return low <= document.querySelector('#board').getBoundingClientRect().top"""), "the podium stands above the list")
    expect(screen.js(SMALLEST) >= 28, "letters of %r pixels" % screen.js(SMALLEST))
    screen.picture("screen-podium")
    expect(len(rows) == 24 and next(row for row in rows if row["name"] == gone)["gone"], "who left is still in the list")
    expect(next(row for row in rows if row["name"] == gone)["rounds"][2:] == [None, None], "and has not played since")
    exported = kiosk.json("/results.json")["entries"]
    expect([entry["why"] for entry in exported if entry["kind"] == "withdrawn"] == ["Two had changed sheets"], "one withdrawal")
    expect({entry["result"]["ruling"]["kind"] for entry in exported if (entry["result"] or {}).get("ruling")}
           == {"lost", "dropped"}, "both rulings are in what is taken away")


LONG = [an_evening_from_check_in_to_podium]
TESTS = [everybody_finds_the_own_seat, the_projector_is_read_from_afar, the_clock_rings_on_the_kiosk, phones_of_a_table_share_what_is_entered, clips_of_two_phones_are_there_once, phones_of_a_table_agree_together, what_is_said_aloud_is_right, buttons_stand_apart, a_player_has_one_colour_everywhere, a_phone_that_only_looks_on_is_led_to_the_result, members_of_a_draft_are_checked, a_broken_draft_breaks_nothing, the_desk_checks_in_deletes_and_finds, rulings_keep_the_rest_honest, ties_go_by_what_was_chosen]
