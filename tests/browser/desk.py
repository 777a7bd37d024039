# SPDX-License-Identifier: MIT
"""The organiser's desk and the projector, in what people got wrong there: lists with namesakes, a click after a
number, a round without seats, names that were cut, tables that were not shown."""
from evening import BADGES, Night, begin, crowd, send
from event import people_names
from kiosk import Browser, Keys, Kiosk, PHONE, Place, expect, wait_for
from kits import log_in as log_in_first, next_step

SMALL = (320, 640)
LONG_NAME = "Bartholomew Featherstonehaugh-Cholmondeley of the Upper Valley"

# The boxes of elements: [left, top, right, bottom] each.
BOXES = """
return [...document.querySelectorAll(arguments[0])].map(each => {
	const {left, top, right, bottom} = each.getBoundingClientRect();
	return [left, top, right, bottom];
})
"""


def namesakes_are_told_apart_and_duplicates_all_named():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as desk:
        log_in_first(desk)
        desk.open("/organise?tab=people")
        desk.fill("#list", "Kim Stra\u00dfer, North\nKim Strasser, South\nBo")
        desk.says("#preview", "3 people")
        desk.tap("[data-act=import]")
        desk.says("#people-count", "3 people")
        expect(people_names(desk) == {"Kim Stra\u00dfer (North)", "Kim Strasser (South)", "Bo"}, "%r" % people_names(desk))
        # Who is there is known in every spelling; somebody of a third club is new.
        desk.fill("#list", "KIM STRA\u1e9eER, south\nKim Strasser, East\nbo")
        desk.says("#preview tbody tr:nth-child(1)", "already there")
        desk.says("#preview tbody tr:nth-child(2)", "new")
        desk.says("#preview tbody tr:nth-child(3)", "already there")
        desk.fill("#search", "STRASSER")
        wait_for("both spellings", lambda: len(desk.all("#people tbody tr")) == 2)
        desk.fill("#list", "Ana\nCy\nana\nDi\nCY\nCy")
        desk.says("main", "Ana appears twice (lines 1 and 3), Cy appears 3 times (lines 2, 5 and 6)")
        desk.picture("organise-duplicates")


def a_ruling_has_one_line_per_person():
    people = ["Ana Castellanos", LONG_NAME, "Cy", "Di"]
    with Place() as place:
        night = Night(place, ("coupons", 1, 4))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, SMALL) as phone:
            begin(desk, people, [(1, seat) for seat in range(4)])
            phone.open("/organise")
            phone.fill("#password", "correct horse")
            phone.tap("[data-act=login]")
            phone.see("#tiles")
            for each in (desk, phone):
                each.open("/table/1/1")
                each.tap("[data-act=ruling]")
                each.choose("#ruling-kind", "no-show")
                each.see("#ruling-who")
                boxes, names = each.js(BOXES, "#ruling-who input"), each.js(BOXES, "#ruling-who label span:last-child")
                expect(len(boxes) == len(names) == 4, "all four can be chosen")
                for index, (box, name) in enumerate(zip(boxes, names)):
                    expect(box[2] + 4 <= name[0], "the box stands apart before the name: %r %r" % (box, name))
                    expect(name[1] <= (box[1] + box[3]) / 2 <= name[3], "on the same line: %r %r" % (box, name))
                    if index:
                        expect(min(box[1], name[1]) >= max(boxes[index - 1][3], names[index - 1][3]),
                               "below the one before: %r %r" % (boxes, names))
                expect(each.js(BADGES, "#ruling-who") == each.js(BADGES, "#seated") != [], "letters and colours are those of the seats: %r"
                       % each.js(BADGES, "#ruling-who"))
                wide = each.js("const box = document.querySelector('dialog'); return box.scrollWidth <= box.clientWidth")
                expect(wide, "nothing is wider than the dialog")
                each.picture("ruling-lines")


def type_number(desk, name, number):
    """Types and stays in the field, as a person does who goes on with the mouse."""
    desk.see("#choice-" + name).send_keys(Keys.CONTROL + "a" + Keys.NULL, str(number))


def value(desk, name):
    return desk.see("#choice-" + name).get_attribute("value")


