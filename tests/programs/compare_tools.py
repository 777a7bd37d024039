# SPDX-License-Identifier: MIT
"""Two versions of the programs, one case run by both, and what differs between the answers."""
import json
import os
import re
import shutil
import subprocess

# A program that takes longer than this, in seconds, is stopped; both versions have to be.
TIMEOUT = 120

# Members of JSON whose strings are sentences for people: their wording may change.
SENTENCES = {"error", "problems", "problem", "sentence", "advice", "says", "damage", "away", "seed_warning", "warning", "missing",
             "why", "note", "ruling", "reason", "help", "words", "unsure_why", "todo", "text_known", "found", "do"}
# Members that are random, or hang on the clock, the machine or the port.
RANDOM = {"when", "token", "set", "change", "left", "seconds", "last", "addresses", "pass", "place_in_queue", "free", "port",
          "folder", "seed_drawn", "guarded", "number"}


class Programs:
    """`seedpress` and `seedpress-kiosk` of one version, who speak a language."""

    def __init__(self, folder, language="en"):
        self.folder, self.language = os.path.abspath(folder), language
        self.path = {}
        for name, module in (("seedpress", "gen"), ("seedpress-kiosk", "kiosk")):
            places = [os.path.join(self.folder, name), os.path.join(self.folder, module, name)]
            self.path[name] = next((place for place in places if os.path.isfile(place)), None)
            if self.path[name] is None:
                raise SystemExit(f"compare: there is no {name} in {folder}")

    def environment(self):
        """What tells a program its language. English is that of the environment."""
        return {} if self.language == "en" else {"LC_ALL": self.language}

    def run(self, name, *arguments, check=True, stdin=b"", cwd=None):
        return subprocess.run([self.path[name], *arguments], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              check=check, cwd=cwd, timeout=TIMEOUT)


