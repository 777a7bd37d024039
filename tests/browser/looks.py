# SPDX-License-Identifier: MIT
"""How the page looks and weighs: at phone and desktop size, light and dark,
with nothing cut off, everything named, readable and reachable by keyboard."""
from contextlib import contextmanager

from event import PEOPLE, code_of, print_kit
from games import agree, clip, names, to_score
from kiosk import Browser, DESKTOP, Keys, Kiosk, NARROW, PHONE, Place, Tools, expect
from paper import ITEMS, Print, output, ticket
from safe import post

WEIGHT = 200 * 1000  # bytes of a view, the printed piece apart
SOON = 5000  # milliseconds; the aim is 1000 on an idle machine, and what was measured is printed

# What reaches out of the screen or is cut off by what it stands in. What scrolls may be wider.
CUT_OFF = r"""
const out = [], wide = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > wide)
	out.push(`the page is ${document.documentElement.scrollWidth} wide, not ${wide}`);
const scrolls = each => {
	for (let at = each.parentElement; at; at = at.parentElement)
		if (/auto|scroll/.test(getComputedStyle(at).overflowX))
			return true;
	return false;
};
for (const each of document.querySelectorAll('body *')) {
	const box = each.getBoundingClientRect(), style = getComputedStyle(each), field = each.matches('input, select');
	if (!each.checkVisibility({visibilityProperty: true, opacityProperty: true}) || each.closest('.unseen, .skip, .port, svg, [aria-hidden=true], noscript') || box.width < 2)
		continue;
	const says = `${each.tagName.toLowerCase()}${each.id && '#' + each.id}.${each.className} "${String(each.value || each.textContent).trim().slice(0, 30)}"`;
	if ((box.right > wide + 1 || box.left < -1) && !scrolls(each))
		out.push(`${says} reaches out of the screen: ${Math.round(box.left)} to ${Math.round(box.right)}`);
	const panel = each.parentElement.closest('.panel, .plain')?.getBoundingClientRect();
	if (panel && box.right > panel.right + 1 && !scrolls(each))
		out.push(`${says} reaches out of its panel by ${Math.round(box.right - panel.right)}`);
	if ((field || style.overflowX !== 'visible' && !/auto|scroll/.test(style.overflowX)) && each.scrollWidth > each.clientWidth + 1 && each.matches(':not(:has(.port))'))
		out.push(`${says} is cut off: ${each.scrollWidth} in ${each.clientWidth}`);
	if (field && each.placeholder && !each.value) {
		const ruler = document.createElement('canvas').getContext('2d');
		ruler.font = style.font;
		if (ruler.measureText(each.placeholder).width > each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1)
			out.push(`the placeholder of ${says} is cut off`);
	}
}
return out;
"""

# Buttons, fields and links that look like buttons with less than two pixels between them: a thumb hits the wrong one.
TOUCHING = r"""
const out = [], boxes = [...document.querySelectorAll('button, a.button, select, input:not([type=checkbox], [type=radio]), summary, textarea')]
	.filter(each => each.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !each.closest('.unseen, .skip, .port, [aria-hidden=true]'))
	.map(each => [each, each.getBoundingClientRect()]).filter(([, box]) => box.width > 2 && box.height > 2);
const above = each => { // the nearest that it stands in: it scrolls, or floats over what is below it
	for (let at = each; at; at = at.parentElement) if (/sticky|fixed|auto|scroll/.test(getComputedStyle(at).position + getComputedStyle(at).overflowY)) return at;
	return null;
};
const says = each => `${each.tagName.toLowerCase()}.${each.dataset.act || each.className} "${(each.getAttribute('aria-label') || each.textContent || each.id).trim().slice(0, 30)}"`;
boxes.forEach(([one, a], index) => boxes.slice(index + 1).forEach(([other, b]) => {
	if (one.contains(other) || other.contains(one) || above(one) !== above(other)) return;
	const across = Math.max(a.left - b.right, b.left - a.right), down = Math.max(a.top - b.bottom, b.top - a.bottom);
	if (across < 2 && down < 2) out.push(`${says(one)} and ${says(other)} touch: ${Math.round(across)}, ${Math.round(down)} pixels apart`);
}));
return out;
"""

