import { type LogEntry, swarmOf } from '@posthouse/protocol';
import type { Mail, Store, TaskKey, Turn } from '@posthouse/store';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import { readTurn } from '../task/turn-data.ts';
import { callName, checkLog } from './check-log.ts';
import { checkMail } from './check-mail.ts';
import { checkPrompt } from './check-prompt.ts';

/** A task with everything the store has of it. */
export type WholeTask = { entries: LogEntry[]; mail: Mail[]; done: Turn[]; open: Turn[] };

export async function readWholeTask(store: Store, key: TaskKey): Promise<WholeTask> {
  const { entries } = await store.read(key, 0, 1_000_000);
  const { mail, open } = await store.load(key);
  return { entries, mail, open, done: await store.turns(key, Number.MAX_SAFE_INTEGER) };
}

/** What is wrong with a task that has come to rest, a sentence each: its log, its mail, its turns, its prompts. */
export function checkTask(task: WholeTask): string[] {
  const agents = new Set(task.done.map((turn) => turn.agent).filter((agent) => peerOf(agent) === undefined));
  // Of what a fork has copied, the log of another task tells.
  const own = { ...task, done: task.done.filter(({ run }) => run > 0) };
  return [
    ...checkLog(task.entries),
    ...checkMail(own),
    ...checkTurns(own),
    ...[...agents].flatMap((agent) =>
      checkPrompt(agent, task.done.filter((turn) => turn.agent === agent).map(readTurn)),
    ),
  ];
}

/** The log and the turns tell the same story. */
function checkTurns({ entries, open, ...task }: WholeTask): string[] {
  // What another swarm asks stands in a turn of that swarm, and only its log tells what became of it.
  const done = task.done.filter(({ agent }) => peerOf(agent) === undefined);
  const problems = open.map(({ agent, turn }) => `turn ${turn} of ${agent} is open after the end`);
  const ends = new Map(
    entries.flatMap((entry) => (entry.type === 'call-ended' ? [[callName(entry), entry.result]] : [])),
  );
  const recorded = new Set<string>();
  for (const row of done) {
    for (const call of readTurn(row).calls) {
      const name = callName({ ...row, callId: call.callId });
      recorded.add(name);
      const [inLog, inTurn] = [ends.get(name), call.result].map((result) => JSON.stringify(result));
      if (inLog !== inTurn) problems.push(`${name} came to ${inTurn} in its turn and to ${inLog} in the log`);
    }
  }
  for (const name of ends.keys()) if (!recorded.has(name)) problems.push(`${name} is in the log and in no turn`);
  const numbers = done.map((row) => row.turn);
  if (new Set(numbers).size !== numbers.length) problems.push(`turn numbers are used twice: ${numbers.join(', ')}`);
  return [...problems, ...checkEntriesHaveTurns(entries, done)];
}

/** Of a turn that was never recorded the log knows only what was shown of it and what its model calls used up. */
function checkEntriesHaveTurns(entries: readonly LogEntry[], done: readonly Turn[]): string[] {
  const rows = new Map(done.map((row) => [`${row.agent}/${row.turn}`, row.run]));
  const logged = new Set(entries.map(({ agent, turn }) => `${agent}/${turn}`));
  const silent = [...rows.keys()].filter((name) => !logged.has(name)).map((name) => `the log does not know of ${name}`);
  const strange = entries.flatMap((entry) => {
    if (entry.agent === undefined || entry.turn === undefined || isShown(entry) || isOfPeer(entry)) return [];
    const run = rows.get(`${entry.agent}/${entry.turn}`);
    if (run === entry.run || (entry.type === 'usage' && run === undefined)) return [];
    return [
      `${entry.type} at ${entry.seq} is of turn ${entry.turn} of ${entry.agent} in run ${entry.run}, recorded: ${run ?? 'never'}`,
    ];
  });
  return [...silent, ...strange];
}

function isOfPeer({ type, agent = '' }: LogEntry): boolean {
  return type === 'remote' || swarmOf(agent) !== undefined || peerOf(agent) !== undefined;
}

function isShown({ type }: LogEntry): boolean {
  return type === 'text-started' || type === 'text-abandoned';
}
