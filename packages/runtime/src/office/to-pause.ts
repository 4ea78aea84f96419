import type { NewEntry } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import { readTurn, waitingCalls } from '../turns/turn-data.ts';
import { openCallsOf } from './task-state.ts';

/** Says which calls wait for somebody outside, if any do: of these turns and of no others. */
export function toPause(open: readonly Turn[], run: number): (NewEntry & { type: 'paused' }) | undefined {
  const first = open.find((turn) => waitingCalls(readTurn(turn)).length > 0);
  if (first === undefined) return undefined;
  return { run, agent: first.agent, turn: first.turn, type: 'paused', calls: openCallsOf(open) };
}
