import { defined, formatInstance, ownValue, PosthouseError } from '@posthouse/protocol';
import type { Mail, Task } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import { dataOf } from '../task/task-data.ts';
import {
  directionOf,
  ourInstanceAt,
  swarmOfContributor,
  toContributors,
  toRunner,
} from '../task/letters/contributors.ts';
import type { Federation } from './federation.ts';
import { toLimitsLeft } from './letter-limits.ts';
import type { LetterMetadata } from '../task/letters/letter-metadata.ts';
import { noteOf } from '../task/letters/letter-note.ts';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import { toEnvelope } from './to-envelope.ts';

export type Sending = { definition: SwarmDefinition; task: Task; ledger: RunLedger; now: number; signal: AbortSignal };

/** Hands one letter to the swarm it is for. If the task was new there, gives the instance that works on it from now on. */
export async function sendLetter(letter: Mail, { peers }: Federation, sending: Sending): Promise<string | undefined> {
  const { task, signal } = sending;
  const peer = peerOf(letter.mailbox)!;
  const { message, id: key } = letter;
  const { cancel, resume, to } = noteOf(message);
  const isOurs = peers.list().find((card) => card.name === peer)?.ours === true;
  const there = { swarm: task.owner.swarm, peer, taskId: task.taskId, key };
  if (isOurs && cancel === true) return void (await peers.cancel(there, signal).catch(forgiveRefusal));
  // Other instances there than the one that works for us are reached by letter only.
  const isForUs = to === undefined || to === toRunner(task, peer);
  if (resume !== undefined && isForUs) return void (await peers.resume({ ...there, answers: resume }, signal));
  const direction = isOurs ? toDirection(letter, task) : directionOf(toContributors(task), peer);
  const metadata = isOurs ? { metadata: toMetadata(letter, direction, sending) } : {};
  const envelope = toEnvelope(message, { task, peer, ...metadata });
  const attempt = ownValue(dataOf(task).attempts, peer) ?? 0;
  const receipt = await peers.deliver({ peer, direction, envelope, attempt }, signal);
  return direction === 'back' ? undefined : (receipt?.runner ?? ourInstanceAt(task, peer));
}

/** Until we know that it has arrived, a letter to the instance that is to work for us makes that instance. */
function toDirection({ message, mailbox }: Mail, task: Task): 'forward' | 'back' {
  const peer = peerOf(mailbox)!;
  const isFirst =
    noteOf(message).to === ourInstanceAt(task, peer) && ownValue(dataOf(task).runners, peer) === undefined;
  return isFirst ? 'forward' : 'back';
}

/** Where there is nothing to stop, nothing is left to do. */
function forgiveRefusal(error: unknown): void {
  if (!PosthouseError.isInstance(error) || error.retryable) throw error;
}

/** What a peer of ours is told along with a letter. */
function toMetadata(
  { message, mailbox }: Mail,
  direction: 'forward' | 'back',
  { definition, task, ledger, now }: Sending,
): LetterMetadata {
  const { hops, ended, asks, run, to, taskRun, resume } = noteOf(message);
  const { current, invitation, forked } = dataOf(task);
  // The peer's own proves that we may write; ours lets those write back who hear of the task from it.
  const invitations = {
    ...current?.caller?.invitations,
    ...(invitation === undefined ? {} : { [task.owner.swarm]: invitation }),
  };
  const parts = (forked?.parts ?? []).filter((part) => swarmOfContributor(part) === peerOf(mailbox));
  const left = current === undefined ? {} : toLimitsLeft(definition.limits, current, ledger, now);
  return {
    from: formatInstance(task.owner),
    ...defined({ to, hops }),
    above: [...new Set([...ledger.peers.above, task.owner.swarm])],
    seq: task.head,
    taskRun,
    ...(forked === undefined || direction === 'back' ? {} : { forkedFrom: forked.from }),
    ...(parts.length === 0 || direction === 'back' ? {} : { forkedParts: parts }),
    ...(Object.keys(left).length === 0 ? {} : { left }),
    ...(Object.keys(invitations).length === 0 ? {} : { invitations }),
    ...defined({ ended, paused: asks, run, answers: resume }),
  };
}
