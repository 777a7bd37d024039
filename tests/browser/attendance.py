# SPDX-License-Identifier: MIT
"""The evening with the people who really come: planned for 23, and 22 come, then 24; somebody is late, somebody does not
come, somebody leaves; tables are printed again, people sit out, and everybody sees how the same sheets were played."""
import json
from subprocess import DEVNULL

from selenium.webdriver.common.keys import Keys

from evening import send
from kits import next_step
from kiosk import Browser, Kiosk, PHONE, Place, Tools, expect, wait_for
from paper import output
from safe import log_in

TABLET = (820, 1180)
NAMES = ["Ana", "Bo", "Cy", "Di", "Eva", "Finn", "Gil", "Hal", "Ida", "Jo", "Kim", "Leo", "Mia", "Nia", "Olaf", "Pia", "Quin",
         "Ron", "Sue", "Tom", "Uwe", "Vic", "Wim", "Xenia"]

KIT = """[event]
name = Paper Night
seed = 4711
key = event.key
[round 1]
game = chipit
tables = 6
players = 4 x 5, 3 x 1
spares = 0
[round 2]
game = coupons
tables = 6
players = 4 x 5, 3 x 1
duplicate = yes
spares = 1
[round 3]
game = clips
tables = 3
players = 1
"""


def event(desk):
    return desk.js("return fetch('/api/event').then(answer => answer.json())")


def names_in(desk, number):
    """Who sits at a table of a round, and who has a bye."""
    now = event(desk)
    names = {person["id"]: person["name"] for person in now["people"]}
    return ([names[seat["person"]] for seat in now["seats"] if seat["round"] == number],
            [names[bye["person"]] for bye in now["byes"] if bye["round"] == number])


def tables_are_full(desk, number):
    """Nobody sits at a table that was printed for another number."""
    now = event(desk)
    for table in now["rounds"][number - 1]["tables"]:
        there = [name for name in table["names"] if name]
        expect(not there or len(there) == table["players"],
               "table %d of round %d is full or empty: %r" % (table["table"], number, there))


def seat(desk, number, how="by-standings"):
    desk.open("/organise?tab=seats&round=%d" % number)
    desk.tap("[data-act=%s]" % how)
    if event(desk)["seats"] and desk.all("dialog [data-act=ask-go]"):
        desk.tap("dialog [data-act=ask-go]")
    wait_for("seats", lambda: any(each["round"] == number for each in event(desk)["seats"]))
    tables_are_full(desk, number)


def plays(desk, number):
    """{table: (code, names)} of the tables of a round at which somebody sits."""
    return {table["table"]: (table["code"], [name for name in table["names"] if name])
            for table in event(desk)["rounds"][number - 1]["tables"] if any(table["names"])}


def enter_chipit(desk, number, but=()):
    for table, (code, names) in plays(desk, number).items():
        if table in but:
            continue
        order = list(range(len(names)))
        answer = send(desk, "/api/result", {"submission": "%d-%d" % (number, table), "result": {
            "game": "chipit", "code": code, "players": [{}] * len(names), "games": [order] * len(names)}})
        expect("entry" in answer, "table %d: %r" % (table, answer.get("error")))


def enter_coupons(desk, layout, number):
    """Everybody plays the same; at each table seat A gives one coupon more to seat B than at the table before."""
    for table, (code, names) in plays(desk, number).items():
        sheets = layout(code)["sheets"]
        hands = [[each["id"] for each in sheet["coupons"] if each["kind"] != "grill"] for sheet in sheets]
        grills = [[each["id"] for each in sheet["coupons"] if each["kind"] == "grill"] for sheet in sheets]
        hands[1] += hands[0][:table]
        hands[0] = hands[0][table:]
        answer = send(desk, "/api/result", {"submission": "%d-%d" % (number, table), "result": {
            "game": "coupons", "code": code, "players": [
                {"coupons": hand, "discarded": grill} for hand, grill in zip(hands, grills)]}})
        expect("entry" in answer, "table %d: %r" % (table, answer.get("error")))


