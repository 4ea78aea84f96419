"""Texts and values that a swarms file names."""

CAPTAIN = "You run the ferry.\nGrüße an die Küste ⚓"


class Notices:
    """Reached by a dotted path."""

    FOG = "No departures in fog."


LIMITS = {"cars": 12, "decks": [1, 2]}
CHANNELS = (12, 16)
CREW = {"anna"}


def greet(name):
    return f"Ahoy {name}"
