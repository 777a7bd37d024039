# SPDX-License-Identifier: MIT
"""One game at the table as people meet it: what the page says, what it keeps, and what comes next."""
from games import agree, names, to_score
from kiosk import DESKTOP, PHONE, Browser, Kiosk, Place, expect
from paper import Print, ticket


def toasts(browser):
    return browser.js("return [...document.querySelectorAll('.toast span:last-child')].map(each => each.textContent)")


def what_moved_is_said_in_sentences():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        paper = Print(place, "coupons", 4711, "--players", "2")
        ids = [coupon["id"] for sheet in paper.layout["sheets"] for coupon in sheet["coupons"]]
        browser.open("/c/" + paper.code)
        names(browser, "Ana", "Bo")
        browser.tap('[data-act=pick][aria-label^="Bo"]')
        for place_id in ids[:2]:
            browser.tap("[data-place=%s]" % place_id)
        browser.tap('[data-act=pick][aria-label^="Ana"]')
        browser.give(".photos [data-act=photo-file]", paper.hand("hand", ids[:9]))
        browser.says("#toasts", "9 coupons for Ana. %s and %s were Bo’s before." % tuple(ids[:2]))
        # Nobody's is nobody's: nothing else is said of it.
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", paper.hand("again", ids[:9]))
        browser.says("#waiting", "9 coupons seen")
        browser.fill("#code", paper.code)
        browser.tap("[data-act=open]")
        browser.says("dialog", "Whose hand is this?")
        browser.tap("dialog [data-act=ask-no]")
        browser.says("#toasts", "Nobody got anything from this picture")
        expect(not any("Nothing of this game" in each for each in toasts(browser)), "and nothing that is not true")


def pages_that_read_no_picture_say_so():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.open("/?casual=laundry")
        browser.see("#score")
        expect(not browser.all("[data-act=photo], [data-act=gallery], [data-act=camera]"), "there is no photo button")
        browser.js("""const files = new DataTransfer();
            files.items.add(new File(['x'], 'a.jpg', {type: 'image/jpeg'}));
            dispatchEvent(new DragEvent('drop', {dataTransfer: files, cancelable: true}))""")
        browser.says("#toasts", "A game without a code has nothing that a picture could show")


def games_of_one_picture_come_one_after_the_other():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        photos = []
        for seed, dried in ((4711, "pants"), (4712, "bra")):
            paper = Print(place, "laundry", seed)
            photos.append(paper.form("tickets%d" % seed, paper.codes[0], *ticket([dried]), paper.codes[1], *ticket([])))
        browser.open("/")
        browser.give(".hero [data-act=photo-file]", *photos)
        browser.says("dialog", "2 games in this picture")
        browser.tap("dialog [data-act='ask-%s']" % browser.see("dialog [data-act^=ask-1]").get_attribute("value"))
        for more in (True, False):
            to_score(browser)
            agree(browser, 2)
            browser.see("#stored.found")
            expect(bool(browser.all("#offers")) == more, "the other one is offered once")
            if more:
                browser.picture("offers")
                browser.tap("#offers [data-act=offer]")
        totals = [kiosk.json("/api/entry/%d" % number)["entry"]["score"]["players"][0]["total"] for number in (1, 2)]
        expect(sorted(totals) == [11, 12], "each as it was marked, not %r" % totals)


TESTS = [what_moved_is_said_in_sentences, pages_that_read_no_picture_say_so,
         games_of_one_picture_come_one_after_the_other]
