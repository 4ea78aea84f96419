import type { Turn } from '@posthouse/store';
import { toPrompt } from '../to-prompt.ts';
import { readTurn } from '../../task/turn-data.ts';
import { estimateMessages } from '../../messages/estimate-tokens.ts';

const DEFAULT_KEEP_TURNS = 4;

export type CompactionNeed = {
  /** The history: a summary if there is one, then whole turns. */
  turns: readonly Turn[];
  /** What the prompt would take now. */
  promptTokens: number;
  threshold: number;
  keepTurns?: number;
};

/** What is to be summarised: an earlier summary and the turns after it, up to and including number `through`. */
export type CompactionPlan = { turns: Turn[]; through: number };

/**
 * Decides what has to go. The newest turns stay as they are, up to `keepTurns` of them, as far as they fit into half of
 * the threshold, and the last one in any case. Turns stay or go whole, so no call is ever parted from its result.
 */
export function planCompaction({
  turns,
  promptTokens,
  threshold,
  keepTurns = DEFAULT_KEEP_TURNS,
}: CompactionNeed): CompactionPlan | undefined {
  if (promptTokens <= threshold) return undefined;
  const earlier = turns.filter((turn) => turn.summaryThrough !== undefined);
  const whole = turns.filter((turn) => turn.summaryThrough === undefined);
  const old = whole.slice(0, whole.length - countKept(whole, threshold / 2, keepTurns));
  const last = old.at(-1);
  return last === undefined ? undefined : { turns: [...earlier, ...old], through: last.turn };
}

function countKept(turns: readonly Turn[], budget: number, keepTurns: number): number {
  let left = budget;
  let kept = 0;
  for (const turn of turns.slice(-keepTurns).toReversed()) {
    left -= estimateMessages(toPrompt([readTurn(turn)], []));
    if (left < 0 && kept > 0) break;
    kept += 1;
  }
  return kept;
}
