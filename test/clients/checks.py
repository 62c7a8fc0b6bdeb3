"""What the checks of all Python clients share: texts, assertions, and a JSON line for each result on stdout."""

import asyncio
import json
import os
import pathlib
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, Iterable
from importlib.metadata import version

URL = os.environ["HOARFROST_URL"]
SOCKET_URL = URL.replace("http", "ws", 1)
KEY = os.environ["HOARFROST_KEY"]
WRONG_KEY = "not-a-key-of-this-server"
WYOMING_PORT = int(os.environ["HOARFROST_WYOMING_PORT"])

PAUSE_S = 15
# How long the caller who interrupts speaks, at least.
INTERRUPTION_S = 0.3
"""How long a language model stalls within a turn."""
CHECK_TIMEOUT_S = 240
"""A check that takes longer hangs."""

TEXTS = json.loads((pathlib.Path(__file__).parent / "texts.json").read_text())
TURNS: list[str] = TEXTS["turns"]
BEFORE_PAUSE: str = TEXTS["beforePause"]
AFTER_PAUSE: str = TEXTS["afterPause"]
INTERRUPTED: str = TEXTS["interrupted"] * 10
LONG: str = TEXTS["long"] * 52
REPLY = " ".join(TURNS)
PLAYED_S = (1.0, 2.5)
"""After how much of it a reply is interrupted."""

# The examples are run as they are.
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples"))

Word = tuple[str, float]
"""A word and when it starts, in seconds."""


def check_seconds(seconds: float, text: str) -> None:
    """Speech has between 9 and 25 characters a second."""
    assert len(text) / 25 < seconds < len(text) / 9 + 1, f"{len(text)} characters took {seconds:.1f} s"


def check_undisturbed(seconds: float, undisturbed: float) -> None:
    """A turn after an interruption lasts as long as one without; speech varies by a few percent."""
    assert abs(seconds / undisturbed - 1) < 0.2, f"the turn lasts {seconds:.2f} s, undisturbed {undisturbed:.2f} s"


def check_words(words: Iterable[Word], text: str, seconds: float) -> None:
    """Every word is there once, in order, at times that rise within the audio."""
    words = list(words)
    heard = "".join(word for word, _ in words).replace(" ", "")
    assert heard == text.replace(" ", ""), f"words were {words}"
    starts = [start for _, start in words]
    assert starts == sorted(starts), f"times do not rise: {words}"
    assert len(set(starts)) > len(starts) / 2, f"words start together: {words}"
    assert 0 <= starts[0] < 0.5 and seconds / 3 < starts[-1] < seconds, f"times are not within {seconds} s: {words}"


def check_heard(kept: str, played_s: float) -> None:
    """What is kept of an interrupted reply is its start, in whole words, as long as what was played."""
    words = kept.split()
    assert words == REPLY.split()[: len(words)], f"kept {kept!r}"
    assert 9 * played_s - 10 < len(kept) < 25 * (played_s + 0.5), f"kept {len(kept)} characters of {played_s} s: {kept!r}"


Check = tuple[str, str, str, Callable[[], Awaitable[None]]]
"""A client, its package, what is checked, and the function that does it."""


async def run(checks: Iterable[Check]) -> None:
    """Runs all pauses at once, since they wait, then the other checks one by one: clients give up on a busy machine."""
    checks = list(checks)
    await asyncio.gather(*(run_one(*check) for check in checks if check[2] == "pause"))
    for check in checks:
        if check[2] != "pause":
            await run_one(*check)


async def run_one(client: str, package: str, name: str, check: Callable[[], Awaitable[None]]) -> None:
    """Prints the result."""
    started = time.monotonic()
    error = ""
    try:
        await asyncio.wait_for(check(), CHECK_TIMEOUT_S)
    except BaseException as raised:
        error = f"{type(raised).__name__}: {raised}"
        traceback.print_exc(file=sys.stderr)
    seconds = round(time.monotonic() - started, 1)
    result = {"client": client, "package": package, "version": version(package), "check": name}
    print(json.dumps({**result, "seconds": seconds, "error": error}), flush=True)
