"""Runs the Python code of a swarm for a Posthouse server. Started by python-process.ts, which speaks the other side.

One JSON object per line: requests arrive on descriptor 3, answers leave on descriptor 4. Descriptors 1 and 2 belong to the
user's code, whatever it prints. Coroutines run in one event loop on the main thread; plain functions run in threads.
Needs nothing but the standard library of Python 3.9 or newer.
"""

import sys

# The lines up to the check of the version run on any Python 3, so that an old one is refused with a sentence.
import json
import os

REQUESTS, ANSWERS = 3, 4
PROTOCOL = 1
OLDEST = (3, 9)


def refuse(sentence):
    os.write(ANSWERS, (json.dumps({"refused": sentence}) + "\n").encode("ascii"))
    os._exit(2)


if __name__ == "__main__" and sys.version_info < OLDEST:
    refuse("Python %s is too old: %s is needed, or newer" % (sys.version.split()[0], ".".join(map(str, OLDEST))))

import asyncio
import collections
import concurrent.futures
import contextvars
import functools
import importlib
import importlib.util
import inspect
import threading
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
#: How long cancelled coroutines may tidy up once the server is gone.
GRACE_SECONDS = 1.0
MOST_THREADS = 64
#: Agents are made for each user; those that were not asked for the longest time are made again when they are needed.
MOST_AGENTS = 1024
#: The server keeps less of a result, a remark or an exception; here it only keeps one of them from holding up both processes.
MOST_CHARACTERS = 16 * 1024 * 1024
#: What the log of the server gets of a traceback.
MOST_TRACEBACK = 64 * 1024


def to_line(message):
    """An answer as it is sent. Raises for what JSON cannot say: Python would write NaN and Infinity, which nobody else reads."""
    return (json.dumps(message, allow_nan=False) + "\n").encode("ascii")


class Channel:
    """Writes answers. Any thread may."""

    def __init__(self, descriptor):
        self._descriptor = descriptor
        self._process = os.getpid()
        self._lock = threading.Lock()

    def send(self, message):
        self.send_line(to_line(message))

    def send_line(self, line):
        if os.getpid() != self._process:
            # The user's code has forked, and its copy came back here: only one of the two may answer and go on.
            os._exit(0)
        data = memoryview(line)
        with self._lock:
            while data:
                data = data[os.write(self._descriptor, data) :]


# --- names ------------------------------------------------------------------------------------------------------------


class Names:
    """What `module:attribute.attribute` stands for. Each name is looked up once."""

    def __init__(self):
        self._known = {}

    def find(self, name):
        if name not in self._known:
            module, colon, path = name.partition(":")
            if not colon or not module or not path:
                raise ValueError(f"Invalid python reference '{name}'. Expected 'module:object' format.")
            target = importlib.import_module(module)
            for attribute in path.split("."):
                target = getattr(target, attribute)
            self._known[name] = target
        return self._known[name]

    def find_callable(self, name):
        target = self.find(name)
        function = target.function if is_action(target) else target
        if not callable(function):
            raise TypeError(f"action function must be callable, got {type(function)}")
        return function


def is_action(target):
    """An action of MAIL's decorator, recognised by its shape: nobody need import the package that made it."""
    return (
        not inspect.isclass(target)
        and isinstance(getattr(target, "name", None), str)
        and isinstance(getattr(target, "description", None), str)
        and isinstance(getattr(target, "parameters", None), dict)
        and callable(getattr(target, "function", None))
    )