def the_evening_with_the_people_who_really_come():
    with Place() as place:
        key = place.file("event.key")
        output(Tools.seedpress, "key", "-o", key)
        kit = place.file("night.kit", KIT)
        output(Tools.seedpress, "kit", kit, "-o", place.file("night"), stderr=DEVNULL)
        words = "--manifest", place.file("night/manifest.json"), "--key", key
        layout = lambda code: json.loads(output(Tools.seedpress, "layout", code, "--key", key))
        with Kiosk(place, *words) as kiosk, Browser(kiosk) as desk, Browser(kiosk, PHONE) as phone, \
                Browser(kiosk, TABLET) as tablet, Browser(kiosk, PHONE) as own:
            for each in (desk, tablet, own):
                log_in(each)
            send(desk, "/api/event/people", {"people": [{"id": 0, "name": name, "club": "", "gone": False}
                                                        for name in NAMES[:22]]})
            ids = {each["name"]: each["id"] for each in event(desk)["people"]}
            # A scheme that is fair to all sizes, by one tap; two who share a lift never meet.
            desk.open("/organise?tab=event")
            desk.says("#sizes-differ", "differ in size")
            desk.tap("#by-even")
            desk.gone("#sizes-differ")
            desk.tap("#scheme-rounds summary")
            desk.choose("#scheme-round-2", "matchpoints")
            desk.says("#sizes-differ", "up to 100 points")
            desk.tap("[data-act=store-settings]")
            desk.says("#toasts", "Saved")
            desk.picture("attendance-scheme")
            kept = lambda: kiosk.json("/api/kiosk")["event"]["scheme"]
            wait_for("the scheme", lambda: kept().get("sizes", {}).get("2") == [6, 0])
            expect(kept()["rounds"]["2"]["by"] == "matchpoints", "it is kept: %r" % kept())
            desk.open("/organise?tab=seats")
            desk.tap("#apart summary")
            desk.choose("#apart-one", str(ids["Ana"]))
            desk.choose("#apart-other", str(ids["Bo"]))
            desk.tap("[data-act=apart-add]")
            desk.says("#apart summary", "1 pair")
            # 22 of 23 come: two would sit out, unless a table is printed again.
            desk.says("#proposals", "table 5 (for 3) again")
            seat(desk, 1, "random")
            seated, byes = names_in(desk, 1)
            expect(len(seated) == 20 and len(byes) == 2, "20 play and two sit out: %r" % byes)
            desk.says("#byes", "by lot among the 22 who have not sat out yet")
            desk.picture("attendance-byes")
            old = plays(desk, 1)
            desk.tap("[data-act=print-proposals]")
            desk.says("#toasts", "Table 5 is for 3 players now")
            seat(desk, 1, "random")
            seated, byes = names_in(desk, 1)
            expect(len(seated) == 22 and not byes, "all 22 play: %r" % byes)
            # The old code of table 5 counts no more, the new one does.
            now = plays(desk, 1)
            if 5 in old:
                status = kiosk.ask("/api/piece/" + old[5][0])[0]
                expect(status != 200 and old[5][0] != now[5][0], "the old packet is withdrawn: %d" % status)
            expect(len(layout(now[5][0])["deals"][0]) == 3, "the new packet is for three")
            # Late ones: the first finds no table, since all are full, and plays from round 2 on.
            send(desk, "/api/event/people", {"people": [{"id": 0, "name": name, "club": "", "gone": False}
                                                        for name in NAMES[22:]]})
            desk.open("/organise?tab=seats")
            desk.says("#no-seat", "2 without a seat")
            desk.tap("[data-act=seat-now]")
            desk.says("#toasts", "from round 2 on")
            # Somebody at table 1 leaves before it begins: the seat is taken at once.
            desk.tap("[data-seat='1.0']")
            desk.choose("[data-seat='1.0']", "0")
            desk.tap("[data-act=store-seats]")
            desk.says("#toasts", "Saved")
            tablet.open("/organise?tab=seats")
            tablet.picture("attendance-tablet")
            own.open("/organise?tab=seats")
            own.picture("attendance-seats")
            desk.open("/organise?tab=seats")
            desk.tap("[data-act=seat-now]")
            desk.says("#toasts", "table 1, seat A")
            enter_chipit(desk, 1, but=(6,))
            # At table 6 somebody did not come, and is checked out with the ruling.
            code, there = plays(desk, 1)[6]
            desk.open("/table/1/6")
            desk.tap("[data-act=ruling]")
            desk.choose("#ruling-kind", "no-show")
            desk.tap("#ruling-who [data-player='0']")
            desk.fill("#ruling-why", "Missed the train")
            desk.tap("dialog [data-act=ask-rule]")
            desk.tap("dialog [data-act=ask-leave]")
            wait_for("that they are checked out",
                     lambda: {each["name"] for each in event(desk)["people"] if each["gone"]} == {there[0]})
            # Round 2, a duplicate: 23 are here. One leaves, then 22: by standings.
            send(desk, "/api/event/settings", {"round": 2})
            seat(desk, 2)
            seated, byes = names_in(desk, 2)
            expect(len(seated) == 23 and not byes, "all 23 play: %r" % byes)
            desk.says("#seating-kept", "places apart on average")
            leaver = next(each for each in event(desk)["people"] if not each["gone"])
            send(desk, "/api/event/people", {"people": [{**leaver, "gone": True}]})
            seat(desk, 2)
            desk.see("[data-act=print-proposals]")
            desk.picture("attendance-proposals")
            desk.tap("[data-act=print-proposals]")
            desk.says("#toasts", "players now")
            seat(desk, 2)
            seated, byes = names_in(desk, 2)
            expect(len(seated) == 22 and not byes, "all 22 play")
            expect(not any({"Ana", "Bo"} <= set(there) for _, there in plays(desk, 2).values()), "Ana and Bo never meet")
            # Nobody sees the scores of others while the round is played.
            phone.open("/table/2/1")
            phone.see("#plays")
            expect(not phone.all("#travellers"), "no spoilers")
            enter_coupons(desk, layout, 2)
            phone.open("/table/2/1")
            phone.says("#travellers", "Each seat is compared")
            expect(len(phone.all("#travellers table")) == 4, "each seat has its own")
            phone.picture("travellers")
            desk.open("/standings?round=2")
            desk.see("#travellers")
            desk.picture("travellers-desk")
            rows = kiosk.json("/api/standings?round=2")["rows"]
            expect(all(0 <= row["points"] <= 100 for row in rows if row["rounds"][1] is not None), "per cents: %r" % rows[:3])
            # The file of the round has no names, unless the organiser wants them; imported, it is shown.
            file = desk.js("return fetch('/round.json?round=2').then(answer => answer.json())")
            expect("Ana" not in json.dumps(file), "nobody is named")
            named = desk.js("return fetch('/round.json?round=2&names=yes').then(answer => answer.json())")
            expect("name" in named["plays"][0]["scores"][0], "with names, if all agree")
            named["event"] = "Club North"
            path = place.file("north.json", json.dumps(named))
            desk.open("/organise?tab=event")
            desk.give("#compare-file", path)
            desk.says("#toasts", "Imported")
            expect(kiosk.json("/api/standings?round=2")["rows"] == rows, "standings are as they were")
            phone.open("/table/2/1")
            phone.says("#travellers", "Club North")
            # Round 3 is for three alone; a card takes a second player.
            send(desk, "/api/event/settings", {"round": 3})
            seat(desk, 3)
            seated, byes = names_in(desk, 3)
            expect(len(seated) == 3 and len(byes) == 19, "three play, 19 sit out")
            desk.tap("[data-table='1'] [data-act=second-player]")
            desk.says("#toasts", "Table 1 is for 2 players now")
            desk.picture("attendance-second")
            phone.open("/where")
            phone.fill("#who", byes[0])
            phone.tap("[data-act=where]")
            phone.says("#sits", "a bye")
            # The kit's folder is as it was made, and so is its fingerprint.
            output(Tools.seedpress, "kit", "--verify", place.file("night"), "--key", key)


def the_wizard_warns_of_tables_that_differ():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as desk:
        log_in(desk)
        desk.open("/organise?tab=kit")
        desk.fill("#kit-event", "Small Night")
        next_step(desk, 2)
        desk.see("#choice-kit-people").send_keys(Keys.CONTROL + "a" + Keys.NULL, "23", Keys.ENTER)
        next_step(desk, 3)
        desk.tap("[data-act=add-coupons]")
        desk.says(".sizes-differ", "differ in size")
        desk.picture("attendance-wizard")


TESTS = [the_evening_with_the_people_who_really_come, the_wizard_warns_of_tables_that_differ]
