import { Badge, type Tone } from '@posthouse/components';

const TONES: Record<string, Tone> = {
  running: 'accent',
  paused: 'ask',
  complete: 'done',
  error: 'alarm',
  cancelled: 'neutral',
};

type TaskStatusProps = {
  status: string;
  queued?: { place: number } | undefined;
  waitsFor?: 'you' | 'a budget';
};

/** How a task stands. */
export function TaskStatus({ status, queued, waitsFor = 'you' }: TaskStatusProps) {
  const word = queued === undefined ? status : `queued, place ${queued.place}`;
  return <Badge tone={TONES[status] ?? 'neutral'}>{status === 'paused' ? `waits for ${waitsFor}` : word}</Badge>;
}
