# SPDX-License-Identifier: MIT
"""Packages of npm that a test uses: fetched once into out/, as their maintainers published them or not at all."""
import base64
import hashlib
import os
import subprocess
import tempfile

FETCH = 120  # seconds; a slow line needs 20 for prettier's 8 MB


class Unavailable(Exception):
    """npm is not there, or cannot fetch the package here."""


def package(folder, name, version, sha512):
    """The path of a package's archive in a folder; ValueError if it is not what was published."""
    file = os.path.join(folder, "%s-%s.tgz" % (name, version))
    if not os.path.exists(file):
        os.makedirs(folder, exist_ok=True)
        fetch(file, name, version)
    with open(file, "rb") as packed:
        if base64.b64encode(hashlib.sha512(packed.read()).digest()).decode() != sha512:
            raise ValueError("%s is not what was published: remove it" % file)
    return file


def fetch(file, name, version):
    """Puts what npm gives into a file, whole or not at all."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(file)) as folder:
        try:
            ran = subprocess.run(["npm", "pack", "%s@%s" % (name, version), "--fetch-retries=1"], cwd=folder, timeout=FETCH,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise Unavailable("%s cannot be fetched: %s" % (name, problem)) from None
        made = os.path.join(folder, os.path.basename(file))
        if ran.returncode != 0 or not os.path.exists(made):
            raise Unavailable("npm cannot fetch %s here" % name)
        os.replace(made, file)