def describe(target):
    """What the server has to know of a name."""
    if is_action(target):
        try:
            json.dumps(target.parameters, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise TypeError(f"JSON cannot say the parameters of the action '{target.name}': {error}") from None
        return {
            "kind": "action",
            "name": target.name,
            "description": target.description,
            "parameters": target.parameters,
            # A pydantic model converts and fills in before it checks, so nobody may check before it.
            "checks_input": getattr(target, "parameters_model", None) is not None,
        }
    if callable(target):
        return {"kind": "callable"}
    try:
        json.dumps(target, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return {"kind": "opaque", "type": type(target).__name__}
    return {"kind": "value", "value": target}


# --- running ----------------------------------------------------------------------------------------------------------


def is_async(function):
    while isinstance(function, functools.partial):
        function = function.func
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(type(function), "__call__", None))


def takes(function, name):
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


class Threads:
    """Runs plain functions beside the event loop."""

    def __init__(self):
        self._renew()

    def _renew(self):
        self._pool = concurrent.futures.ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="posthouse-action")
        #: What still runs although nobody waits for it any more.
        self._abandoned = set()

    def _abandon(self, running):
        """A function cannot be stopped. Those that never end must not leave the others without a thread."""
        self._abandoned.add(running)
        running.add_done_callback(self._abandoned.discard)
        if len(self._abandoned) >= MOST_THREADS // 2:
            self._pool.shutdown(wait=False)
            self._renew()

    async def run(self, function, *args):
        context = contextvars.copy_context()

        def attempt():
            # What a future cannot carry (StopIteration) or lets through (SystemExit) is handed over as a value.
            try:
                return context.run(function, *args), None
            except BaseException as error:
                return None, error

        running = self._pool.submit(attempt)
        try:
            value, error = await asyncio.wrap_future(running)
        except asyncio.CancelledError:
            if running.running():
                self._abandon(running)
            raise
        if error is not None:
            raise error
        return value


async def run(function, threads, *args):
    value = function(*args) if is_async(function) else await threads.run(function, *args)
    return await value if inspect.isawaitable(value) else value


def to_sentence(error):
    if isinstance(error, SystemExit):
        return f"the code asked the process to exit with {error.code!r}"
    try:
        text = str(error)
    except Exception:
        return type(error).__name__
    if len(text) <= MOST_CHARACTERS:
        return text
    return f"(the first {MOST_CHARACTERS} of {len(text)} characters) {text[:MOST_CHARACTERS]}"


def to_error(error):
    trace = error.__traceback__
    # Our own frames say nothing to whoever wrote the code.
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    try:
        lines = traceback.format_exception(type(error), error, trace)
    except Exception:
        lines = [type(error).__name__]
    return {"type": type(error).__name__, "message": to_sentence(error), "traceback": "".join(lines)[:MOST_TRACEBACK]}


def to_result(value):
    """A result as the text that the agent reads, or as the beginning of it."""
    text = "" if value is None else str(value)
    return text if len(text) <= MOST_CHARACTERS else {"beginning": text[:MOST_CHARACTERS]}


def describe_call(call):
    """A call of an agent, read attribute by attribute: whatever has them may be one, as in the reference."""
    return {
        "tool_name": call.tool_name,
        "tool_args": call.tool_args,
        "tool_call_id": call.tool_call_id,
        "completion": getattr(call, "completion", None) or {},
        "responses": getattr(call, "responses", None) or [],
        "reasoning": getattr(call, "reasoning", None),
        "preamble": getattr(call, "preamble", None),
    }


def describe_calls(calls):
    try:
        text = json.dumps([describe_call(call) for call in calls], default=str, allow_nan=False)
    except ValueError as error:
        raise ValueError(f"JSON cannot say the calls that the agent returned: {error}") from None
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"the calls that the agent returned have {len(text)} characters, of at most {MOST_CHARACTERS}")
    return json.loads(text)


