import type { Instance } from '@posthouse/protocol';
import { type Cause, currentCause } from '../task/cause.ts';
import { type ChangeKind, type Telemetry, within } from './telemetry.ts';
import { toTraceparent } from './traceparent.ts';

export type Changing = { kind: ChangeKind; owner: Instance; taskId: string };

/**
 * Changes a task from outside, as a span if anybody traces. The span is short: it ends when the change is safe, and what
 * follows from it refers to it. So it is there even if the process that works on the run is killed.
 */
export function watchChange<Result>(
  telemetry: Telemetry | undefined,
  { kind, owner, taskId }: Changing,
  work: (cause: Cause | undefined) => Promise<Result>,
): Promise<Result> {
  const scope = telemetry?.change(kind, owner, taskId);
  if (scope === undefined) return work(currentCause());
  const cause = { ...currentCause(), trace: toTraceparent(scope.span.spanContext()) };
  return within(scope, () => work(cause));
}
