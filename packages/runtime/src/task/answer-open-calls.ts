import type { CallResult, NewEntry } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import { peerOf } from './letters/peer-mailbox.ts';
import { toPause } from './to-pause.ts';
import { readTurn, toStoredTurn, type TurnCall, waitingCalls } from './turn-data.ts';

/**
 * Gives results to calls that wait for somebody outside. `answer` may leave a call open by giving nothing, or grant an
 * approval instead of answering.
 */
export function answerOpenCalls(
  open: readonly Turn[],
  run: number,
  answer: (call: TurnCall) => CallResult | 'granted' | undefined,
): { entries: NewEntry[]; turns: Turn[]; resumed: boolean } {
  const entries: NewEntry[] = [];
  const answeredIds: string[] = [];
  const after = open.map((turn) => {
    const data = readTurn(turn);
    const waiting = new Set(waitingCalls(data));
    const calls = data.calls.map((call): TurnCall => {
      if (!waiting.has(call)) return call;
      const given = answer(call);
      if (given === undefined) return call;
      answeredIds.push(call.callId);
      if (given === 'granted') return { ...call, approval: 'granted' };
      const { callId, tool, kind } = call;
      // Another swarm logs its calls itself, and we log them as its.
      if (peerOf(turn.agent) !== undefined) return { ...call, result: given };
      entries.push({ run, agent: turn.agent, turn: turn.turn, type: 'call-ended', callId, tool, kind, result: given });
      return { ...call, result: given };
    });
    return calls.some((call, index) => call !== data.calls[index]) ? toStoredTurn(turn, { ...data, calls }) : turn;
  });
  if (answeredIds.length === 0) return { entries, turns: [], resumed: false };
  // Whoever answered some of the calls has to learn which are left.
  const pause = toPause(after, run);
  entries.push(pause ?? { run, type: 'resumed', callIds: answeredIds });
  return { entries, turns: after.filter((turn) => !open.includes(turn)), resumed: pause === undefined };
}