class Runner:
    """Takes requests in the event loop and answers each of them once."""

    def __init__(self, loop, channel, posthouse):
        self._loop = loop
        self._channel = channel
        self._posthouse = posthouse
        self._names = Names()
        self._threads = Threads()
        self._tasks = {}
        #: By key; the ones that were asked last stand at the end.
        self._agents = collections.OrderedDict()

    def take(self, request):
        operation = request["op"]
        if operation == "ping":
            self._channel.send({"id": request["id"], "value": None})
        elif operation == "cancel":
            task = self._tasks.get(request["call"])
            if task is not None:
                task.cancel()
        else:
            task = self._loop.create_task(self._answer(request))
            self._tasks[request["id"]] = task
            task.add_done_callback(lambda _: self._tasks.pop(request["id"], None))

    async def _answer(self, request):
        number = request["id"]
        try:
            value = await getattr(self, "do_" + request["op"])(request)
            # Here, so that what JSON cannot say is an error of this request, and nobody waits for an answer in vain.
            line = to_line({"id": number, "value": value})
        except asyncio.CancelledError:
            line = to_line({"id": number, "cancelled": True})
        except BaseException as error:
            line = to_line({"id": number, "error": to_error(error)})
        self._channel.send_line(line)

    async def do_resolve(self, request):
        return describe(self._names.find(request["name"]))

    async def do_call(self, request):
        number = request["id"]
        function = self._names.find_callable(request["name"])
        log = functools.partial(self._remark, number)
        self._posthouse.enter(request["context"], log)
        return to_result(await run(function, self._threads, request["input"]))

    async def do_answer(self, request):
        agent, token = self._agents.get(request["key"], (None, None))
        # What it was made with may have run out by the time that the user sends another one.
        if agent is None or request["user_token"] not in (None, token):
            agent = self._make(request)
            self._agents[request["key"]] = (agent, request["user_token"])
            if len(self._agents) > MOST_AGENTS:
                self._agents.popitem(last=False)
        self._agents.move_to_end(request["key"])
        _, calls = await run(agent, self._threads, request["messages"], request["tool_choice"])
        return describe_calls(calls)

    def _make(self, request):
        """As in the reference, in the event loop: the server is told, or it would take the time for a blocked loop."""
        self._channel.send({"id": request["id"], "blocks": True})
        try:
            factory = self._names.find(request["factory"])
            params = self._with_values(request["params"])
            if request["user_token"] is not None:
                params["user_token"] = request["user_token"]
            elif takes(factory, "user_token"):
                raise LookupError(
                    f"the factory '{request['factory']}' takes user_token, which is not known: tokens are kept in memory "
                    "only, and this process has had no request of the user since it started"
                )
            return factory(**params)
        finally:
            self._channel.send({"id": request["id"], "blocks": False})

    def _with_values(self, value):
        """Parameters with what their `python::` texts name, however deep. All agents share it."""
        if isinstance(value, str) and value.startswith("python::"):
            return self._names.find(value[len("python::") :])
        if isinstance(value, dict):
            return {key: self._with_values(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._with_values(item) for item in value]
        return value

    def _remark(self, number, text):
        self._channel.send({"id": number, "remark": text[:MOST_CHARACTERS]})

    def stop(self):
        """The server has let go: every coroutine may tidy up, then the process ends, whatever threads still do."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        asyncio.gather(*tasks, return_exceptions=True).add_done_callback(lambda _: leave())
        if not tasks:
            leave()


def leave():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    os._exit(0)


def read_requests(loop, runner):
    """A thread, so that the end of the server is noticed while the event loop is blocked."""
    with open(REQUESTS, "rb") as requests:
        for line in requests:
            loop.call_soon_threadsafe(runner.take, json.loads(line))
    loop.call_soon_threadsafe(runner.stop)
    time.sleep(GRACE_SECONDS)
    os._exit(0)


# --- the process --------------------------------------------------------------------------------------------------------


def set_up_streams():
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    for descriptor in (REQUESTS, ANSWERS):
        # Programs that the user's code starts must not keep the line to the server open.
        os.set_inheritable(descriptor, False)
    if hasattr(os, "set_blocking"):
        for descriptor in (REQUESTS, ANSWERS):
            os.set_blocking(descriptor, True)


def set_up_paths(folders):
    """The folders of the swarm come first. Ours is left out, or a module of the user's called `runner` would be hidden."""
    sys.path[:] = [*folders, *(folder for folder in sys.path if folder not in (HERE, *folders))]
    sys.argv[:] = [""]


def load_posthouse():
    """The module `posthouse` for the user's code, unless it has one of its own."""
    specification = importlib.util.spec_from_file_location("posthouse", os.path.join(HERE, "posthouse.py"))
    module = importlib.util.module_from_spec(specification)
    if importlib.util.find_spec("posthouse") is None:
        sys.modules["posthouse"] = module
    # An installed package is not a place to write to.
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    specification.loader.exec_module(module)
    sys.dont_write_bytecode = written
    return module


def main():
    set_up_streams()
    set_up_paths(json.loads(sys.argv[1]))
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    channel = Channel(ANSWERS)
    runner = Runner(loop, channel, load_posthouse())
    threading.Thread(target=read_requests, args=(loop, runner), daemon=True).start()
    version = ".".join(map(str, sys.version_info[:3]))
    channel.send({"ready": {"protocol": PROTOCOL, "version": version, "executable": sys.executable}})
    while True:
        try:
            loop.run_forever()
        except (SystemExit, KeyboardInterrupt):
            # From a task that the user's code has started on its own: nobody waits for it, and others are at work.
            traceback.print_exc()


if __name__ == "__main__":
    main()
