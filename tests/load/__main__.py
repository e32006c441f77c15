"""``./run load-quiz [--phones 300] [--questions 20]``: starts the server and plays a live quiz.

Phones join, poll, answer within seconds; some drop and come back; in the middle a worker is killed,
and later the whole server started anew. Prints how many answers were lost, doubled, late, how many
errors there were (all of them must be 0), how long answers and polls took, and the server's CPU.
Loopback only; DATABASE_URL says which database."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, perf_counter, sleep
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[2]
OPEN = 6.0
"""Seconds that a question is open; phones answer in the first five."""
TOLD = 3.0
RECOVERY = 8.0
"""So long, in seconds, a break is felt: a worker takes its time to begin."""
CPU_TICKS = os.sysconf("SC_CLK_TCK")
_TOKEN = re.compile(r'name="token" value="([^"]+)"')
_CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
_SEAT = re.compile(r'name="seat" value="(\w+)"')
_NOW = re.compile(r'data-live="([^"]+)"')
_PACE = re.compile(r'data-pace="(\d+)"')
_AT = re.compile(r'action="(/de/live/\w+/\?at=[\d.]+)"')


@dataclass(slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: str


@dataclass(slots=True)
class Told:
    """What was seen, from outside."""

    times: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    """When each was asked, and how long it took, by what it was."""
    broken: list[float] = field(default_factory=list)
    """When a worker was killed, or the server started anew."""
    errors: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    """Connections that nobody took, while the server started anew."""
    kept: dict[tuple[str, str], str] = field(default_factory=dict)
    """By phone and question the seat that was last acknowledged."""
    late: int = 0


class Browser:
    """With cookies; each request is a connection of its own, as the server has it."""

    def __init__(self, port: int, told: Told) -> None:
        self.port, self.told = port, told
        self.cookies: dict[str, str] = {}

    async def ask(
        self, method: str, path: str, sent: dict[str, str] | None = None, *, of: str = "",
        headers: dict[str, str] | None = None,
    ) -> Answer | None:  # fmt: skip
        """None where no answer came."""
        began = perf_counter()
        try:
            answer = await asyncio.wait_for(self._ask(method, path, sent, headers or {}), 30)
        except (OSError, asyncio.IncompleteReadError, TimeoutError, IndexError, ValueError):
            self.told.refused += 1
            return None
        if of:
            self.told.times.setdefault(of, []).append((began, perf_counter() - began))
        if answer.status >= 500 or answer.status == 429:
            self.told.errors[f"{answer.status} {method} {path.rpartition('/')[2] or 'page'}"] += 1
        return answer

    async def _ask(
        self, method: str, path: str, sent: dict[str, str] | None, headers: dict[str, str]
    ) -> Answer:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            body = urlencode(sent).encode() if sent is not None else b""
            told = {"Host": f"127.0.0.1:{self.port}", "Connection": "close", **headers}
            if self.cookies:
                told["Cookie"] = "; ".join(f"{name}={one}" for name, one in self.cookies.items())
            if sent is not None:
                told["Content-Type"] = "application/x-www-form-urlencoded"
                told["Content-Length"] = str(len(body))
            head = "".join(f"{name}: {one}\r\n" for name, one in told.items())
            writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            await writer.drain()
            raw = await reader.read()
        finally:
            writer.close()
        head_bytes, _blank, content = raw.partition(b"\r\n\r\n")
        first, *lines = head_bytes.decode("latin-1").split("\r\n")
        found: dict[str, str] = {}
        for line in lines:
            name, _colon, value = line.partition(": ")
            if name.lower() == "set-cookie":
                cookie, _equals, rest = value.partition("=")
                self.cookies[cookie] = rest.partition(";")[0]
            else:
                found[name.lower()] = value
        return Answer(int(first.split()[1]), found, content.decode("utf-8", "replace"))

    async def post(
        self, path: str, sent: dict[str, str], *, of: str = "", page: str = ""
    ) -> Answer | None:
        """With the proof of the form on a page."""
        csrf = _CSRF.search(page)
        proof = {"csrfmiddlewaretoken": csrf[1]} if csrf else {}
        return await self.ask("POST", path, sent | proof, of=of)


class Phone:
    def __init__(self, name: str, code: str, port: int, told: Told, seed: int) -> None:
        self.name, self.code, self.told = name, code, told
        self.browser, self.chance = Browser(port, told), Random(seed)
        self.is_over = False
        self.answered = ""

    async def live(self) -> None:
        await asyncio.sleep(self.chance.uniform(0, 8))
        here, now, tag, pace = f"/de/live/{self.code}/", "", "", 1
        while not await self._join(here):
            await asyncio.sleep(1)
        while not self.is_over:
            await asyncio.sleep(pace * self.chance.uniform(0.8, 1.2))
            if self.chance.random() < 0.005:
                await asyncio.sleep(5)  # no network
            known = {"If-None-Match": tag} if tag else {}
            if now:
                answer = await self.browser.ask("GET", now, of="poll", headers=known)
                if answer is None or answer.status != 200:
                    continue
                tag = answer.headers["etag"]
            page = await self.browser.ask("GET", here, of="page", headers={"HX-Request": "true"})
            if page is None or page.status != 200:
                continue
            now, pace = _NOW.findall(page.body)[0], int(_PACE.findall(page.body)[0])
            await self._answer(page.body)

    async def _join(self, here: str) -> bool:
        door = await self.browser.ask("GET", here)
        if door is None or door.status != 200:
            return False
        sent = {"join": "1", "name": self.name}
        answer = await self.browser.post(here, sent, of="join", page=door.body)
        return answer is not None and answer.status == 303

    async def _answer(self, page: str) -> None:
        at, token, seats = _AT.search(page), _TOKEN.search(page), _SEAT.findall(page)
        if at is None or token is None or not seats or at[1] == self.answered:
            return
        self.answered = at[1]
        await asyncio.sleep(self.chance.uniform(0, OPEN - 2))
        seat = self.chance.choice(seats)
        for _try in range(4):
            sent = {"token": token[1], "seat": seat}
            begun = monotonic()
            answer = await self.browser.post(at[1], sent, of="answer", page=page)
            if answer is None:  # pressed again, as one would
                await asyncio.sleep(0.7)
                continue
            if answer.status == 303:
                self.told.kept[self.name, at[1].partition("=")[2]] = seat
                if at[1] in CLOSED and begun > CLOSED[at[1]]:
                    self.told.late += 1
            return


CLOSED: dict[str, float] = {}
"""When the leader was told that a question is closed."""


class Server:
    def __init__(self, port: int, data: str) -> None:
        self.port, self.data = port, data
        self.cpu = 0.0
        self.start()

    def start(self) -> None:
        environment = os.environ | {"PORT": str(self.port), "DATA_DIR": self.data, "ADMIN": "0"}
        self.process = subprocess.Popen(
            [str(ROOT / "run")], env=environment, start_new_session=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        for _try in range(600):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None:
                break
            sleep(0.1)
        sys.exit("The server did not start.")

    def workers(self) -> list[int]:
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == self.process.pid and int(stat.parent.name) != self.process.pid:
                found.append(int(stat.parent.name))
        return found

    def seconds(self) -> float:
        """Of CPU, so far, of all that is there."""
        total = 0.0
        for pid in (self.process.pid, *self.workers()):
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            total += (int(fields[11]) + int(fields[12])) / CPU_TICKS
        return total

    def stop(self) -> None:
        self.cpu += self.seconds()
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(20)


async def played(server: Server, phones: int, questions: int, told: Told) -> str:
    """The code of the room."""
    leader = Browser(server.port, Told())
    door = await leader.ask("GET", "/de/quizzes/new/?rules=kompakt")
    assert door is not None
    wish = {"rules": "kompakt", "title": "Load", "number": str(questions), "level": "1",
            "kinds": "trick-winner"}  # fmt: skip
    made = await leader.post("/de/quizzes/new/", wish, page=door.body)
    assert made is not None
    sheet = await leader.ask("GET", made.headers["location"])
    assert sheet is not None
    begun = await leader.post(f"{made.headers['location']}live/", {}, page=sheet.body)
    assert begun is not None
    remote = begun.headers["location"]
    code = remote.split("/")[3]
    room = [Phone(f"phone {n}", code, server.port, told, n) for n in range(phones)]
    tasks = [asyncio.create_task(one.live()) for one in room]

    async def press(what: str) -> None:
        for _try in range(40):
            page = await leader.ask("GET", remote)
            if page is not None and page.status == 200:
                version = re.search(r'name="version" value="(\d+)"', page.body)
                assert version is not None
                sent = {"do": what, "version": version[1]}
                done = await leader.post(remote, sent, page=page.body)
                if done is not None and done.status == 303:
                    return
            await asyncio.sleep(0.5)
        sys.exit("The remote has no answer.")

    await asyncio.sleep(10)
    for number in range(1, questions + 1):
        await press("next")
        if number == questions // 3:
            told.broken.append(perf_counter())
            os.kill(max(server.workers()), signal.SIGKILL)
        await asyncio.sleep(OPEN)
        await press("close")
        asked = {one.answered for one in room if one.answered}
        CLOSED.update({one: monotonic() for one in asked if one not in CLOSED})
        if number == 2 * questions // 3:
            server.stop()
            server.start()
            told.broken.append(perf_counter())
        await asyncio.sleep(1)
        await press("reveal")
        await asyncio.sleep(TOLD)
    await press("end")
    await asyncio.sleep(3)
    for one in room:
        one.is_over = True
    await asyncio.gather(*tasks)
    return code


def compared(code: str, told: Told) -> tuple[int, int]:
    """How many of the answers that were acknowledged are not there, and how many are twice."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tutorial.settings"
    django.setup()
    from tutorial.quizzes.models import Live, Vote

    live = Live.objects.get(code=code)
    votes = Vote.objects.filter(guest__live=live).select_related("guest")
    there = Counter((one.guest.name, f"{one.item_id}.{one.vote}") for one in votes)
    seats = {(one.guest.name, f"{one.item_id}.{one.vote}"): one.posted["seat"][0] for one in votes}
    lost = sum(seats.get(place) != seat for place, seat in told.kept.items())
    return lost, sum(number > 1 for number in there.values())


