import { type JSONSchema, messageOf, PosthouseError, type Problem, toProblems } from '@posthouse/protocol';
import { z } from 'zod';
import type { ActionContext, ActionOutput, AnyAction } from './action.ts';
import { toProblemText } from './problem-text.ts';
import { toValidator } from './json-schema-validator.ts';

type Parameters = AnyAction['parameters'];

const schemas = new WeakMap<Parameters, JSONSchema>();

/**
 * What the model is told about an action's input. A JSON Schema goes out exactly as it was written.
 *
 * @example toInputSchema(add).properties // { a: { type: 'number' }, b: { type: 'number' } }
 */
export function toInputSchema(action: Pick<AnyAction, 'name' | 'parameters'>): JSONSchema {
  const { parameters } = action;
  if (!isZod(parameters)) return parameters;
  const known = schemas.get(parameters);
  if (known !== undefined) return known;
  const schema = fromZod(action.name, parameters);
  schemas.set(parameters, schema);
  return schema;
}

function fromZod(name: string, parameters: z.ZodType): JSONSchema {
  try {
    // The model writes what zod reads: with defaults optional and before any transformation.
    const schema = z.toJSONSchema(parameters, { target: 'draft-7', io: 'input' });
    const { $schema: _, ...rest } = JSON.parse(JSON.stringify(schema)) as JSONSchema;
    return rest;
  } catch (cause) {
    throw new PosthouseError({
      code: 'invalid_swarm',
      message: `the parameters of action '${name}' cannot be written as JSON Schema: ${messageOf(cause)}`,
      cause,
    });
  }
}

/**
 * Checks an input before the action sees it and gives what to hand to `execute`, with zod's defaults and transformations
 * applied. Throws `action_failed` with every `{ path, expected, received }` in `details`.
 *
 * @example await add.execute(parseActionInput(add, { a: 1, b: 2 }), context)
 */
export function parseActionInput<Input>(
  action: {
    readonly name: string;
    readonly parameters: Parameters;
    readonly checksInput?: boolean;
    readonly execute: (input: Input, context: ActionContext) => Promise<ActionOutput> | ActionOutput;
  },
  input: unknown,
): Input {
  try {
    const given = withoutPrototypeKeys(input ?? {});
    if (action.checksInput === true) return given as Input;
    const result = check(action.parameters, given);
    if ('value' in result) return result.value as Input;
    throw inputError(action.name, result.problems);
  } catch (cause) {
    if (PosthouseError.isInstance(cause)) throw cause;
    throw new PosthouseError({
      code: 'action_failed',
      message: `the input of action '${action.name}' could not be checked: ${messageOf(cause)}`,
      cause,
    });
  }
}

function check(parameters: Parameters, input: unknown): { value: unknown } | { problems: Problem[] } {
  if (isZod(parameters)) {
    const result = parameters.safeParse(input);
    return result.success ? { value: result.data } : { problems: toProblems(result.error.issues, input) };
  }
  const problems = toValidator(parameters)(input);
  return problems.length === 0 ? { value: input } : { problems };
}

function inputError(name: string, problems: Problem[]): PosthouseError {
  return new PosthouseError({
    code: 'action_failed',
    message: `invalid input for action '${name}': ${toProblemText(problems)}`,
    details: problems,
  });
}

/**
 * Why an action's parameters cannot be used, or undefined when they can.
 *
 * @example findParametersProblem({ name: 'now', parameters: z.date() }) // "the parameters of action 'now' cannot be …"
 */
export function findParametersProblem(action: Pick<AnyAction, 'name' | 'parameters'>): string | undefined {
  try {
    const schema = toInputSchema(action);
    if (!isZod(action.parameters)) toValidator(schema);
    const described = schema.type;
    return described === undefined || described === 'object'
      ? undefined
      : `the parameters of action '${action.name}' must describe an object, not ${JSON.stringify(described)}`;
  } catch (cause) {
    if (PosthouseError.isInstance(cause)) return cause.message;
    return `the parameters of action '${action.name}' are not a JSON Schema: ${messageOf(cause)}`;
  }
}

// Two copies of zod may be installed, so the class is no help; JSON cannot hold a function.
function isZod(parameters: Parameters): parameters is z.ZodType {
  return '_zod' in parameters && 'safeParse' in parameters && typeof parameters.safeParse === 'function';
}

/** A copy without `__proto__` keys, which would become a prototype as soon as an action spreads or merges its input. */
function withoutPrototypeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypeKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutPrototypeKeys(item)]));
}
