# SPDX-License-Identifier: MIT
"""An evening at the desk, at the tables and before the projector: what goes wrong there and how it is
put right."""
import json
from subprocess import DEVNULL

from games import agree, clip, to_score
from kiosk import Browser, Kiosk, PHONE, Place, Tools, expect, wait_for
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
    """Each player has the own sheet and discards its grills; `but` some, which nobody has."""
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
            desk.says("dialog", "say why")
            desk.fill("#ruling-why", "The wind took it")
            desk.tap("dialog [data-act=ask-rule]")
            desk.see("#stored.found")
            desk.says("#verdict", "nobody's")
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
            expect(phone.js(places) == ["1", "1"], "Ana and Di share")
            desk.open("/organise?tab=event")
            desk.tap("#ties [data-tie=total] input")
            desk.tap("#ties [data-tie=total] [data-act=tie-up]")
            desk.says("#ties-say", "Ties go by points scored in the games, then tables won, then are shared.")
            desk.picture("organise-ties")
            desk.tap("[data-act=store-settings]")
            desk.says("#toasts", "Stored")
            phone.says("#ties-say", "Ties go by points scored in the games, then tables won")
            phone.says("#board [data-row]:first-child", "Di")
            expect(phone.js(places) == ["1", "2"], "Di has scored more")


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
            desk.says("#people-count", "6 people, 3 here")
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
    """So many people, who sit in the order of their names."""
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
            expect(more and not more & seen, "it turns by itself, to others")
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
            expect(len(open_ones) == 30, "as many as can be read")
            wait_for("other open tables", lambda: screen.js(tables) != open_ones)
            expect(screen.js(SMALLEST) >= 28, "letters of %r pixels" % screen.js(SMALLEST))
            screen.picture("screen-playing-300")


def the_clock_rings_on_the_kiosk():
    with Place() as place:
        night = Night(place, ("chipit", 1, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk) as own:
            crowd(desk, 3, 1, 3)
            send(desk, "/api/event/settings", {"clock": {"minutes": 1}})
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
            # The name is known by now, and the next round comes by itself.
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
            desk.says("#people-count", "24 people, 24 here")
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
                    screen.says("#missing", "all tables are in")
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
TESTS = [everybody_finds_the_own_seat, the_projector_is_read_from_afar, the_clock_rings_on_the_kiosk, phones_of_a_table_share_what_is_entered, the_desk_checks_in_deletes_and_finds, rulings_keep_the_rest_honest, ties_go_by_what_was_chosen]