# The contrast of every text with what is behind it; AA wants 4.5, and 3 where it is large.
PALE = r"""
const out = new Set();
const ruler = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const known = new Map();
function rgba(text) {
	if (!known.has(text)) {
		ruler.clearRect(0, 0, 1, 1);
		ruler.fillStyle = text;
		ruler.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = ruler.getImageData(0, 0, 1, 1).data;
		known.set(text, [r, g, b, a / 255]);
	}
	return known.get(text);
}
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const light = colour => {
	const [r, g, b] = colour.map(each => (each /= 255) <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
function behind(each) {
	const layers = [];
	for (let at = each; at; at = at.parentElement) {
		const colour = rgba(getComputedStyle(at).backgroundColor);
		if (colour[3] > 0)
			layers.push(colour);
		if (colour[3] === 1)
			break;
	}
	return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
}
function judge(each, text, style) {
	const ground = behind(each), ink = over(rgba(style.color), ground);
	const [a, b] = [light(ground), light(ink)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
	const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
	if (ratio < (large ? 3 : 4.5))
		out.add(`"${text.trim().slice(0, 30)}" (${each.tagName.toLowerCase()}.${each.className}) has a contrast of ${ratio.toFixed(2)}`);
}
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walk.nextNode(); node; node = walk.nextNode()) {
	const each = node.parentElement;
	if (node.data.trim() && each.checkVisibility({visibilityProperty: true, opacityProperty: true})
			&& !each.closest('.unseen, .skip, svg, noscript, [disabled], [aria-disabled=true]'))
		judge(each, node.data, getComputedStyle(each));
}
for (const each of document.querySelectorAll('input[placeholder]'))
	if (each.checkVisibility() && !each.value)
		judge(each, each.placeholder, {...Object.fromEntries(['fontSize', 'fontWeight'].map(name => [name, getComputedStyle(each)[name]])), color: getComputedStyle(each, '::placeholder').color});
return [...out];
"""

# Whether the control that has the focus shows it.
FOCUS = r"""
const each = document.activeElement;
if (!each || each === document.body)
	return null;
const shows = part => {
	const style = getComputedStyle(part);
	return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1.5) || style.boxShadow !== 'none'
		|| (part.matches('.hit') && style.stroke !== 'none' && parseFloat(style.strokeWidth) > 0);
};
const says = `${each.tagName.toLowerCase()}#${each.id}[${each.dataset.act || each.dataset.place || ''}] ${each.getAttribute('class') || ''}`;
return [says, [each, ...each.querySelectorAll('.hit')].some(shows)];
"""

READY = r"""
const watch = new MutationObserver(() => {
	if (document.querySelector('.view:not([aria-busy]) #code')) {
		window.ready_after = performance.now();
		watch.disconnect();
	}
});
watch.observe(document, {subtree: true, childList: true, attributes: true});
"""

# How every part of the view looks, where the rest of the evening does not move it.
SHOWN = r"""
const parts = ['display', 'visibility', 'position', 'width', 'color', 'backgroundColor', 'borderTopWidth', 'borderTopColor',
	'borderRadius', 'fontFamily', 'fontSize', 'fontWeight', 'marginTop', 'padding', 'gap', 'fill', 'stroke', 'overflow'];
const shown = () => [...document.querySelectorAll('.view:not([aria-busy]) *')]
	.filter(each => !each.closest('#check, time') && each.checkVisibility())
	.map(each => {
		const style = getComputedStyle(each);
		return `${each.tagName}.${each.getAttribute('class')}: ${parts.map(part => `${part} ${style[part]}`).join(', ')}`;
	});
"""

