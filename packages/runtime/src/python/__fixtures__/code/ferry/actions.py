"""One callable for every way in which the code of a swarm can behave."""

import asyncio
import datetime
import functools
import os
import signal
import subprocess
import sys
import threading
import time

import posthouse


async def departures(args):
    return f"{args['harbour']}: 07:10, 19:40"


def fare(args):
    """A plain function."""
    return str(args["cars"] * 12.5)


async def give(args):
    """Gives back all kinds of values."""
    return {"none": None, "empty": "", "number": 42, "dict": {"a": [1, None, True]}, "set": {1}, "text": "ü ⚓ 🚢 \u2028 \\ \n"}[
        args["what"]
    ]


async def load(args):
    return "x" * args["bytes"]


async def overload(args):
    """As long in every way: a remark, then a result or an exception."""
    posthouse.current_call().log("r" * args["bytes"])
    if args["raises"]:
        raise ValueError("x" * args["bytes"])
    return "ü" * args["bytes"]


async def spring_a_leak(args):
    raise ValueError("the hull leaks")


async def run_aground(args):
    """An exception without a text."""
    raise RuntimeError


async def fork(args):
    """Comes back twice, as itself and as a copy of its process, and notices when the copy goes on."""
    copy = os.fork()
    if copy == 0:
        return "the copy"
    await asyncio.get_running_loop().run_in_executor(None, os.waitpid, copy, 0)
    return "the original"


def walk_off(args):
    sys.exit(3)


async def sink(args):
    """The process ends in the middle of it, the first time or always."""
    path = args.get("note")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(posthouse.current_call().idempotency_key + "\n")
        with open(path, encoding="utf-8") as file:
            if len(file.readlines()) > args["times"]:
                return "afloat"
    os.kill(os.getpid(), signal.SIGKILL)


async def announce(args):
    """Writes to the standard output in every way there is."""
    print("to the passengers")
    sys.stdout.write('{"id": 1, "value": "looks like an answer"}\n')
    sys.stdout.flush()
    os.write(1, b"straight to descriptor 1\n")
    subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
    print("to the crew", file=sys.stderr)
    return "announced"


_aboard = 0
_full = None


async def wait_for_others(args):
    """Leaves only when so many are aboard at the same time."""
    global _aboard, _full
    if _full is None:
        _full = asyncio.Event()
    _aboard += 1
    if _aboard == args["seats"]:
        _full.set()
    await _full.wait()
    return "left"


_gate = threading.Barrier(3)


def wait_in_thread(args):
    """Leaves only when three threads are here at the same time."""
    _gate.wait()
    return f"left {threading.current_thread() is threading.main_thread()}"


async def drift(args):
    """Waits for ever, and notes when it is cancelled."""
    path = args["note"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("drifting")
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        with open(path, "w", encoding="utf-8") as file:
            file.write("cancelled")
        raise


async def jam(args):
    """Blocks the event loop."""
    path = args.get("note")
    if path:
        with open(path, "w", encoding="utf-8") as file:
            file.write("jammed")
    time.sleep(args["seconds"])
    return "free"


def haul(args):
    """Blocks a thread only."""
    time.sleep(args["seconds"])
    return "hauled"


async def papers(args):
    call = posthouse.current_call()
    return "|".join([call.task, call.swarm, call.user, call.agent, call.call_id, call.idempotency_key])


def papers_in_thread(args):
    call = posthouse.current_call()
    call.log("checked")
    return call.task


async def pid(args):
    return os.getpid()


async def where(args):
    return f"{os.environ.get('FERRY')} {threading.current_thread() is threading.main_thread()} {sorted(args)}"


async def _toll(rate, args):
    return f"toll {rate * args['cars']}"


toll = functools.partial(_toll, 3)


class Horn:
    def __init__(self):
        self.blows = 0

    async def blow(self, args):
        self.blows += 1
        return f"blow {self.blows}"

    async def __call__(self, args):
        return "toot"


horn = Horn()


class Action:
    """Has the shape of what MAIL's decorator makes."""

    def __init__(self, name, description, parameters, function, parameters_model=None):
        self.name = name
        self.description = description
        self.parameters = parameters
        self.function = function
        self.parameters_model = parameters_model


async def _book(args):
    return f"{args['cars']!r} booked"


_CARS = {"type": "object", "properties": {"cars": {"type": "integer"}}, "required": ["cars"]}

book = Action("book_deck", "Books a place on the car deck.", _CARS, _book)
#: Its model would convert what the schema does not allow.
book_loosely = Action("book_loosely", "Books whatever it is given.", _CARS, _book, parameters_model=object)

#: Python has defaults that JSON cannot say.
book_endless = Action("book_endless", "Books for ever.", {"type": "object", "properties": {"n": {"default": float("inf")}}}, _book)
book_dated = Action(
    "book_dated", "Books a day.", {"type": "object", "properties": {"d": {"default": datetime.date(2024, 5, 6)}}}, _book
)


async def scribble(args):
    """Writes where only the runner may."""
    os.write(4, args["line"].encode() + b"\n")
    await asyncio.sleep(3600)