def the_first_click_after_a_number_counts():
    for size in ((1280, 800), PHONE):
        with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, size) as desk:
            log_in_first(desk)
            desk.open("/organise?tab=kit")
            desk.fill("#kit-event", "Paper Night")
            next_step(desk, 2)
            type_number(desk, "kit-people", 23)
            desk.tap("[data-act=kit-people-more]")  # once
            wait_for("one more than was typed", lambda: value(desk, "kit-people") == "24")
            type_number(desk, "kit-people", 22)
            desk.see("[data-act=kit-next]").click()
            desk.see("[data-step='3'] h1")
            desk.see("[data-act=add-chipit]").click()
            desk.says("#r1-tables", "All 22 play")
            type_number(desk, "r1-spares", 3)
            desk.see("[data-act=r1-duplicate]").click()
            wait_for("the tick", lambda: desk.js("return document.querySelector('[data-act=r1-duplicate]').checked"))
            expect(value(desk, "r1-spares") == "3", "and the number stays")
            type_number(desk, "r1-spares", 2)
            desk.js("arguments[0].scrollIntoView({block: 'center'})", desk.see("[data-act=add-clips]"))
            desk.see("[data-act=add-clips]").click()
            desk.see("#kit-round-2")
            expect(len(desk.all(".kit-round")) == 2 and value(desk, "r1-spares") == "2", "one round more, not two")
            # A click into another number is where one types next.
            type_number(desk, "r1-spares", 4)
            desk.js("arguments[0].scrollIntoView({block: 'center'})", desk.see("#choice-r2-spares"))
            desk.see("#choice-r2-spares").click()
            wait_for("the focus", lambda: desk.js("return document.activeElement.id") == "choice-r2-spares")
            expect(value(desk, "r1-spares") == "4", "and the number stays")
            type_number(desk, "r1-spares", 1)
            desk.see("[data-act=step-2]").click()
            desk.see("[data-step='2'] h1")


