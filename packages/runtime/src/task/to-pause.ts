import type { NewEntry } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import { readTurn, waitingCalls } from './turn-data.ts';
import { openCallsOf } from './task-data.ts';

/** Says which calls wait for somebody outside, if any do: of these turns and of no others. */
export function toPause(open: readonly Turn[], run: number): (NewEntry & { type: 'paused' }) | undefined {
  const first = open.find((turn) => waitingCalls(readTurn(turn)).length > 0);
  if (first === undefined) return undefined;
  return { run, agent: first.agent, turn: first.turn, type: 'paused', calls: openCallsOf(open) };
}

/** The same if the newest pause of the log named other calls: somebody may have answered one while another paused. */
export function toChangedPause(open: readonly Turn[], run: number, named: readonly string[]): NewEntry | undefined {
  const pause = toPause(open, run);
  const waiting = pause?.calls.map((call) => call.callId) ?? [];
  const isNamed = waiting.length === named.length && waiting.every((callId) => named.includes(callId));
  return isNamed ? undefined : pause;
}
