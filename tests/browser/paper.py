# SPDX-License-Identifier: MIT
"""What is on the table: games printed by seedpress, and photos of them as the
simulated camera takes them."""
import json
import os
import shutil
import subprocess

from kiosk import Tools


def output(*words, **more):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, **more).stdout


class Print:
    """A game on paper: its codes, its layout, and its pages as grey pictures."""

    def __init__(self, place, game, seed, *options):
        self.place, self.game = place, game
        asked = [game, "--seed", str(seed), *options]
        self.codes = output(Tools.seedpress, "code", *asked).split()
        self.code = self.codes[0]
        self.layout = json.loads(output(Tools.seedpress, "layout", self.code))
        self.asked, self.drawn = asked, None

    def page(self, index=0):
        if self.drawn is None:
            pdf = self.place.file(self.game + ".pdf")
            output(Tools.seedpress, "print", *self.asked, "-o", pdf)
            root = self.place.file(self.game)
            output("pdftoppm", "-r", "300", "-gray", pdf, root)
            self.drawn = sorted(file for file in os.listdir(self.place.path)
                                if file.startswith(self.game + "-") and file.endswith(".pgm"))
        return self.place.file(self.drawn[index])

    def form(self, name, *words, size=(3200, 2400), turn=3):
        """A photo of a form; words are codes with their marks."""
        file = self.place.file(name + ".jpg")
        output(Tools.snap, "form", file, str(size[0]), str(size[1]), str(turn), self.page(), *words)
        return file

    def hand(self, name, ids, size=(3600, 2700), strip=None):
        """A photo of coupons that were cut out, with the strip of a sheet or without."""
        file = self.place.file(name + ".jpg")
        words = [self.page(strip), self.codes[strip], "strip"] if strip is not None else []
        for index, code in enumerate(self.codes):
            mine = [each for each in ids if each[0] == "ABCDE"[index]]
            words += [self.page(index), code, *mine] if mine else []
        output(Tools.snap, "hand", file, str(size[0]), str(size[1]), "5", *words)
        return file

    def feed(self, name, *words, turn=0):
        """A camera's feed: the same picture again and again."""
        file = self.form(name, *words, size=(1920, 1080), turn=turn)
        with open(file, "rb") as one, open(self.place.file(name + ".mjpeg"), "wb") as many:
            picture = one.read()
            for _ in range(3):
                many.write(picture)
        return many.name


def played(place, seed, *wires):
    """A photo of a played card: the file, its code, and its clips with their players."""
    file = place.file("played.jpg")
    code, *clips = output(Tools.snap, "played", file, "1920", "1080", str(seed), *wires).splitlines()
    return file, code, {clip: int(player) for clip, player in map(str.split, clips)}


def piles(place, seed):
    """A photo of two piles with their strips: the file, its code, and whose each coupon is."""
    file = place.file("piles.jpg")
    code, *held = output(Tools.snap, "piles", file, "1920", "1080", str(seed)).splitlines()
    return file, code, {each: int(player) for each, player in map(str.split, held)}


def frames(place, files, times=6):
    """A camera's feed: these pictures one after the other, each for some frames, again and again."""
    with open(place.file("frames.mjpeg"), "wb") as many:
        for file in files:
            with open(file, "rb") as one:
                many.write(one.read() * times)
    return many.name


def judged(result):
    """What the program `score` says of a result."""
    return json.loads(subprocess.run([Tools.kiosk, "score", "-"], input=json.dumps(result) + "\n", check=True,
                                     stdout=subprocess.PIPE, text=True).stdout)


ITEMS = ["underwear", "bra", "pants", "shirt", "bedsheet", "pillowcase"]


def ticket(dried):
    """The marks of a ticket: values 1 1 2 2 3 3, both socks and `dried` from the score dryer."""
    return ["%s.%d" % (item, index // 2 + 1) for index, item in enumerate(ITEMS)] + [
        "%s.score" % item for item in ["sock1", "sock2", *dried]]


def have_tools():
    """Programs besides ours that are needed and missing."""
    return [name for name in ("chromium", "chromedriver", "pdftoppm") if not shutil.which(name)]
