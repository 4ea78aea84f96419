"""Actions of harborco that say when they begin: the log has their start before Python has heard of it."""

from harborco import actions


def __getattr__(name):
    function = getattr(actions, name)

    async def announced(args):
        print(f"{name} begins")
        return await function(args)

    return announced
