import type { Token } from '../log/live-text.ts';

/** Names a call within a run: models use the same id again in another turn. */
export function toCallName({ agent, turn, callId }: { agent: string; turn: number; callId: string }): string {
  return `${agent}/${turn}/${callId}`;
}

/** Names a text within a run. */
export function toTextName({ agent, turn, attempt, part }: Pick<Token, 'agent' | 'turn' | 'attempt' | 'part'>): string {
  return `${agent}/${turn}/${attempt}/${part}`;
}
