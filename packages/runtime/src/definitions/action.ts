import type { JSONSchema, JSONValue } from '@posthouse/protocol';
import type { z } from 'zod';
import type { TextBeginning } from './text-beginning.ts';

/** What an action knows and can use while it runs. */
export type ActionContext = {
  /** Aborts when the run is cancelled or completed, or the server shuts down. */
  signal: AbortSignal;
  /** The same for every try of this call, even after a crash: pass it to services that support idempotency keys. */
  idempotencyKey: string;
  task: { id: string; swarm: string; owner: string };
  agent: string;
  callId: string;
  /** Adds a remark to the task log, where readers see it live. */
  log(text: string): void;
};

/** What an action may answer: text, or the beginning of one, or anything JSON can say. */
export type ActionOutput = JSONValue | TextBeginning | undefined;

/** A tool of the swarm that we run. */
export type Action<Input = never> = {
  readonly name: string;
  readonly description: string;
  /** A zod schema, or a JSON Schema that goes to the model unchanged. */
  readonly parameters: z.ZodType<Input> | JSONSchema;
  /** Whether running it twice has the same effect as once; decides what happens if a crash hides the outcome. */
  readonly idempotent: boolean;
  /** Whether its own code checks the input, and may accept more than `parameters` say. False unless given. */
  readonly checksInput?: boolean;
  readonly execute: (input: Input, context: ActionContext) => Promise<ActionOutput> | ActionOutput;
};

export type ActionOptions<Input> = Omit<Action<Input>, 'idempotent'> & { idempotent?: boolean };

/** An action whose input type does not matter to the one who holds it. */
// The input is checked against `parameters` before `execute` sees it, so the holder may be careless about its type.
export type AnyAction = Omit<Action, 'parameters' | 'execute'> & {
  readonly parameters: z.ZodType | JSONSchema;
  readonly execute: (input: never, context: ActionContext) => Promise<ActionOutput> | ActionOutput;
};

/**
 * Defines an action.
 *
 * @example
 * const add = action({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   parameters: z.object({ a: z.number(), b: z.number() }),
 *   idempotent: true,
 *   execute: ({ a, b }) => String(a + b),
 * });
 */
export function action<Input>(options: ActionOptions<Input>): Action<Input> {
  return Object.freeze({ ...options, idempotent: options.idempotent ?? false });
}
