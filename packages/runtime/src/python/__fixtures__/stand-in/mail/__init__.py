"""As much of MAIL's Python package as the code of a swarm imports: a decorator for actions. Needs pydantic for models only."""

import functools
import inspect


class MAILAction:
    def __init__(self, name, description, parameters, function, callback, parameters_model):
        self.name = name
        self.description = description
        self.parameters = parameters
        self.function = function
        self.callback = callback
        self.parameters_model = parameters_model


def action(*, name=None, description=None, model=None, parameters=None):
    def decorate(callback):
        chosen = model or _model_of(callback)
        title = name or callback.__name__

        @functools.wraps(callback)
        async def run(args):
            value = callback(chosen.model_validate(args) if chosen else args)
            if inspect.isawaitable(value):
                value = await value
            if not isinstance(value, str):
                raise TypeError(f"Action '{title}' returned {type(value)}, expected str.")
            return value

        schema = _strict(chosen.model_json_schema()) if chosen else parameters
        return MAILAction(title, description or inspect.getdoc(callback), schema, run, callback, chosen)

    return decorate


def _model_of(callback):
    [parameter] = inspect.signature(callback).parameters.values()
    return parameter.annotation if hasattr(parameter.annotation, "model_validate") else None


def _strict(schema):
    return {**schema, "required": list(schema["properties"]), "additionalProperties": False}
