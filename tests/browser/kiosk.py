# SPDX-License-Identifier: MIT
"""What all browser tests share: a kiosk of their own, a browser that remembers nothing
before it, and waiting for what a person would wait for. Nothing sleeps, and every
kiosk ends with its test."""
import base64
import http.client
import json
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time

from selenium.common.exceptions import (ElementClickInterceptedException, ElementNotInteractableException,
                                        JavascriptException, NoSuchElementException, StaleElementReferenceException)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from chromium import Chromium

TIMEOUT_S = 60  # seconds; machines differ, and a test that waits longest fails anyway
PHONE = (360, 740)
NARROW = (320, 640)  # the narrowest phones there are
DESKTOP = (1280, 800)
AGAIN = (ElementClickInterceptedException, ElementNotInteractableException, JavascriptException,
         NoSuchElementException, StaleElementReferenceException)


# The first element that a person can see.
VISIBLE = """
const visible = css => [...document.querySelectorAll(css)].find(each => {
	const box = each.getBoundingClientRect();
	return box.width + box.height > 0 && each.checkVisibility({opacityProperty: true, visibilityProperty: true});
});
"""


class Tools:
    """The programs under test, and where the pictures go; set by `run`."""
    seedpress = kiosk = snap = screenshots = None


class Failed(AssertionError):
    """What was expected, in words."""


class Skipped(Exception):
    """What could not be tried here, and why."""


def expect(holds, words):
    if not holds:
        raise Failed(words)


def wait_for(what, look, patience=TIMEOUT_S):
    """Looks until there is something; what that is."""
    end = time.monotonic() + patience
    while True:
        try:
            found = look()
        except AGAIN:
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise Failed("%s did not come within %d s" % (what, patience))
        time.sleep(0.05)


