import { SpanKind } from '@opentelemetry/api';
import type { Mail, Task } from '@posthouse/store';
import { noteOf } from '../task/letters/letter-note.ts';
import type { Decision } from '../task/decision.ts';
import { dataOf } from '../task/task-data.ts';
import { markFailed, type Scope, type Telemetry, within } from './telemetry.ts';
import { TurnWatch } from './turn-watch.ts';

/**
 * Watches the runs of a task for as long as this process works on it. The span of a run is open as long as somebody works on
 * it here; if another process takes over, or a pause ends, it has another one beside it, in the same trace.
 */
export class TaskWatch {
  readonly #telemetry: Telemetry;
  readonly #task: () => Task;
  #run: (Scope & { run: number }) | undefined;

  constructor(telemetry: Telemetry, task: () => Task) {
    this.#telemetry = telemetry;
    this.#task = task;
  }

  /** A turn begins, or goes on after a pause or in another process. */
  turn(place: { agent: string; turn: number; taken: readonly Mail[]; resumed: boolean }): TurnWatch {
    const { taskId, owner } = this.#task();
    const where = { ...place, taskId, swarm: owner.swarm, run: this.#task().openRun! };
    return new TurnWatch(this.#telemetry, where, this.#telemetry.traces ? this.#open() : undefined);
  }

  /** Sends mail to another server. The span belongs to the turn that wrote it, which may be over. */
  letter<Result>({ message }: Mail, peer: string, work: () => Promise<Result>): Promise<Result> {
    if (!this.#telemetry.traces) return work();
    const { taskId } = this.#task();
    const attributes = {
      'messaging.system': 'mail',
      'messaging.operation.name': 'send',
      'messaging.destination.name': peer,
      'messaging.message.id': message.id,
      'gen_ai.conversation.id': taskId,
    };
    const options = { kind: SpanKind.PRODUCER, attributes };
    const parent = noteOf(message).cause?.trace ?? this.#run?.context ?? dataOf(this.#task()).current?.cause?.trace;
    return within(this.#telemetry.open(`send ${peer}`, options, parent), work);
  }

  /** Sees whether a decision ends the run. */
  see({ entries }: Decision): void {
    if (this.#run === undefined) return;
    for (const entry of entries) if (entry.type === 'run-ended') this.end(entry.outcome);
  }

  /** Nobody works on the run here any more. */
  end(outcome?: 'complete' | 'error' | 'cancelled'): void {
    const { span } = this.#run ?? {};
    this.#run = undefined;
    if (outcome !== undefined) span?.setAttribute('posthouse.run.outcome', outcome);
    if (span !== undefined && outcome === 'error') markFailed(span, 'run_failed');
    span?.end();
  }

  #open(): Scope {
    const { taskId, owner, openRun } = this.#task();
    const run = openRun!;
    if (this.#run?.run === run) return this.#run;
    this.end();
    const { cause } = dataOf(this.#task()).current ?? {};
    const attributes = {
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': owner.swarm,
      'gen_ai.conversation.id': taskId,
      'posthouse.run': run,
      'posthouse.request_id': cause?.requestId,
    };
    const scope = this.#telemetry.open(`invoke_workflow ${owner.swarm}`, { attributes }, cause?.trace);
    this.#run = { run, ...scope };
    return scope;
  }
}
