"""Two agents that need no model, and no package of MAIL: a call is whatever has its attributes."""

import json
import os
import time
from types import SimpleNamespace


def a_call(tool, args, id, **more):
    return SimpleNamespace(tool_name=tool, tool_args=args, tool_call_id=id, **more)


class Captain:
    """A class as factory, in the format of chat completions. Does what the newest mail of the user says, then completes."""

    def __init__(self, name, comm_targets, tools, system="", greeting=None, channels=(), **rest):
        self.about = {
            "name": name,
            "comm_targets": comm_targets,
            "tools": tools,
            "system": system,
            "greeting": greeting("ferry") if greeting else None,
            "channels": repr(channels),
            "rest": rest,
        }
        self.turns = 0

    async def __call__(self, messages, tool_choice):
        self.turns += 1
        said = sum(message.get("role") == "assistant" for message in messages)
        content = messages[-1]["content"] if messages[-1]["role"] == "user" else "<body></body>"
        body = content.split("<body>")[1].split("</body>")[0]
        if "<from type=\"user\">" in content and body == "raise":
            raise RuntimeError("the captain is ill")
        if "<from type=\"user\">" in content and body in ("inf", "-inf", "nan"):
            return None, [a_call("fare", {"cars": float(body)}, "c", completion={"role": "assistant"})]
        if "<from type=\"user\">" in content and body == "nan in completion":
            return None, [a_call("fare", {"cars": 2}, "c", completion={"logprob": float("nan")})]
        if "<from type=\"user\">" in content and body == "text":
            return None, [a_call("fare", '{"cars": 2}', "c", completion={"role": "assistant"}, reasoning="hm")]
        if "<from type=\"user\">" in content and body == "nothing":
            return None, []
        if "<from type=\"user\">" in content and body == "drown":
            if not os.path.exists(os.environ["FERRY_NOTE"]):
                open(os.environ["FERRY_NOTE"], "w").close()
                os._exit(5)
            calls = [("task_complete", {"finish_message": "afloat"})]
        elif "<from type=\"user\">" in content and body == "about":
            about = {**self.about, "tool_choice": tool_choice, "turns": self.turns}
            calls = [("task_complete", {"finish_message": json.dumps(about, sort_keys=True)})]
        elif "<from type=\"user\">" in content and body != "history":
            calls = [(line.split(" ", 1)[0], json.loads(line.split(" ", 1)[1])) for line in body.splitlines()]
        else:
            calls = [("task_complete", {"finish_message": json.dumps(messages)})]
        ids = [f"captain-{said}-{index}" for index in range(len(calls))]
        completion = {
            "role": "assistant",
            "content": "",
            "thinking": {"kept": ["word", "for", "word"]},
            "tool_calls": [
                {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}
                for id, (name, args) in zip(ids, calls)
            ],
        }
        return None, [
            a_call(name, args, id, completion=completion, preamble="aye") for id, (name, args) in zip(ids, calls)
        ]


def make_mate(*, name, comm_targets, system, user_token, **rest):
    """A function as factory, in the format of responses."""

    async def mate(messages, tool_choice):
        told = json.dumps(messages) + f" as {user_token}"
        id = f"{name}-{len(messages)}"
        args = {"target": "captain", "subject": "Re", "body": f"{system} {told}"}
        item = {"type": "function_call", "call_id": id, "name": "send_response", "arguments": "{}", "extra": 1}
        return "", [a_call("send_response", args, id, responses=[item], reasoning=["first", " ", "second"])]

    return mate


_made = 0


def make_late(seconds, **rest):
    """Takes a while to be made, and counts how often it was."""
    global _made
    _made += 1
    time.sleep(seconds)

    async def late(messages, tool_choice):
        return "", [a_call("text_output", {"content": ""}, f"made {_made}")]

    return late


def make_thinker(seconds, **rest):
    """An agent that is a plain function."""

    def thinker(messages, tool_choice):
        time.sleep(seconds)
        return "", [a_call("text_output", {"content": ""}, "thought")]

    return thinker


def make_listener(**rest):
    """An agent that says what it was told."""

    async def listener(messages, tool_choice):
        id = f"listener-{len(messages)}"
        said = {"role": "assistant", "content": "said"}
        return "", [a_call("text_output", {"content": json.dumps(messages)}, id, completion=said)]

    return listener


def make_stoker(name, **rest):
    """An agent that asks for fares until it is told which tool to call, and then says what it was told."""

    async def stoker(messages, tool_choice):
        if isinstance(tool_choice, str):
            tool, args = "fare", {"cars": 2}
        else:
            tool, args = "task_complete", {"finish_message": json.dumps(tool_choice)}
        return None, [a_call(tool, args, f"{name}-{len(messages)}", completion={"role": "assistant"})]

    return stoker