# From every view to every other without reloading the page: what looks different from a fresh load.
AROUND = SHOWN + r"""
const [views, done] = given, wrong = [];
const show = async (from, to) => {
	const end = performance.now() + 5000, wanted = views[to].shown;
	go(views[to].path);
	for (let now = []; ; now = shown()) {
		const at = wanted.findIndex((each, index) => each !== now[index]);
		if (at < 0 && now.length === wanted.length)
			return;
		if (performance.now() > end) {
			const is = now[at]?.split(', '), was = wanted[at]?.split(', ').find((part, index) => part !== is?.[index]);
			wrong.push(`${views[to].path} after ${views[from].path}: ${is?.[0]} has no more ${was}`);
			return;
		}
		await new Promise(next => setTimeout(next, 20));
	}
};
const {go} = await import('/page/shell.js');
for (let from = 0; from < views.length; from++)
	for (let to = from + 1; to < views.length; to++) {
		await show(from, to);
		await show(to, from);
		if (to === from + 1)
			await show(from, to);
		if (wrong.length > 4)
			return done(wrong);
	}
done(wrong);
"""

CONTROLS = {"button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "spinbutton", "tab", "switch",
            "menuitem", "slider"}


def nameless(browser):
    """Controls that a screen reader has no name for."""
    nodes = browser.cdp("Accessibility.getFullAXTree")["nodes"]
    return ["a %s has no name (%s)" % (node["role"]["value"], node.get("backendDOMNodeId")) for node in nodes
            if not node.get("ignored") and node.get("role", {}).get("value") in CONTROLS
            and not node.get("name", {}).get("value", "").strip()]


def unfocused(browser, steps=24):
    """Controls that do not show that they have the focus, going from one to the next by Tab."""
    out, seen = [], set()
    for _ in range(steps):
        browser.press(Keys.TAB)
        found = browser.js(FOCUS)
        if found and found[0] not in seen:
            seen.add(found[0])
            out += [] if found[1] else ["%s does not show the focus" % found[0]]
    return out + ([] if len(seen) > 3 else ["Tab reaches %r only" % seen])


def look(browser, problems, name, picture):
    """What a person would see that is wrong on screen."""
    browser.checked()
    browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    found = browser.js(CUT_OFF) + browser.js(PALE) + browser.js(TOUCHING)
    problems += ["%s: %s" % (name, each) for each in found]
    if picture:
        browser.picture(name)


def an_evening(place, kiosk, manifest):
    """People, a casual game and an event's table, so that every view has something to show."""
    laundry = {"game": "laundry", "players": [
        {"name": name, "values": {item: at // 2 + 1 for at, item in enumerate(ITEMS)}, "score_dryer": ["sock", "sock"],
         "no_score_dryer": []} for name in ("A rather long name for a small screen", "Bo")]}
    chipit = {"game": "chipit", "code": code_of(manifest, 1, 1), "players": [{"name": name} for name in PEOPLE[:3]],
              "games": [[1, 0, 2], [0, 1, 2], [2, 0, 1]]}
    for index, result in enumerate((laundry, chipit)):
        status, told = post(kiosk, "/api/result", {"submission": "look-%d" % index, "result": result})
        expect(status == 201, "stored: %r" % told)
    return [Print(place, game, 4711).code for game in ("coupons", "laundry", "clips", "chipit")]


def paint(browser, theme):
    browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])


def views_of(codes):
    return [("start", "/"), *(("play-" + game, "/c/" + code) for game, code in
                              zip(("coupons", "laundry", "clips", "chipit"), codes)),
            ("casual-laundry", "/?casual=laundry"), ("casual-chipit", "/?casual=chipit"),
            ("entry", "/entry/1"), ("table", "/table/1/1"), ("standings", "/standings"),
            ("standings-round", "/standings?round=1"), ("screen", "/screen"), ("where", "/where"), ("help", "/help"),
            ("rules", "/rules/clips"),
            ("print", "/print"),
            *(("print-" + game, "/print?seed=5&pieces=all&game=" + game) for game in ("coupons", "clips")), ("nowhere", "/c/nothing"),
            *(("organise-" + tab, "/organise?tab=" + tab)
              for tab in ("overview", "people", "seats", "event", "kit", "results", "changes"))]