class Place:
    """A folder that goes away with everything in it."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="seedpress-browser.")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, name, text=None, encoding="utf-8"):
        path = os.path.join(self.path, name)
        if text is not None:
            with open(path, "w", encoding=encoding) as out:
                out.write(text)
        return path


class Kiosk:
    """`seedpress-kiosk serve` on a port of the kernel's choice."""

    def __init__(self, place, *more, db=None):
        self.place, self.more = place, more
        self.db = db or place.file("kiosk.db")
        self.process, self.port, self.url = None, 0, None
        self.start()

    def start(self):
        """Again on the same port, once there was one."""
        self.process = subprocess.Popen(
            [Tools.kiosk, "serve", "--port", str(self.port), "--db", self.db, *self.more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.place.path,
            env={**os.environ, "HOME": self.place.path})
        said = ""
        if select.select([self.process.stdout], [], [], TIMEOUT_S)[0]:
            said = self.process.stdout.readline()
        found = re.search(r"(http://[^ /]+:(\d+))/", said)
        if not found:
            self.process.kill()
            raise Failed("the kiosk does not open: %r %r" % (said, self.process.stderr.read()))
        self.url, self.port = found.group(1), int(found.group(2))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def end(self):
        self.process.wait(TIMEOUT_S)
        self.process.stdout.close()
        self.process.stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.process.terminate()
            try:
                self.process.wait(TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
            self.end()
            expect(self.process.returncode == 0, "the kiosk ends cleanly, not with %d" % self.process.returncode)

    def ask(self, path):
        """(status, type, bytes) of an address."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
        line.request("GET", path)
        answer = line.getresponse()
        told = answer.status, answer.getheader("content-type"), answer.read()
        line.close()
        return told

    def json(self, path):
        return json.loads(self.ask(path)[2])


class Browser:
    """Chromium as somebody holds it: a phone or a desktop, with a camera or not."""

    def __init__(self, kiosk, size=DESKTOP, feed=None, host=None):
        """`host`: an address that the browser takes for another machine's; it leads to this one, which takes the
        browser for another machine."""
        self.kiosk, self.size, self.phone = kiosk, size, size[0] < 600
        self.url = kiosk.url.replace("127.0.0.1", host or "127.0.0.1")
        self.own = bool(feed or host)
        mapped = ("--host-resolver-rules=MAP %s 127.0.0.1" % host,) if host else ()
        self.chromium = Chromium(feed, mapped) if self.own else Chromium.of_thread()
        self.context, self.window = self.chromium.open()
        self.shape(size[1])
        if self.phone:
            self.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
        if host:
            self.cdp("Network.enable")
            self.cdp("Network.setExtraHTTPHeaders", headers={"X-Forwarded-For": host})
        self.asked, self.bytes, self.named = [], {}, {}
        self.forgiven = []

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.is_quiet()
        finally:
            self.chromium.close(self.context)
            if self.own:
                self.chromium.quit()

    @property
    def driver(self):
        return self.chromium.turn_to(self.window)

    def cdp(self, method, **about):
        return self.driver.execute_cdp_cmd(method, about)

    def shape(self, high):
        """The size of what is seen, this many pixels high."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=self.size[0], height=high,
                 deviceScaleFactor=2 if self.phone else 1, mobile=self.phone)

    # Looking.

    def open(self, path):
        self.driver.get(self.url + path)
        self.settled()

    def visit(self, path):
        """Another view of the page that is there, as by a link in it."""
        self.driver.execute_async_script("""
            const [path, done] = arguments, before = document.querySelector('.view');
            const look = () => {
                const view = document.querySelector('.view');
                if (view && view !== before && !view.hasAttribute('aria-busy')) done();
                else setTimeout(look, 10);
            };
            import('/page/shell.js').then(({go}) => { go(path); look(); });""", path)

    def settled(self):
        """The view is there and no longer busy."""
        wait_for("the view", lambda: self.js(
            "const view = document.querySelector('.view'); return view && !view.hasAttribute('aria-busy')"))

    def checked(self):
        """What was entered so far is looked at, and what is shown is drawn, where there is such a thing."""
        wait_for("the check", lambda: not self.all("#check[data-state=wait], .preview.waiting"))

    def js(self, script, *words):
        return self.driver.execute_script(script, *words)

    def all(self, css):
        return self.driver.find_elements("css selector", css)

    def see(self, css):
        """The first visible element; waits for it."""
        return wait_for(css, lambda: self.js(VISIBLE + "return visible(arguments[0])", css))

    def gone(self, css):
        wait_for("the end of " + css, lambda: not self.js(VISIBLE + "return visible(arguments[0])", css))

    def text(self, css):
        return wait_for(css, lambda: self.driver.find_element("css selector", css).get_attribute("textContent"))

    def says(self, css, words):
        """Waits until an element says these words."""
        last = [""]

        def look():
            last[0] = self.js("return [...document.querySelectorAll(arguments[0])].map(each => each.textContent).join(' ')",
                              css)
            return words.lower() in last[0].lower()
        try:
            wait_for(css, look)
        except Failed:
            raise Failed("%s says %r, not %r" % (css, last[0], words)) from None

    def at(self, pattern):
        wait_for("the address " + pattern, lambda: re.search(pattern, self.driver.current_url))

    # Doing.

    def tap(self, css):
        """Presses what a person can see and reach."""
        def press():
            element = self.js(VISIBLE + """
                const found = visible(`:is(${arguments[0]}):not(:disabled)`);
                found?.scrollIntoView({block: 'center', behavior: 'instant'});
                return found;""", css)
            if element:
                element.click()
            return element
        wait_for("pressing " + css, press)

    def fill(self, css, text):
        element = self.see(css)
        element.clear()
        element.send_keys(text)

    def choose(self, css, value):
        Select(self.see(css)).select_by_value(value)

    def give(self, css, *files):
        """Hands files to a file field, which nobody can see."""
        wait_for(css, lambda: self.all(css))[0].send_keys("\n".join(files))

    def scan(self, text):
        """A hand scanner: keys at a pace of its own, wherever the focus is, and Enter."""
        start = time.time()
        for index, letter in enumerate(list(text) + ["Enter"]):
            key = {"key": letter, "timestamp": start + index * 0.008}
            if letter == "Enter":
                key.update(text="\r", windowsVirtualKeyCode=13, code="Enter")
            else:
                key.update(text=letter)
            self.cdp("Input.dispatchKeyEvent", type="keyDown", **key)
            self.cdp("Input.dispatchKeyEvent", type="keyUp", **{**key, "text": ""})

    def drag(self, element, dx, dy):
        self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        ActionChains(self.driver, duration=20).move_to_element(element).click_and_hold().move_by_offset(
            dx / 2, dy / 2).move_by_offset(dx / 2, dy / 2).release().perform()

    def press(self, key, hold=None):
        keys = ActionChains(self.driver)
        (keys.key_down(hold).send_keys(key).key_up(hold) if hold else keys.send_keys(key)).perform()

    # Judging.

    def listen(self):
        """Takes the browser's notes of what it asked for."""
        for note in self.chromium.take_notes(self.window):
            about = note["params"]
            if note["method"] == "Network.requestWillBeSent":
                self.asked.append(about["request"]["url"])
                self.named[about["requestId"]] = about["request"]["url"]
            elif note["method"] == "Network.loadingFinished":
                self.bytes[about["requestId"]] = about["encodedDataLength"]

    def weight(self):
        """Bytes that came over the wire, the printed pieces apart."""
        self.listen()
        return sum(size for ask, size in self.bytes.items()
                   if self.named.get(ask, "").startswith(self.url) and "/sheet/" not in self.named[ask])

    def forgive(self, pattern):
        """What the console may say besides: a refusal that was meant to be."""
        self.forgiven.append(pattern)

    def is_quiet(self):
        """No errors in the console, and nothing asked of another host."""
        loud = [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")
                and not any(re.search(each, entry["message"]) for each in self.forgiven)]
        expect(not loud, "the console says %r" % loud)
        self.listen()
        away = [url for url in self.asked if not url.startswith((self.url + "/", "data:", "blob:", "chrome:", "about:"))]
        expect(not away, "another host is asked: %r" % away)

    def picture(self, name):
        """Keeps what is on screen, the whole page of it, where pictures are kept."""
        self.checked()
        if not Tools.screenshots:
            return
        os.makedirs(Tools.screenshots, exist_ok=True)
        self.js("document.activeElement?.blur?.(); scrollTo(0, 0);"
                "document.getAnimations().forEach(each => { try { each.finish(); } catch { each.cancel(); } })")
        file = os.path.join(Tools.screenshots, "%s-%s.png" % (name, "phone" if self.phone else "desktop"))
        tall = self.js("return document.documentElement.scrollHeight")
        if tall > self.size[1]:
            self.shape(min(tall, 4 * self.size[1]))
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.cdp("Page.captureScreenshot", optimizeForSpeed=True)["data"]))
        if tall > self.size[1]:
            self.shape(self.size[1])


__all__ = ["Browser", "DESKTOP", "Failed", "Keys", "Kiosk", "NARROW", "TIMEOUT_S", "PHONE", "Place", "Skipped", "Tools", "expect", "wait_for"]
