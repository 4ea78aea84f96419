import type { CallResult, NewEntry } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import { peerOf } from './letters/peer-mailbox.ts';
import { readTurn, toStoredTurn } from './turn-data.ts';

/** Ends unfinished turns because their run is over. Every call gets a result, so that the history stays a valid prompt. */
export function closeTurns(open: readonly Turn[], run: number, why: string): { turns: Turn[]; entries: NewEntry[] } {
  const entries: NewEntry[] = [];
  const turns = open.map((turn) => {
    const data = readTurn(turn);
    const calls = data.calls.map((call) => {
      if (call.result !== undefined) return call;
      const result: CallResult =
        call.started === true
          ? { status: 'unknown', content: `${why}; the call had been started and its outcome is not known` }
          : { status: 'not-run', content: `not run: ${why}` };
      const { callId, tool, kind } = call;
      // What became of a call of another swarm is in that swarm's log, and in ours as its.
      if (peerOf(turn.agent) !== undefined) return { ...call, result };
      entries.push({ run, agent: turn.agent, turn: turn.turn, type: 'call-ended', callId, tool, kind, result });
      return { ...call, result };
    });
    return toStoredTurn({ ...turn, done: true }, { ...data, calls });
  });
  return { turns, entries };
}
