import { type Instance, type MAILMessage, parseInstance, swarmOf } from '@posthouse/protocol';
import type { Store, Task, Turn } from '@posthouse/store';
import type { Decision } from '../task/decision.ts';
import { decideFork } from '../task/fork-task.ts';
import { swarmOfContributor, toTaskOwner } from '../task/letters/contributors.ts';
import { noteOf } from '../task/letters/letter-note.ts';
import { readTurn } from '../task/turn-data.ts';
import type { Arrival } from './read-letter.ts';

/** What a task that is new here begins with. */
export type Inherited = { task: Task; decision: Decision };

/**
 * A swarm has forked its task and writes about the new one, perhaps for the first time: what our agents did for it is forked
 * at the same place. Nobody forks what was done for somebody else, with one exception: the swarm whose task it is could
 * write to everybody here who worked on it, and goes on from what they knew in an instance of its own.
 */
export async function forkForPeer(store: Store, owner: Instance, arrival: Arrival): Promise<Inherited | undefined> {
  const { message, metadata, taskOwner } = arrival;
  const { forkedFrom = [] } = metadata;
  const { taskId } = message.message;
  if (forkedFrom.length === 0 || (await store.find(owner, taskId)) !== undefined) return undefined;
  const instances = [owner, ...partsFor(arrival)];
  for (const [index, { taskId: from, beforeRun }] of forkedFrom.entries()) {
    for (const instance of instances) {
      const task = await store.find(instance, from);
      // Another user of that swarm may have a task of that name.
      if (task === undefined || toTaskOwner(task) !== taskOwner) continue;
      const turns = turnsBefore(await readTurns(store, task), beforeRun);
      if (turns.length === 0 && instance !== owner) continue;
      const decision = decideFork(task, { turns, beforeRun, from: forkedFrom.slice(index) });
      const { data } = decision;
      return { task: { ...task, owner, taskId, status: 'complete', run: 0, openRun: null, head: 0, data }, decision };
    }
  }
  return undefined;
}

/** The instances here that worked for others on tasks of the swarm that writes, as it says. */
function partsFor({ from, swarm, taskOwner, metadata }: Arrival): Instance[] {
  if (swarmOfContributor(taskOwner) !== from.swarm) return [];
  const parts = (metadata.forkedParts ?? []).map((part) => parseInstance(part));
  return parts.filter((part) => part.swarm === swarm && part.role === 'swarm');
}

/** The fork and what the letter comes to are one write: a letter that is refused leaves nothing behind. */
export function withFork({ decision: fork }: Inherited, decision: Decision): Decision {
  return {
    ...fork,
    ...decision,
    entries: [...fork.entries, ...decision.entries],
    data: { ...fork.data, ...decision.data },
  };
}

/** All turns as they stand at one moment: what one of them has led to must not be seen without it. */
async function readTurns(store: Store, { key }: Task): Promise<Turn[]> {
  for (;;) {
    const { task, open } = await store.load(key);
    const turns = [...(await store.turns(key, Number.MAX_SAFE_INTEGER)), ...open];
    const { head } = await store.read(key, task.head, 1);
    if (head === task.head) return turns;
  }
}

/**
 * The turns of a task before anybody in it had read something of a run of the task's owner, or of a later one. Turns are
 * numbered as they begin: none that has begun before can know of it. What was copied by an earlier fork comes before all.
 */
export function turnsBefore(turns: readonly Turn[], taskRun: number): Turn[] {
  const first = Math.min(...turns.filter((turn) => turn.run > 0 && isOf(turn, taskRun)).map(({ turn }) => turn));
  return turns.filter(({ run, turn, done }) => done && (run === 0 || turn < first));
}

function isOf(turn: Turn, taskRun: number): boolean {
  return readTurn(turn).inputs.some((input) => isLetterOf(input, taskRun));
}

/** Of letters that do not say which run they belong to, answers belong to the run that they came in; others may be news. */
function isLetterOf(message: MAILMessage, taskRun: number): boolean {
  const { sender } = message.message;
  if (sender.addressType !== 'agent' || swarmOf(sender.address) === undefined) return false;
  const { taskRun: run } = noteOf(message);
  return run === undefined ? message.msgType !== 'response' : run >= taskRun;
}
