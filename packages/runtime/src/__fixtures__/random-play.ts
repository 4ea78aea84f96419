import type { JSONObject } from '@posthouse/protocol';
import fc from 'fast-check';
import type { Swarm } from '../swarm.ts';
import { type Cast, castOnStage, type Part, type StageCall } from './stage-cast.ts';
import type { StageProcess } from './stage.ts';

const NAMES = ['supervisor', 'alpha', 'beta', 'gamma'] as const;
type Name = (typeof NAMES)[number];

/** What an agent does when it reads an order. Orders only ever lead to later ones, so that every play has an end. */
type Step =
  | {
      kind: 'send';
      tool: 'send_request' | 'send_response' | 'send_interrupt' | 'send_broadcast';
      to: Name;
      order: number;
    }
  | { kind: 'act'; tool: 'act' | 'act_again' | 'ask_human' | 'pay' | 'nonsense'; ticks: number; fails: boolean }
  | { kind: 'complete' };
type Order = { steps: Step[]; ticks: number; mood: 'calls' | 'talks' | 'fails' };

/** Something that a person does once the log has so many entries, through one of the processes. */
export type Deed = { kind: 'post' | 'cancel'; order: number; entries: number; node: number };
export type RandomPlay = { orders: Order[]; deeds: Deed[] };

const step = (orders: number): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 5, arbitrary: sending(orders) },
    { weight: 4, arbitrary: acting },
    { weight: 1, arbitrary: fc.constant({ kind: 'complete' as const }) },
  );

const sending = (orders: number): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constant('send' as const),
    tool: fc.constantFrom('send_request', 'send_response', 'send_interrupt', 'send_broadcast'),
    to: fc.constantFrom(...NAMES),
    order: fc.nat(orders),
  });

const acting: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('act' as const),
  tool: fc.constantFrom('act', 'act_again', 'ask_human', 'pay', 'nonsense'),
  ticks: fc.nat(5),
  fails: fc.boolean(),
});

const ORDERS = 8;

export const randomPlay: fc.Arbitrary<RandomPlay> = fc.record({
  orders: fc.array(
    fc.record({
      steps: fc.array(step(ORDERS), { maxLength: 4 }),
      ticks: fc.nat(8),
      mood: fc.oneof(
        { weight: 8, arbitrary: fc.constant('calls' as const) },
        { weight: 1, arbitrary: fc.constantFrom('talks' as const, 'fails' as const) },
      ),
    }),
    { minLength: ORDERS, maxLength: ORDERS },
  ),
  deeds: fc.array(
    fc.record({
      kind: fc.oneof(
        { weight: 3, arbitrary: fc.constant('post' as const) },
        { weight: 1, arbitrary: fc.constant('cancel' as const) },
      ),
      order: fc.nat(ORDERS - 1),
      entries: fc.nat(40),
      node: fc.nat(1),
    }),
    { maxLength: 4 },
  ),
});

export function toRandomSwarm(process: StageProcess, { orders }: RandomPlay): Swarm {
  const work = async (_: unknown, { ticks, fails }: JSONObject) => {
    await pass(Number(ticks));
    if (fails === true) throw new Error('this action fails');
  };
  const deeds = ['act', 'act_again', 'ask_human', 'pay'].map((name) => ({
    name,
    idempotent: name === 'act_again',
    work,
  }));
  const cast: Cast = Object.fromEntries(
    NAMES.map((name) => {
      const commTargets = NAMES.filter((other) => other !== name);
      return [name, { speak: (part) => speak(name, part, orders), deeds, commTargets }];
    }),
  );
  return castOnStage(process, cast, { breakpointTools: ['ask_human'], approvalTools: ['pay'] });
}

async function speak(name: Name, { read, signal }: Part, orders: readonly Order[]): Promise<StageCall[] | string> {
  const given = [...read].flatMap((subject) => (subject.startsWith('order ') ? [Number(subject.slice(6))] : []));
  const todo = given.flatMap((index) => (orders[index] === undefined ? [] : [{ index, ...orders[index] }]));
  for (const { ticks } of todo) await pass(ticks, signal);
  if (todo.some(({ mood }) => mood === 'fails')) throw new Error(`${name} has had enough`);
  if (todo.some(({ mood }) => mood === 'talks')) return 'words, words, words';
  if (read.has('::stalled::') && name === 'supervisor') return [toCall({ kind: 'complete' }, 0)];
  return todo.flatMap(({ index, steps }) => steps.map((each) => toCall(each, index)));
}

function toCall(each: Step, index: number): StageCall {
  if (each.kind === 'complete') return { tool: 'task_complete', input: { finish_message: `done with ${index}` } };
  if (each.kind === 'act') return { tool: each.tool, input: { ticks: each.ticks, fails: each.fails } };
  // A later order than the one that is being followed, or one that there is not.
  const mail = { subject: `order ${index + 1 + each.order}`, body: 'b' };
  return {
    tool: each.tool,
    input: each.tool === 'send_broadcast' ? { ...mail, targets: [] } : { ...mail, target: each.to },
  };
}

async function pass(ticks: number, signal?: AbortSignal): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
}
