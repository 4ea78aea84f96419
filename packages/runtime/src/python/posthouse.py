"""What the Python code of a swarm can ask the Posthouse server that runs it.

    import posthouse

    async def charge(args):
        call = posthouse.current_call()
        return await bank.charge(args["amount"], key=call.idempotency_key)
"""

import contextvars
from typing import Any, Callable, Dict


class Call:
    """One call of an action: who made it, where, and under which key."""

    def __init__(self, context: Dict[str, Any], log: Callable[[str], None]) -> None:
        self.task: str = context["task"]
        self.swarm: str = context["swarm"]
        #: The user whose task it is.
        self.user: str = context["user"]
        self.agent: str = context["agent"]
        self.call_id: str = context["call_id"]
        #: The same for every try of this call, even after a crash.
        self.idempotency_key: str = context["idempotency_key"]
        self._log = log

    def log(self, text: str) -> None:
        """Adds a remark to the log of the task, where readers see it live."""
        self._log(str(text))


_current: "contextvars.ContextVar[Call]" = contextvars.ContextVar("posthouse_call")


def current_call() -> Call:
    """The call that the current code runs for. Raises LookupError outside of one."""
    return _current.get()


def enter(context: Dict[str, Any], log: Callable[[str], None]) -> None:
    """For the runner: what follows in this task of the event loop belongs to this call."""
    _current.set(Call(context, log))