@contextmanager
def evening():
    """A kiosk in the middle of an event, and codes of every game."""
    with Place() as place:
        manifest, _ = print_kit(place, False)
        output(Tools.kiosk, "password", "--db", place.file("kiosk.db"), input="correct horse\n")
        with Kiosk(place, "--manifest", manifest) as kiosk:
            yield kiosk, an_evening(place, kiosk, manifest)


def log_in(browser):
    browser.open("/organise")
    browser.fill("#password", "correct horse")
    browser.tap("[data-act=login]")
    browser.see("#organise-overview")
    browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=0, y=0)  # what it rests on looks otherwise


def look_around(size):
    problems = []
    with evening() as (kiosk, codes), Browser(kiosk, size) as browser:
        browser.forgive(" (404|422) ")
        browser.open("/organise")
        look(browser, problems, "login", False)
        problems += ["login: " + each for each in nameless(browser)]
        log_in(browser)
        for name, path in views_of(codes):
            browser.visit(path)
            for theme in ("light", "dark"):
                paint(browser, theme)
                look(browser, problems, "%s-%s" % (name, theme), True)
            if name in ("start", "play-coupons", "play-clips", "entry", "organise-people"):
                problems += ["%s: %s" % (name, each) for each in unfocused(browser)]
            problems += ["%s: %s" % (name, each) for each in nameless(browser)]
    expect(not problems, "\n  " + "\n  ".join(problems))


def every_view_looks_the_same_after_every_other():
    with evening() as (kiosk, codes), Browser(kiosk) as browser:
        log_in(browser)
        views = [{"path": path} for name, path in views_of(codes) if name in (
            "start", "play-coupons", "play-laundry", "play-clips", "play-chipit", "entry", "table", "standings", "screen",
            "organise-overview", "organise-seats")]
        for view in views:
            browser.open(view["path"])
            view["shown"] = browser.js(SHOWN + "return shown()")
        browser.open(views[0]["path"])
        wrong = browser.driver.execute_async_script("const given = arguments; (async () => {%s})()" % AROUND, views)
        expect(not wrong, "\n  " + "\n  ".join(wrong))


def nothing_is_cut_off_pale_or_nameless_on_a_phone():
    look_around(PHONE)


def nothing_is_cut_off_pale_or_nameless_on_a_desktop():
    look_around(DESKTOP)


def pages_are_light_and_soon_there():
    with Place() as place, Kiosk(place) as kiosk:
        for size in (PHONE, DESKTOP):
            with Browser(kiosk, size) as browser:
                browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=READY)
                browser.open("/")
                browser.see("#code")
                after, weight = browser.js("return window.ready_after"), browser.weight()
                print("       first page at %d x %d: ready after %.0f ms, %.1f KB" % (*size, after, weight / 1000),
                      flush=True)
                expect(10000 < weight < WEIGHT, "the first page weighs %d bytes" % weight)
                expect(after < SOON, "it is ready after %.0f ms" % after)
        for game in ("coupons", "laundry", "clips", "chipit"):
            with Browser(kiosk) as browser:
                browser.open("/c/" + Print(place, game, 4711).code)
                browser.see("#score")
                weight = browser.weight()
                print("       a game of %s: %.1f KB" % (game, weight / 1000), flush=True)
                expect(10000 < weight < WEIGHT, "a game of %s weighs %d bytes" % (game, weight))


