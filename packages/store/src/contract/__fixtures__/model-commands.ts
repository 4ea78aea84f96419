import fc from 'fast-check';
import type { TaskStatus } from '../../task.ts';

/** How many tasks a sequence of commands is about. */
export const TASKS = 3;

export type CommitCommand = {
  type: 'commit';
  task: number;
  /** What the writer expects: the epoch as it is, one that is over, or nothing. */
  epoch: 'current' | 'old' | undefined;
  entries: number;
  /** Numbers of mail put before, counted back from the newest; some of it may be taken already. */
  take: number[];
  put: number;
  /** How much later the mail is due. */
  delay: number;
  once: string | undefined;
  run: 'start' | 'end' | undefined;
  status: TaskStatus | undefined;
  turn: { agent: string; done: boolean } | undefined;
  fence: boolean;
  claim: string | undefined;
};

export type Command =
  | CommitCommand
  | { type: 'claim'; node: string; max: number }
  | { type: 'release'; task: number; epoch: 'current' | 'old' }
  | { type: 'heartbeat' | 'leave'; node: string }
  | { type: 'pass-time'; milliseconds: number };

const task = fc.nat(TASKS - 1);
const node = fc.constantFrom('node-a', 'node-b', 'node-c');
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });

export const commitCommands: fc.Arbitrary<CommitCommand> = fc.record({
  type: fc.constant('commit' as const),
  task,
  epoch: fc.oneof(
    { arbitrary: fc.constantFrom('current' as const, undefined), weight: 9 },
    { arbitrary: fc.constant('old' as const), weight: 1 },
  ),
  entries: fc.nat(3),
  take: fc.oneof(
    { arbitrary: fc.constant<number[]>([]), weight: 2 },
    { arbitrary: fc.array(fc.nat(2), { maxLength: 2 }), weight: 1 },
  ),
  put: fc.nat(2),
  // Far from what the commands below can add up to: a slow machine must not decide.
  delay: fc.constantFrom(0, 0, 10_000),
  once: rarely(fc.constantFrom('first', 'second')),
  run: rarely(fc.constantFrom('start' as const, 'end' as const)),
  status: rarely(fc.constantFrom('paused' as const, 'running' as const, 'error' as const)),
  turn: rarely(fc.record({ agent: fc.constantFrom('writer', 'editor'), done: fc.boolean() })),
  fence: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
  claim: rarely(node),
});

export const commands: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: commitCommands, weight: 6 },
  { arbitrary: fc.record({ type: fc.constant('claim' as const), node, max: fc.nat(TASKS) }), weight: 2 },
  {
    arbitrary: fc.record({
      type: fc.constant('release' as const),
      task,
      epoch: fc.constantFrom('current', 'current', 'old'),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ type: fc.constantFrom('heartbeat' as const, 'leave' as const), node }), weight: 1 },
  {
    arbitrary: fc.record({ type: fc.constant('pass-time' as const), milliseconds: fc.constantFrom(4_000, 20_000) }),
    weight: 1,
  },
);
