import type { Agent } from './agent.ts';

/** What is wrong with the numbers of an agent's compaction: where, and a sentence that helps. */
export function findCompactionProblems({ compaction, contextWindow }: Agent): { path: string; message: string }[] {
  const numbers: [string, number | undefined, string][] = [
    ['compaction.maxTokens', compaction?.maxTokens, 'a number of tokens above zero'],
    ['compaction.keepTurns', compaction?.keepTurns, 'a whole number of turns, at least one'],
    ['contextWindow', contextWindow, 'a number of tokens above zero'],
  ];
  return numbers
    .filter(([path, value]) => value !== undefined && !isUsable(path, value))
    .map(([path, value, wanted]) => ({ path, message: `must be ${wanted}, not ${String(value)}` }));
}

function isUsable(path: string, value: number): boolean {
  return typeof value === 'number' && value > 0 && (path !== 'compaction.keepTurns' || Number.isInteger(value));
}