def light_and_dark_are_a_choice():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk) as browser:
        browser.open("/")
        before = browser.js("return getComputedStyle(document.body).backgroundColor")
        browser.tap("[data-act=theme]")
        after = browser.js("return getComputedStyle(document.body).backgroundColor")
        expect(before != after, "the other colours")
        browser.driver.refresh()
        browser.settled()
        expect(browser.js("return getComputedStyle(document.body).backgroundColor") == after, "are kept")


def laundry_fits_the_narrowest_phone():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, NARROW) as browser:
        paper = Print(place, "laundry", 4711)
        for name, path in (("casual", "/?casual=laundry"), ("printed", "/c/" + paper.code), ("dealt", "/c/" + Print(place, "laundry", 4711, "--dealt").code)):
            browser.open(path)
            names(browser, "Ana", "Bo")
            browser.see(".ticket[data-player='1'] [data-mark='sock2.no_score']")
            cut = browser.js(CUT_OFF) + browser.js("""
                const out = [], pips = [...document.querySelectorAll('.ticket button')];
                for (const [at, pip] of pips.entries()) {
                    const box = pip.getBoundingClientRect(), next = pips[at + 1]?.getBoundingClientRect();
                    if (box.width < 40 || box.height < 40) out.push(`${pip.dataset.mark} is ${box.width} by ${box.height}`);
                    if (pip.scrollWidth > pip.clientWidth) out.push(`${pip.dataset.mark} is cut off`);
                    if (next && next.left < box.right && next.top < box.bottom && next.bottom > box.top) out.push(`${pip.dataset.mark} lies over the next`);
                }
                for (const cell of document.querySelectorAll('.ticket th, .ticket td'))
                    for (const each of cell.children)
                        if (each.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1) out.push(`${cell.textContent} reaches out of its cell`);
                return out;""")
            browser.picture("laundry-narrow-" + name)
            expect(not cut, "%s: %s" % (name, "; ".join(cut)))
        browser.tap("[data-act=stalled]")
        to_score(browser)
        browser.picture("laundry-narrow-score")
        expect(not browser.js(CUT_OFF), "its score: %s" % "; ".join(browser.js(CUT_OFF)))


def long_names_fit_the_narrowest_phone():
    with Place() as place, Kiosk(place) as kiosk, Browser(kiosk, NARROW) as browser:
        wrong = []

        def fits(name):
            browser.picture("long-names-" + name)
            # What is written into a field scrolls there.
            wrong.extend("%s: %s" % (name, each) for each in browser.js(CUT_OFF) if not each.startswith("input"))

        for game, path, players in (("chipit", "/?casual=chipit", 3), ("laundry", "/?casual=laundry", 2),
                                    ("coupons", "/c/" + Print(place, "coupons", 5, "--players", "2").code, 2),
                                    ("clips", "/c/" + Print(place, "clips", 5).code, 2)):
            browser.open(path)
            names(browser, *(letter * 40 for letter in "WMQ"[:players]))
            fits(game)
            if game == "chipit":
                browser.tap("[data-act=finish][data-player='0']")
                fits("chipit-order")
                browser.tap("[data-act=finish][data-player='1']")
            elif game == "laundry":
                for seat in (0, 1):
                    for mark in ticket([]):
                        browser.tap(".ticket[data-player='%d'] [data-mark='%s']" % (seat, mark))
            elif game == "clips":
                for handle, depth in (("L1", 1), ("L2", 1), ("L3", 1), ("R1", 1), ("R2", 1), ("R3", 1)):
                    clip(browser, handle, depth)
            else:
                continue
            to_score(browser)
            fits(game + "-score")
            agree(browser, players)
            browser.at(r"/entry/\d+$")
            fits(game + "-entry")
        expect(not wrong, "; ".join(wrong))


TESTS = [long_names_fit_the_narrowest_phone, laundry_fits_the_narrowest_phone, nothing_is_cut_off_pale_or_nameless_on_a_phone, nothing_is_cut_off_pale_or_nameless_on_a_desktop,
         every_view_looks_the_same_after_every_other, pages_are_light_and_soon_there, light_and_dark_are_a_choice]
