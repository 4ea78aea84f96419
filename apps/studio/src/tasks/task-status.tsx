import { Badge, type Tone } from '@posthouse/components';

const TONES: Record<string, Tone> = {
  running: 'accent',
  paused: 'ask',
  complete: 'done',
  error: 'alarm',
  cancelled: 'neutral',
};

/** How a task stands. */
export function TaskStatus({ status }: { status: string }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{status === 'paused' ? 'waits for you' : status}</Badge>;
}
