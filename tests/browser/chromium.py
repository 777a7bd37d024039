# SPDX-License-Identifier: MIT
"""Chromium, started once for all the browsers that a thread opens one after the
other or side by side: each is a context with cookies, storage and cache of its own."""
import json
import os
import shutil
import socket
import tempfile
import threading
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Request, TextMessage

WORDS = ("--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run", "--mute-audio", "--hide-scrollbars",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
         "--disable-backgrounding-occluded-windows", "--lang=en-GB")


class Line:
    """Chromium's own line for its inspector: the driver's leads to pages, which may not make contexts."""

    def __init__(self, address):
        with urllib.request.urlopen("http://%s/json/version" % address) as answer:
            path = json.load(answer)["webSocketDebuggerUrl"].split("/", 3)[3]
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)))
        self.line, self.asked = WSConnection(ConnectionType.CLIENT), 0
        self.send(Request(host=address, target="/" + path))
        self.next(AcceptConnection)

    def send(self, event):
        self.socket.sendall(self.line.send(event))

    def next(self, kind):
        while True:
            for event in self.line.events():
                if isinstance(event, kind):
                    return event
            self.line.receive_data(self.socket.recv(65536))

    def ask(self, method, **about):
        self.asked += 1
        self.send(TextMessage(data=json.dumps({"id": self.asked, "method": method, "params": about})))
        text = ""
        while True:
            part = self.next(TextMessage)
            text += part.data
            if part.message_finished:
                answer, text = json.loads(text), ""
                if answer.get("id") == self.asked:
                    return answer["result"]


class Chromium:
    """One that runs; `feed` is what its camera sees, `more` are further options."""
    threads = threading.local()
    running = []

    def __init__(self, feed=None, more=()):
        self.profile = tempfile.mkdtemp(prefix="seedpress-profile.")
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for word in (*WORDS, *more, "--user-data-dir=" + self.profile):
            options.add_argument(word)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        if feed:
            for word in ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
                         "--use-file-for-fake-video-capture=" + feed):
                options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(300)  # on a busy machine; scripts have patience of their own
        self.line = Line(self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"])
        self.first = self.at = self.driver.current_window_handle
        self.notes = {}  # by window
        Chromium.running.append(self)

    @classmethod
    def of_thread(cls):
        if not hasattr(cls.threads, "chromium"):
            cls.threads.chromium = cls()
        return cls.threads.chromium

    def open(self):
        """A context and a window in it."""
        context = self.line.ask("Target.createBrowserContext")["browserContextId"]
        return context, self.line.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]

    def close(self, context):
        self.turn_to(self.first)
        self.line.ask("Target.disposeBrowserContext", browserContextId=context)

    def turn_to(self, window):
        """The driver, in a window."""
        if self.at != window:
            self.driver.switch_to.window(window)
            self.at = window
        return self.driver

    def take_notes(self, window):
        """What a window asked of the network since it was last asked for."""
        for entry in self.driver.get_log("performance"):
            note = json.loads(entry["message"])
            self.notes.setdefault(note["webview"], []).append(note["message"])
        return self.notes.pop(window, [])

    def quit(self):
        Chromium.running.remove(self)
        self.line.socket.close()
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)
