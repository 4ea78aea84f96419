import type { UIMessage } from '../messages/ui-message.ts';

/** One answer, as a line of a list. */
export type TurnSummary = {
  id: string;
  status: string;
  startedAt?: string;
  durationMs?: number;
  error?: string;
};

/** The answers among messages, and how they ended. */
export function toTurns(messages: readonly UIMessage[]): TurnSummary[] {
  return messages.flatMap(({ id, role, metadata = {} }) => {
    if (role !== 'assistant') return [];
    const { outcome, createdAt, durationMs, error } = metadata;
    return [
      {
        id,
        status: typeof outcome === 'string' ? outcome : 'complete',
        ...(typeof createdAt === 'string' ? { startedAt: createdAt } : {}),
        ...(typeof durationMs === 'number' ? { durationMs } : {}),
        ...(typeof error === 'string' ? { error } : {}),
      },
    ];
  });
}