def shown(times: list[tuple[float, float]], broken: list[float]) -> str:
    """Without what was asked within some seconds of a break."""
    ordered = sorted(
        took
        for asked, took in times
        if not any(one - RECOVERY < asked < one + RECOVERY for one in broken)
    )
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * one))] for one in (0.5, 0.95, 0.99)]
    return "  ".join(f"{one * 1000:6.0f} ms" for one in at) + f"  of {len(ordered)}"


def main() -> None:
    asked = argparse.ArgumentParser(prog="./run load-quiz")
    asked.add_argument("--phones", type=int, default=300)
    asked.add_argument("--questions", type=int, default=20)
    wish = asked.parse_args()
    with tempfile.TemporaryDirectory() as data, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        told = Told()
        server = Server(port, data)
        began = monotonic()
        try:
            code = asyncio.run(played(server, wish.phones, wish.questions, told))
        finally:
            took = monotonic() - began
            server.stop()
        os.environ["DATA_DIR"] = data
        lost, doubled = compared(code, told)
    say = print
    say(f"{wish.phones} phones, {wish.questions} questions, {took:.0f} s")
    say(f"answers acknowledged {len(told.kept)}, lost {lost}, doubled {doubled}, late {told.late}")
    say(f"errors {sum(told.errors.values())} {dict(told.errors) or ''}")
    say(f"connections without an answer {told.refused} (a worker killed, a server started anew)")
    say("                  p50        p95        p99")
    for title, broken in (("in all", []), (f"but {RECOVERY:.0f} s about each break", told.broken)):
        say(title)
        for name in ("poll", "answer", "page", "join"):
            say(f"{name:10}  {shown(told.times.get(name, [(0.0, 0.0)]), broken)}")
    say(f"CPU of the server {100 * server.cpu / took:.0f} % of a core")
    if lost or doubled or told.late or told.errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