def a_round_without_seats_asks():
    with Place() as place:
        night = Night(place, ("chipit", 1, 3), ("chipit", 1, 3), ("chipit", 1, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk:
            ids = begin(desk, ["Ana", "Bo", "Cy"], [(1, 0), (1, 1), (1, 2)])
            now = lambda: kiosk.json("/api/kiosk")["event"]["round"]
            finish = lambda number: send(desk, "/api/result", {"submission": "t%d" % number, "result": {
                "game": "chipit", "code": night.code(number, 1), "players": [{}] * 3, "games": [[0, 1, 2]] * 3}})
            desk.open("/organise")
            desk.says("#progress", "0 of 1 table")
            finish(1)
            desk.says("#progress", "1 of 1 table")
            desk.tap("[data-act=next-round]")
            desk.says("dialog", "Nobody has a seat in round 2 yet")
            desk.picture("organise-no-seats")
            expect(now() == 1, "nothing has begun")
            desk.tap("dialog [data-act=ask-seats]")
            wait_for("the seats of round 2", lambda: desk.see("#seats-round").get_attribute("value") == "2")
            send(desk, "/api/event/seats", {"round": 2, "how": "hand", "seats": [
                {"table": 1, "seat": seat, "person": person} for seat, person in enumerate(ids.values())]})
            desk.open("/organise")
            desk.tap("[data-act=next-round]")
            desk.says("#round", "Round 2 of 3")
            # Both at once; and it can be started all the same.
            desk.tap("[data-act=next-round]")
            desk.says("dialog", "1 table is still playing: 1.")
            desk.says("dialog", "Nobody has a seat in round 3 yet")
            desk.tap("dialog [data-act=ask-go]")
            desk.says("#round", "Round 3 of 3")
            expect(now() == 3, "the round has begun")


def tables_are_playing_or_done():
    with Place() as place:
        night = Night(place, ("clips", 1, 2), ("chipit", 1, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk:
            begin(desk, ["Ana", "Bo"], [(1, 0), (1, 1)])
            desk.open("/organise")
            desk.says("#tiles [data-table='1'][data-state=playing]", "Playing")
            desk.tap("[data-act=look][data-id='2']")
            desk.says("#tiles [data-table='1']", "Not started")
            send(desk, "/api/event/settings", {"round": 2})
            desk.says("#tiles [data-table='1']", "Playing")
            send(desk, "/api/result", {"submission": "t", "result": {
                "game": "chipit", "code": night.code(2, 1), "players": [{}] * 3, "games": [[0, 1, 2]] * 3}})
            desk.says("#tiles [data-table='1'][data-state=done]", "Done")
            desk.says("#progress", "1 of 1 table done")
            expect("Missing" not in desk.text("main"), "nothing is missing")


def podium_of(screen, width, high):
    """What is on the podium: nothing is cut, it stands in the middle, no step is left empty."""
    screen.see("#podium")
    names = screen.js("""
        return [...document.querySelectorAll('#podium .who')].map(each => [each.textContent, each.scrollWidth - each.clientWidth,
            each.scrollHeight - each.clientHeight])""")
    expect(all(wide <= 1 and tall <= 1 for _, wide, tall in names), "no name is cut: %r" % names)
    top = screen.js(BOXES, "#podium")[0][1]
    on_it = screen.js(BOXES, "#podium .who, #podium .prize")
    expect(all(box[1] >= top - 1 for box in on_it), "all stand on the podium: %r below %r" % (on_it, top))
    steps = screen.js(BOXES, "#podium .step")
    expect(all(0 <= box[0] and box[2] <= width and box[3] <= high for box in steps), "all on the screen: %r" % steps)
    left, right = steps[0][0] - screen.js(BOXES, "#podium")[0][0], screen.js(BOXES, "#podium")[0][2] - steps[-1][2]
    expect(abs(left - right) <= 2, "in the middle: %r left, %r right" % (left, right))
    heights = screen.js("return Object.fromEntries([...document.querySelectorAll('#podium .step')].map("
                        "each => [each.dataset.step, each.querySelector('.block').offsetHeight]))")
    expect(heights["1"] == max(heights.values()), "the first place is the highest: %r" % heights)
    return screen.js("return [...document.querySelectorAll('#podium .step')].map(each => each.dataset.step)")


def the_podium_has_whole_names_and_no_gaps():
    people = [LONG_NAME, "Maria del Carmen Hern\u00e1ndez Rodr\u00edguez de la Vega", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"]
    for points, steps in (([4, 2, 1], ["2", "1", "3"]), ([4, 4, 1], ["1", "3"]), ([4, 1, 1], ["2", "1"]), ([1, 1, 1], ["1"])):
        with Place() as place:
            night = Night(place, ("chipit", 1, 3))
            with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, (1920, 1080)) as screen, \
                    Browser(kiosk, (1024, 768)) as small:
                begin(desk, people, [(1, 0), (1, 1), (1, 2)])
                send(desk, "/api/event/settings", {"scheme": {"by": "placing", "points": points, "ties": []}})
                send(desk, "/api/result", {"submission": "t", "result": {
                    "game": "chipit", "code": night.code(1, 1), "players": [{}] * 3, "games": [[0, 1, 2]] * 3}})
                for each in (screen, small):
                    each.open("/screen")
                    expect(podium_of(each, *each.size) == steps, "steps %r" % steps)
                screen.says("#podium", "1 point" if 1 in points else "points")
                expect("1 points" not in screen.text("#podium"), "one point")
                screen.picture("screen-podium-%d" % len(steps))


def every_open_table_comes_on_the_projector():
    with Place() as place:
        night = Night(place, ("chipit", 37, 3))
        # With the address, which takes its part of the side.
        with Kiosk(place, *night.words(), "--listen", "0.0.0.0") as kiosk, Browser(kiosk) as desk, \
                Browser(kiosk, (1920, 1080)) as screen:
            crowd(desk, 111, 37, 3)
            send(desk, "/api/event/settings", {"clock": {"minutes": 40}})
            screen.open("/screen")
            screen.says("#missing", "Still playing: 37 tables")
            screen.see(".screen-address img")
            seen = set()

            def look():
                box = screen.js(BOXES, "#missing")[0]
                tables = screen.js("return [...document.querySelectorAll('#missing [data-table]')].map(each => each.dataset.table)")
                for each in screen.js(BOXES, "#missing [data-table], #open-pages"):
                    expect(each[3] <= box[3] + 1, "what is shown is seen: %r in %r" % (each, box))
                seen.update(tables)
                return len(seen) == 37
            screen.says("#open-pages", "Page")
            screen.picture("screen-tables")
            wait_for("all 37 tables", look)


def parts_of_a_name_find_the_seat():
    with Place() as place:
        night = Night(place, ("chipit", 4, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, SMALL) as phone:
            crowd(desk, 12, 4, 3)
            for each in (phone, desk):
                each.forgive("/api/where.*404")
            phone.open("/where")
            phone.fill("#who", "abel")
            phone.tap("[data-act=where]")
            phone.says("#unknown", "many people have this in their names")
            expect(len(phone.all("#meant li")) == 12, "those who have it in their names")
            expect(phone.see("#who").get_attribute("value") == "abel", "what was typed is still there")
            phone.fill("#who", "i abel")
            phone.tap("[data-act=where]")
            phone.says("#unknown", "which one are you")
            phone.picture("where-several")
            phone.tap("#meant li:nth-child(1) button")
            phone.says("h1", "Di Abel")
            phone.tap("[data-act=somebody-else]")
            phone.fill("#who", "fin")
            phone.tap("[data-act=where]")
            phone.says("h1", "Finn Abel")
            phone.open("/where")  # kept with the whole name
            phone.says("h1", "Finn Abel")


def the_desk_fits_a_phone_and_has_names():
    with Place() as place:
        night = Night(place, ("chipit", 1, 3))
        with Kiosk(place, *night.words()) as kiosk, Browser(kiosk) as desk, Browser(kiosk, SMALL) as phone:
            begin(desk, ["Ana", "Bo", "Cy"], [(1, 0), (1, 1), (1, 2)])
            phone.open("/organise")
            phone.fill("#password", "correct horse")
            phone.tap("[data-act=login]")
            phone.see("#tiles")
            for tab in ("people", "changes"):
                phone.open("/organise?tab=" + tab)
                tabs = phone.js(BOXES, ".organise-tabs :is(a, button)")
                expect(len(tabs) == 8 and all(0 <= box[0] and box[2] <= SMALL[0] for box in tabs), "all tabs are seen: %r" % tabs)
                wide = phone.js("return document.documentElement.scrollWidth")
                expect(wide <= SMALL[0], "nothing is wider than the phone: %r" % wide)
            phone.open("/organise?tab=people")
            phone.picture("organise-tabs")
            spoken = lambda: phone.js("return [...document.querySelectorAll('#people button')].slice(0, 3).map("
                                      "each => [each.textContent, each.getAttribute('aria-label')])")
            expect(spoken() == [["Check in", "Check in: Ana"], ["Leave", "Leave: Ana"], ["Delete", "Delete Ana"]],
                   "what is said begins with what is seen: %r" % spoken())
            phone.tap("[data-act=gone]")
            phone.says("#people-count", "1 left")
            expect(spoken()[1] == ["Left", "Left: Ana"], "%r" % spoken())
            desk.open("/screen")
            leave = desk.js("return document.querySelector('[data-act=leave]').getAttribute('aria-label')")
            expect(leave == "Leave the big screen", "where one leaves from: %r" % leave)


def without_scripts_a_notice_is_seen():
    with Place() as place, Kiosk(place) as kiosk:
        for size in (SMALL, (1280, 800)):
            with Browser(kiosk, size) as page:
                page.forgive("was preloaded using link preload")
                page.cdp("Emulation.setScriptExecutionDisabled", value=True)
                page.driver.get(kiosk.url + "/standings")
                page.cdp("Emulation.setScriptExecutionDisabled", value=False)
                box = page.js(BOXES, "noscript p")
                expect(len(box) == 1 and 8 <= box[0][0] and box[0][2] <= size[0] - 8 and box[0][3] <= size[1] / 2,
                       "the notice is at the top and stands apart: %r" % box)
                useless = page.js("return [...document.querySelectorAll('.tabs, .switches')].filter(each => each.checkVisibility()).length")
                expect(useless == 0, "nothing is offered that does not work")
                page.picture("no-script-%d" % size[0])


TESTS = [namesakes_are_told_apart_and_duplicates_all_named, a_ruling_has_one_line_per_person,
         the_first_click_after_a_number_counts, a_round_without_seats_asks, tables_are_playing_or_done, the_podium_has_whole_names_and_no_gaps,
         every_open_table_comes_on_the_projector, parts_of_a_name_find_the_seat, the_desk_fits_a_phone_and_has_names,
         without_scripts_a_notice_is_seen]
