import { type Action, action, type AnyAction } from '../definitions/action.ts';
import { parseActionInput } from '../definitions/action-parameters.ts';
import { OpaqueValue } from '../python/to-python-value.ts';
import { join } from './check-candidate.ts';
import { findPattern } from './find-pattern.ts';
import { attempt, type LoadReport } from './load-report.ts';
import { parseCodeReference } from './reference.ts';
import type { Resolve } from './resolve-reference.ts';
import type { ActionJSON, SwarmJSON } from './swarms-schema.ts';

/**
 * The actions that a file defines or imports, each with its place in the file. Those that cannot be had are there too, so
 * that whoever names them is not reported as well.
 */
export async function toActions(
  swarm: SwarmJSON,
  path: string,
  resolve: Resolve,
  report: LoadReport,
  trusted: boolean,
): Promise<Map<AnyAction, string>> {
  const actions = new Map<AnyAction, string>();
  for (const [index, described] of (swarm.actions ?? []).entries()) {
    const place = join(path, 'actions', index);
    const pattern = trusted ? undefined : findPattern(described.parameters);
    if (pattern !== undefined) {
      report.problems.push({
        path: join(place, 'parameters', pattern),
        message: 'a swarm that is not trusted may not bring regular expressions, which can take forever to match',
      });
    }
    const made = await attempt(report, join(place, 'function'), () => toAction(described, resolve));
    actions.set(made ?? absent(described.name), place);
  }
  let isOneMissing = false;
  for (const [index, reference] of (swarm.action_imports ?? []).entries()) {
    const place = join(path, 'action_imports', index);
    const made = await attempt(report, place, () => importAction(reference, resolve));
    if (made === undefined) isOneMissing = true;
    else actions.set(made, place);
  }
  // What a broken import is called is not known: any name that nothing else has may be its.
  const known = new Set([...actions.keys()].map(({ name }) => name));
  const wanted = isOneMissing ? swarm.agents.flatMap((agent) => agent.actions ?? []) : [];
  for (const name of new Set(wanted)) if (!known.has(name)) actions.set(absent(name), join(path, 'action_imports'));
  return actions;
}

async function toAction(described: ActionJSON, resolve: Resolve): Promise<AnyAction> {
  const code = await resolveCode(described.function, resolve);
  const { name, description, parameters } = described;
  if (isAction(code)) {
    const target = code as Action<unknown>;
    return action<unknown>({
      name,
      description,
      parameters,
      idempotent: described.idempotent ?? target.idempotent,
      // The file may describe the input as it likes; the code still gets only what it asks for.
      execute: (input, context) => target.execute(parseActionInput(target, input), context),
    });
  }
  if (typeof code !== 'function') {
    throw new TypeError(`'${described.function}' is neither an action nor a function`);
  }
  const execute = code as Action<unknown>['execute'];
  return action<unknown>({ name, description, parameters, idempotent: described.idempotent, execute });
}

async function importAction(reference: string, resolve: Resolve): Promise<AnyAction> {
  const code = await resolveCode(reference, resolve);
  if (!isAction(code))
    throw new TypeError(
      `'${reference}' is not an action; make one with action({ name, … }), or in Python with @action`,
    );
  return code;
}

async function resolveCode(reference: string, resolve: Resolve): Promise<unknown> {
  const parsed = parseCodeReference(reference);
  if (parsed.scheme === 'url')
    throw new TypeError(`'${reference}' cannot be run: code is never loaded from an address`);
  const resolved = await resolve(parsed);
  if ('factory' in resolved) throw new TypeError(`'${reference}' is an agent factory, not an action`);
  if (resolved.value instanceof OpaqueValue) throw new TypeError(resolved.value.sentence);
  return resolved.value;
}

function isAction(value: unknown): value is AnyAction {
  if (typeof value !== 'object' || value === null) return false;
  const { name, description, parameters, execute } = value as Partial<Record<keyof AnyAction, unknown>>;
  return (
    typeof name === 'string' &&
    typeof description === 'string' &&
    typeof parameters === 'object' &&
    parameters !== null &&
    typeof execute === 'function'
  );
}

/** Stands where an action should be. The load fails, so it never runs. */
function absent(name: string): AnyAction {
  return action<unknown>({ name, description: '', parameters: {}, execute: () => undefined });
}
