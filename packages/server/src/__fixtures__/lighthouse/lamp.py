"""The code of an invented lighthouse, beside the swarms file that names it."""

import os

TEXT = "You keep the light."


async def light(args):
    print("the lamp is lit")
    return f"{args['hours']} hours of light at {os.environ['SWARM_NAME']}"
