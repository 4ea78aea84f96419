import type { Fact, LiveText, LogEntry, NewEntry } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import type { Decision } from '../task/decision.ts';
import { dataOf } from '../task/task-data.ts';
import { toRemoteAgent, toRemotePlace } from '../task/letters/remote-place.ts';

type RemoteFact = Extract<Fact, { type: 'remote' }>['fact'];

/** Calls of a peer get ids that name it, so that they differ from ours, and whoever answers one can be sent there. */
export function toRemoteCallId(peer: string, callId: string): string {
  return `${peer}/${callId}`;
}

export function fromRemoteCallId(peer: string, callId: string): string {
  return callId.slice(peer.length + 1);
}

/**
 * An entry of a peer's log as one of ours, marked with the swarm that did it. What a peer has from another peer keeps the
 * mark that it has: one level is enough, however long the chain is.
 */
export function toRemoteEntry(
  { seq: _seq, at: _at, run: _run, ...entry }: LogEntry,
  peer: string,
  run: number,
): NewEntry {
  const { agent, turn, ...fact } = entry;
  const [swarm, inner] = fact.type === 'remote' ? [fact.swarm, fact.fact] : [peer, fact as RemoteFact];
  return { run, ...toPlace(peer, { agent, turn }), type: 'remote', swarm, fact: toRemoteFact(inner, peer) };
}

function toPlace(peer: string, { agent, turn }: { agent: string | undefined; turn: number | undefined }) {
  if (agent === undefined) return turn === undefined ? {} : { turn };
  return turn === undefined ? { agent: toRemoteAgent(peer, agent) } : toRemotePlace(peer, { agent, turn });
}

/** What a peer did, written into the open run together with how far we have read. Outside of a run it is nobody's concern. */
export function decideRemoteEntries(task: Task, peer: string, entries: readonly LogEntry[]): Decision {
  const { openRun: run } = task;
  if (run === null) return { entries: [] };
  const followed = { ...dataOf(task).followed, [peer]: { run, seq: entries.at(-1)!.seq } };
  return { entries: entries.map((entry) => toRemoteEntry(entry, peer, run)), data: { followed } };
}

/** The turns of a peer whose text is in the log with these entries, and not only its beginning. */
export function toRecordedPlaces(entries: readonly LogEntry[], peer: string): { agent: string; turn: number }[] {
  return entries.flatMap((entry) => {
    const fact = entry.type === 'remote' ? entry.fact : entry;
    if (entry.agent === undefined || entry.turn === undefined || fact.type === 'text-started') return [];
    return [toRemotePlace(peer, { agent: entry.agent, turn: entry.turn })];
  });
}

function toRemoteFact(fact: RemoteFact, peer: string): RemoteFact {
  const rename = (callId: string) => toRemoteCallId(peer, callId);
  switch (fact.type) {
    case 'call': {
      const { reasoningRef } = fact;
      return {
        ...fact,
        callId: rename(fact.callId),
        ...(reasoningRef === undefined ? {} : { reasoningRef: rename(reasoningRef) }),
      };
    }
    case 'call-started':
    case 'call-ended':
      return { ...fact, callId: rename(fact.callId) };
    case 'paused':
      return { ...fact, calls: fact.calls.map((call) => ({ ...call, callId: rename(call.callId) })) };
    case 'resumed':
      return { ...fact, callIds: fact.callIds.map(rename) };
    case 'text-written':
    case 'text-abandoned':
      return { ...fact, parts: fact.parts.map((text) => toRemoteText(text, peer)) };
    default:
      return fact;
  }
}

function toRemoteText(text: LiveText, peer: string): LiveText {
  return { ...text, ...toRemotePlace(peer, text) };
}

/** Whether an entry of a peer's log is the arrival of one of these letters. */
export function isArrivalOf(entry: LogEntry, letters: readonly string[]): boolean {
  if (entry.type === 'run-started') return entry.messages?.some((id) => letters.includes(id)) === true;
  return entry.type === 'message' && letters.includes(entry.message.id);
}
