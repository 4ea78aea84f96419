import { Badge, type Tone } from '@posthouse/components';

const TONES: Record<string, Tone> = {
  running: 'accent',
  paused: 'ask',
  complete: 'done',
  error: 'alarm',
  cancelled: 'neutral',
};

/** How a task stands. */
export function TaskStatus({ status, queued }: { status: string; queued?: { place: number } | undefined }) {
  const word = queued === undefined ? status : `queued, place ${queued.place}`;
  return <Badge tone={TONES[status] ?? 'neutral'}>{status === 'paused' ? 'waits for you' : word}</Badge>;
}