class Case:
    """A command: its program, arguments, standard input, and the files (name: bytes) that lie in its folder."""

    def __init__(self, program, *arguments, stdin=b"", files=None, is_random=False, names_only=False, then=()):
        self.program, self.arguments, self.stdin, self.files = program, arguments, stdin, files or {}
        # is_random: it draws a seed or a key, so only its exit status and the names of its files can be the same.
        self.is_random, self.names_only, self.then = is_random, names_only, then
        # What these print is for people, unless it is JSON: its wording may change.
        self.is_prose = arguments[:1] in (("scan",), ("review",))

    def what(self):
        return " ".join([self.program, *self.arguments[:1]])

    def __str__(self):
        text = " ".join([self.program, *(repr(word) if re.search(r"[^\w./:=,+-]", word) or not word else word
                                         for word in self.arguments)])
        if self.stdin:
            text += f" <<< {self.stdin[:400]!r}"
        for name, data in self.files.items():
            if len(data) < 1500 and name in self.arguments:
                text += f"\n    {name}: {data!r}"
        return text

    def run(self, programs, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for name, data in self.files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        environment = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder, "COLUMNS": "100", **programs.environment()}
        try:
            done = subprocess.run([programs.path[self.program], *self.arguments], input=self.stdin, cwd=folder, env=environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
            answer = Answer(done.returncode, done.stdout, done.stderr)
        except subprocess.TimeoutExpired:
            answer = Answer("timeout", b"", b"")
        for where, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(where, name)
                relative = os.path.relpath(path, folder)
                if relative not in self.files and not relative.startswith((".cache", "fontconfig")):
                    with open(path, "rb") as file:
                        answer.files[relative] = b"" if self.names_only or self.is_random else file.read()
        shutil.rmtree(folder)
        return answer

    def run_both(self, programs, folder):
        """The same folder for both, so that a path in a message is the same."""
        return self, self.run(programs[0], folder), self.run(programs[1], folder)


class Answer:
    """What came of a case: an exit status or that of HTTP, bytes, sentences for people, files, headers."""

    def __init__(self, status, output, words=b"", kind=""):
        self.status, self.output, self.words, self.kind, self.files = status, output, words, kind, {}


def make_plain(text):
    """A sentence without its numbers, names and paths: two of the same wording become equal."""
    text = re.sub(r"/tmp/[\w./-]*", "/", text)
    text = re.sub(r"\"[^\"]*\"|'[^']*'", '""', text)
    text = re.sub(r"[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}", "CODE", text)
    return re.sub(r"[0-9]+", "0", text)


def read_json(data):
    """The JSON values of the lines, or None."""
    try:
        return [json.loads(data)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in data.splitlines()] or None
    except ValueError:
        return None


def compare_json(old, new, path, key, found):
    """Adds (kind, detail) for each difference below a path."""
    if key in RANDOM:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in old.items():
            if name not in new:
                found.append(("json", f"{path}.{name} is gone: {str(value)[:300]}"))
            else:
                compare_json(value, new[name], f"{path}.{name}", name, found)
        for name in new:
            if name not in old:
                found.append(("added", f"{path}.{name}"))
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            found.append(("json", f"{path} has {len(new)} elements instead of {len(old)}: {str(old)[:300]} -> {str(new)[:300]}"))
        for i, (one, other) in enumerate(zip(old, new)):
            compare_json(one, other, f"{path}[{i}]", key, found)
    elif type(old) is type(new) and isinstance(old, str) and key in SENTENCES:
        if old != new:
            found.append(("words", (old, new)))
    elif old != new or type(old) is not type(new):
        found.append(("json", f"{path}: {str(old)[:300]} -> {str(new)[:300]}"))


def compare(case, old, new):
    """A list of (kind, detail): status, type, json, text, bytes, files, words, added."""
    found = []
    if old.status != new.status:
        found.append(("status", f"{old.status} -> {new.status}\n    old: {old.words[:300]!r} {old.output[:300]!r}\n"
                      f"    new: {new.words[:300]!r} {new.output[:300]!r}"))
        return found
    if old.kind != new.kind:
        found.append(("headers", f"{old.kind} -> {new.kind}"))
    if sorted(old.files) != sorted(new.files):
        found.append(("files", f"{sorted(old.files)} -> {sorted(new.files)}"))
    if old.words != new.words:
        old_lines, new_lines = (words.decode(errors="replace").splitlines() for words in (old.words, new.words))
        if len(old_lines) != len(new_lines):
            found.append(("words", ("\n         ".join(old_lines), "\n         ".join(new_lines))))
        else:
            found.extend(("words", pair) for pair in zip(old_lines, new_lines) if pair[0] != pair[1])
    if getattr(case, "is_random", False):
        return found
    if old.output != new.output:
        found.extend(compare_output(old.output, new.output, "", getattr(case, "is_prose", False)))
    for name in sorted(set(old.files) & set(new.files)):
        if old.files[name] != new.files[name]:
            found.extend(compare_output(old.files[name], new.files[name], name, False))
    return found


def compare_output(old, new, name, is_prose):
    old_json, new_json = read_json(old), read_json(new)
    if old_json is not None and new_json is not None and isinstance(old_json[0], (dict, list)):
        found = []
        compare_json(old_json, new_json, name, None, found)
        return found
    try:
        old_text, new_text = old.decode(), new.decode()
        if "\0" in old_text or old_text.startswith("%PDF") or old_text.startswith("<?xml"):
            raise ValueError
    except ValueError:
        at = next((i for i, (one, other) in enumerate(zip(old, new)) if one != other), min(len(old), len(new)))
        return [("bytes", f"{name} differs from byte {at} on ({len(old)} and {len(new)} bytes): {old[at:at + 60]!r} -> {new[at:at + 60]!r}")]
    pairs = [pair for pair in zip(old_text.splitlines(), new_text.splitlines()) if pair[0] != pair[1]]
    detail = "\n         ".join(f"{one!r}\n      -> {other!r}" for one, other in pairs[:3]) or f"{old_text[-200:]!r} -> {new_text[-200:]!r}"
    if is_prose:
        return [("words", (one, other)) for one, other in pairs] or [("words", (old_text, new_text))]
    return [("text", f"{name} {detail}")]
