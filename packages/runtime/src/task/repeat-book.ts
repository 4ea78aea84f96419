import { createHash } from 'node:crypto';
import { type CallResult, isJSONObject, type JSONValue, type NewEntry } from '@posthouse/protocol';

type Entry<Type> = NewEntry & { type: Type };
type Place = { agent?: string | undefined; turn?: number | undefined };
type Failed = { times: number; turn: number };

/**
 * Which calls each agent has made in vain since it last got anywhere. Read off the log, like everything in a ledger. What
 * is called several times in one turn counts once: the agent could not know better.
 */
export class RepeatBook {
  /** The input of calls that have not ended. */
  readonly #inputs = new Map<string, JSONValue>();
  /** By agent, by call. */
  readonly #failed = new Map<string, Map<string, Failed>>();

  begin({ agent, turn, callId, input }: Entry<'call'>): void {
    this.#inputs.set(`${agent}/${turn}/${callId}`, input);
  }

  end({ agent = '', turn = 0, callId, tool, result }: Entry<'call-ended'>): void {
    const name = `${agent}/${turn}/${callId}`;
    const input = this.#inputs.get(name) ?? null;
    this.#inputs.delete(name);
    if (isProgress(tool, result)) this.#failed.delete(agent);
    if (!isInVain(tool, result)) return;
    const times = this.timesOf({ tool, input }, { agent, turn });
    const known = this.#failed.get(agent) ?? new Map<string, Failed>();
    this.#failed.set(agent, known.set(nameOf(tool, input), { times, turn }));
  }

  /** How often an agent has made a call in vain, if it does so in this turn. */
  timesOf({ tool, input }: { tool: string; input: JSONValue }, { agent = '', turn = 0 }: Place): number {
    const known = this.#failed.get(agent)?.get(nameOf(tool, input));
    if (known === undefined) return 1;
    return known.turn === turn ? known.times : known.times + 1;
  }
}

/** Whether a call led nowhere. Help is no use to anybody who asks for the same help again. */
export function isInVain(tool: string, { status }: CallResult): boolean {
  return status === 'error' || (tool === 'help' && status === 'success');
}

/** Whether a call got its agent any further. */
export function isProgress(tool: string, { status }: CallResult): boolean {
  return status === 'success' && tool !== 'help';
}

/** The same for the same call, in whichever order the model writes its arguments. */
function nameOf(tool: string, input: JSONValue): string {
  const text = JSON.stringify([tool, input], (_key, value: JSONValue) =>
    isJSONObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('base64');
}
