# SPDX-License-Identifier: MIT
"""Codes by keyboard and scanner, and results that survive what happens to them."""
import http.client
import json
import signal

from games import agree, names, stored, to_score
from kiosk import Browser, DESKTOP, Keys, Kiosk, PHONE, Place, expect, wait_for
from paper import ITEMS, Print


def a_typed_code_is_forgiven_and_a_wrong_one_refused():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        paper = Print(place, "chipit", 4711, "--players", "3")
        browser.open("/")
        # One character that is another's.
        wrong = paper.code[:-1] + ("7" if paper.code[-1] != "7" else "8")
        browser.forgive(" 422 ")
        browser.fill("#code", wrong)
        browser.says("#code-says", "20 of 20")
        browser.tap("[data-act=open]")
        browser.says("#code-says", "typo")
        browser.see("#code[aria-invalid=true]")
        browser.picture("code-refused")
        sloppy = " " + paper.code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
        browser.fill("#code", sloppy)
        expect(browser.see("#code").get_attribute("value") == paper.code, "it is written as it is printed")
        browser.tap("[data-act=open]")
        browser.at("/c/" + paper.code)
        browser.says("h1", "Chip It")


def a_hand_scanner_works_wherever_the_focus_is():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        one, other = Print(place, "clips", 1), Print(place, "chipit", 2, "--players", "4")
        browser.open("/standings")
        browser.scan(one.code)
        browser.says("h1", "paperclip")
        # Into a name: it stays as it was.
        browser.fill("[data-act=name][data-player='0']", "Ana")
        browser.scan("http://192.168.1.5:8080/c/" + other.code.lower())
        browser.says("h1", "Chip It")
        # On a control that keys press.
        browser.js("document.querySelector('[data-act=finish]').focus()")
        browser.scan(one.code.replace("-", ""))
        browser.says("h1", "paperclip")
        name = browser.see("[data-act=name][data-player='0']").get_attribute("value")
        expect(name in ("", "Ana"), "what was scanned is no name: %r" % name)
        browser.scan(other.code)
        browser.says("#progress", "0 of 4 games")
        # What is no code of ours gets a sentence.
        browser.forgive(" 422 ")
        browser.scan("0123456789ABCDEFGHJK")
        browser.says("main", "That did not work")


def fill_in_laundry(browser):
    """By the list alone, without a code."""
    browser.open("/?casual=laundry")
    names(browser, "Ana", "Bo")
    for seat in (0, 1):
        for index, item in enumerate(ITEMS):
            browser.tap(".ticket[data-player='%d'] [data-mark='%s.%d']" % (seat, item, index // 2 + 1))
        for item in ("sock1", "sock2"):
            browser.tap(".ticket[data-player='%d'] [data-mark='%s.%s']" % (seat, item, ("score", "no_score")[seat]))


def undo_and_reload_keep_the_draft():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        fill_in_laundry(browser)
        browser.see("#check[data-state=found]")
        for _ in (1, 2):
            browser.tap("[data-act=undo]")
        browser.says(".tally[data-player='1']", "0 of 8 dried")
        browser.tap("[data-act=redo]")
        browser.says(".tally[data-player='1']", "1 of 8 dried")
        browser.driver.refresh()
        browser.settled()
        browser.says("#toasts", "Here is what was entered before")
        browser.says(".tally[data-player='1']", "1 of 8 dried")
        expect(browser.see("[data-act=name][data-player='1']").get_attribute("value") == "Bo", "names too")
        browser.tap("[data-act=undo]")
        browser.says(".tally[data-player='1']", "0 of 8 dried")
        browser.press("y", hold=Keys.CONTROL)
        browser.says(".tally[data-player='1']", "1 of 8 dried")
        to_score(browser)
        # One side alone is not enough.
        browser.tap("[data-act=agree][data-player='0']")
        browser.see("[data-act=agree][data-player='0'][aria-pressed=true]")
        expect(not kiosk.json("/api/standings")["recent"], "nothing is stored before all agree")
        browser.tap("[data-act=agree][data-player='1']")
        stored(browser, kiosk, "laundry", 2)


def post(kiosk, path, body):
    line = http.client.HTTPConnection("127.0.0.1", kiosk.port, timeout=60)
    line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = line.getresponse()
    told = answer.status, json.loads(answer.read())
    line.close()
    return told


def a_result_survives_the_death_of_the_kiosk():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        browser.forgive("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")
        fill_in_laundry(browser)
        to_score(browser)
        kiosk.kill()
        agree(browser, 2)
        browser.says("#waiting", "Not stored yet")
        browser.picture("not-stored-yet")
        (waiting,) = json.loads(browser.js("return localStorage.getItem('seedpress.outbox')"))
        kiosk.start()
        # The same from elsewhere, as if an answer had been lost on its way.
        status, told = post(kiosk, waiting["path"], waiting["body"])
        expect(status in (200, 201), "it is stored: %r" % told)
        entry = stored(browser, kiosk, "laundry", 2)
        expect(entry["id"] == told["entry"]["id"], "both are one entry")
        expect(post(kiosk, waiting["path"], waiting["body"])[0] == 200, "however often it is sent")
        wait_for("an empty outbox", lambda: browser.js("return localStorage.getItem('seedpress.outbox')") == "[]")
        # And over another death: it was on disk.
        kiosk.kill()
        kiosk.start()
        results = kiosk.json("/results.json")
        entries = results if isinstance(results, list) else results["entries"]
        expect(len(entries) == 1, "it is there once, not %d times" % len(entries))


def what_was_sent_before_is_not_taken_for_something_else():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.forgive(" 409 ")
        fill_in_laundry(browser)
        browser.see("#check[data-state=found]")
        draft = json.loads(browser.js("return localStorage.getItem('seedpress.draft.casual.laundry')"))
        player = {"values": {item: index // 2 + 1 for index, item in enumerate(ITEMS)}, "score_dryer": ["sock", "sock"],
                  "no_score_dryer": []}
        status, told = post(kiosk, "/api/result", {"submission": draft["submission"],
                                                   "result": {"game": "laundry", "players": [player, player]}})
        expect(status == 201, "%r" % told)
        to_score(browser)
        agree(browser, 2)
        browser.says(".state.refused", "sent before with something else in it")
        browser.see("[href='/entry/%d']" % told["entry"]["id"])
        browser.tap("[data-act=edit]")
        to_score(browser)
        agree(browser, 2)
        wait_for("the result", lambda: len(kiosk.json("/results.json")["entries"]) == 2)


def a_kiosk_that_hangs_is_not_waited_for():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, PHONE) as browser:
        browser.forgive("ERR_")
        fill_in_laundry(browser)
        to_score(browser)
        kiosk.process.send_signal(signal.SIGSTOP)
        try:
            agree(browser, 2)
            browser.says("#waiting", "Not stored yet")
        finally:
            kiosk.process.send_signal(signal.SIGCONT)
        stored(browser, kiosk, "laundry", 2)
        expect(len(kiosk.json("/results.json")["entries"]) == 1, "it is there once")


def log_in(browser):
    browser.open("/organise")
    for field in browser.all("#login input[type=password]"):
        browser.fill("#" + field.get_attribute("id"), "correct horse")
    browser.tap("[data-act=login]")
    browser.see(".organise-tabs")


def the_organiser_does_not_stay_on_the_kiosks_screen():
    is_in = "return fetch('/api/kiosk').then(answer => answer.json()).then(about => about.organiser)"
    minutes_pass = "const now = Date.now; Date.now = () => now() + 301000"
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        for path in ("/standings", "/screen", "/"):
            log_in(browser)
            browser.open(path)
            expect(browser.js(is_in), "logged in at %s" % path)
            browser.js(minutes_pass)
            wait_for("the organiser to be logged out at " + path, lambda: not browser.js(is_in))
        # The desk asks first.
        log_in(browser)
        browser.js(minutes_pass)
        browser.says("dialog.ask", "logged out")
        expect(browser.js(is_in), "still in while it asks")
        browser.tap("dialog.ask [data-act=ask-idle]")
        browser.at("/$")
        wait_for("the organiser to be logged out at the desk", lambda: not browser.js(is_in))


# What a person might type, everywhere that a template takes a value; then all that came of it, outside the page's tree.
TEMPLATES = """
const [done] = arguments, evil = '"><img src=x onerror="window.hit = 1"><script>window.hit = 1</' + 'script>';
import('/page/dom.js').then(({html, svg, into, put}) => {
	const element = html`<p class=${evil} title="a ${evil} b" data-x=${evil} ...${{lang: evil}}>
		one ${evil} two ${[evil, [html`<b>${evil}</b>`, null, false, undefined, 0]]}
	</p>`;
	const link = html`<a href=${'javascript:window.hit = 1'}>go</a>`;
	const box = into(html`<div>old</div>`)`${evil}<i>three
		four</i>`;
	const control = html`<input type="checkbox" disabled=${false} required checked=${true} value=${evil} aria-label="x"
		aria-checked=${false}>`;
	let clicks = 0;
	const press = html`<button type="button" onclick=${() => clicks++}>${'<b>'}</button>`;
	press.click();
	const refused = [() => html`<p onclick="window.hit = 1">x</p>`, () => html`<p>never ended`, () => html`<p></b>`,
		() => html`<${'p'}>x</p>`, () => html`<p title='x'>x</p>`].map(make => {
			try { make(); return false; } catch { return true; }
		});
	const chosen = html`<div><p if=${0} title=${evil}>no</p><p if=${evil}>${evil}</p><hr if=${null}></div>`,
		types = [html`<button>x</button>`, html`<button type="submit">x</button>`].map(({type}) => type);
	document.getElementById('main').append(element, box, link, control, chosen);
	link.click();
	const same = text => () => html`<s>${text}</s>`, [a, b] = [same('a')(), same('b')()];
	setTimeout(() => done({
		evil, hit: window.hit === undefined, tags: [...element.querySelectorAll('*')].map(each => each.tagName).join(),
		text: element.textContent, attributes: [element.className, element.title, element.dataset.x, element.lang],
		box: [...box.childNodes].map(each => each.nodeName).join(), words: box.textContent, href: link.getAttribute('href'),
		control: [control.disabled, control.required, control.checked, control.value, control.getAttribute('aria-checked')],
		clicks, press: press.textContent, refused, again: a.textContent + b.textContent,
		drawn: svg`<g><path d="M0 0" /></g>`.firstChild.namespaceURI, within: html`<svg><g></g></svg>`.firstChild.namespaceURI,
		several: html`<p>1</p>${2}`.length, chosen: [chosen.childNodes.length, chosen.textContent], types,
		nothing: html`<p if=${false}>x</p>`,
	}), 300);
}, problem => done({problem: String(problem)}));
"""


def no_value_of_a_template_becomes_markup():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, DESKTOP) as browser:
        browser.open("/standings")
        browser.forgive("Content Security Policy")  # what the link asks for
        was = browser.driver.execute_async_script(TEMPLATES)
        evil = was.pop("evil", None)
        wanted = {"hit": True, "tags": "B", "text": "one %s two %s%s0" % (evil, evil, evil),
                  "attributes": [evil, "a %s b" % evil, evil, evil], "box": "#text,I", "words": evil + "three four",
                  "href": "javascript:window.hit = 1", "control": [False, True, True, evil, "false"], "clicks": 1,
                  "press": "<b>", "refused": [True] * 5, "again": "ab", "drawn": "http://www.w3.org/2000/svg",
                  "within": "http://www.w3.org/2000/svg", "several": 2, "chosen": [1, evil], "types": ["button", "submit"],
                  "nothing": None}
        expect(was == wanted, "templates: %s" % {name: (was.get(name), value) for name, value in wanted.items()
                                                 if was.get(name) != value})


TESTS = [no_value_of_a_template_becomes_markup, a_typed_code_is_forgiven_and_a_wrong_one_refused, a_hand_scanner_works_wherever_the_focus_is,
         undo_and_reload_keep_the_draft, the_organiser_does_not_stay_on_the_kiosks_screen,
         a_result_survives_the_death_of_the_kiosk, a_kiosk_that_hangs_is_not_waited_for,
         what_was_sent_before_is_not_taken_for_something_else]
