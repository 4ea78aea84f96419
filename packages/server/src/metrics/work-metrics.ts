import type { LogEntry } from '@posthouse/protocol';
import type { Committed, Task, TaskKey, Write } from '@posthouse/store';
import type { Registry } from 'prom-client';
import { defineMetrics } from './define-metrics.ts';
import { LabelBook } from './label-book.ts';
import { SECONDS } from './seconds.ts';
import { toTokenKinds } from './to-token-kinds.ts';

/** From an answer at once to a day that somebody let pass before they approved something. */
const RUN_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 86_400];

/** What the swarms of this process do, counted from what it commits. */
export class WorkMetrics {
  readonly #started;
  readonly #ended;
  readonly #lasted;
  readonly #pauses;
  readonly #messages;
  readonly #turns;
  readonly #calls;
  readonly #tokens;
  readonly #cost;
  readonly #commits;
  readonly #refused;
  /** Tasks that are being worked on here, and since when their run is open. */
  readonly #open = new Map<TaskKey, number>();
  readonly #swarms = new LabelBook<'swarm'>();
  readonly #agents = new LabelBook<'swarm' | 'agent'>();
  readonly #models = new LabelBook<'swarm' | 'agent' | 'model'>();

  constructor(registry: Registry) {
    const { counter, gauge, histogram } = defineMetrics(registry);
    gauge('posthouse_open_runs', 'Runs that this process is working on now.', [], (runs) => runs.set(this.#open.size));
    this.#started = counter('posthouse_runs_started_total', 'Runs that were started.', ['swarm']);
    this.#ended = counter(
      'posthouse_runs_ended_total',
      'Runs that have ended, by outcome: complete, error or cancelled.',
      ['swarm', 'outcome'],
    );
    this.#lasted = histogram(
      'posthouse_run_seconds',
      'Time from the start of a run to its end, pauses included; runs that end while they are paused are left out.',
      RUN_SECONDS,
      ['swarm', 'outcome'],
    );
    this.#pauses = counter('posthouse_pauses_total', 'How often a run paused to wait for somebody outside.', ['swarm']);
    this.#messages = counter('posthouse_messages_total', 'Messages that were delivered, one for each recipient.', [
      'swarm',
      'type',
    ]);
    this.#turns = counter('posthouse_turns_total', 'Turns that agents have finished.', ['swarm', 'agent']);
    this.#calls = counter('posthouse_model_calls_total', 'Answers of models.', ['swarm', 'agent', 'model']);
    this.#tokens = counter(
      'posthouse_tokens_total',
      'Tokens that models have read and written. Input includes what came from a cache, output includes reasoning.',
      ['swarm', 'agent', 'model', 'kind'],
    );
    this.#cost = counter('posthouse_cost_total', 'What models have cost, in the currency of the configured prices.', [
      'swarm',
      'agent',
      'model',
    ]);
    this.#commits = histogram('posthouse_store_commit_seconds', 'Time until a write was durable.', SECONDS);
    this.#refused = counter(
      'posthouse_store_refusals_total',
      'Writes that were not applied: fenced and stale ones are tried again, others are errors.',
      ['code'],
    );
  }

  /** A write of this process was applied. */
  committed(
    write: Write,
    { task, entries, repeated }: Committed,
    { seconds, node }: { seconds: number; node: string | undefined },
  ): void {
    this.#commits.observe(seconds);
    const startedAt = this.#open.get(task.key);
    this.owns(task, node);
    if (repeated) return;
    const { swarm } = this.#swarms.of({ swarm: task.owner.swarm });
    for (const entry of entries) this.#see(entry, swarm, startedAt);
    for (const { done, summaryThrough, agent } of write.turns ?? []) {
      if (done && summaryThrough === undefined) this.#turns.inc(this.#agents.of({ swarm, agent }));
    }
  }

  refused(code: string, write: Write, seconds: number): void {
    this.#commits.observe(seconds);
    this.#refused.inc({ code });
    if (code === 'fenced' && typeof write.task === 'string') this.released(write.task);
  }

  /** How a task stands: one that has an open run and belongs to this node is being worked on here. */
  owns(task: Task, node: string | undefined): void {
    if (task.openRun !== null && task.status !== 'paused' && task.node !== null && task.node === node)
      this.#open.set(task.key, (task.data.current as { startedAt?: number } | undefined)?.startedAt ?? Date.now());
    else this.#open.delete(task.key);
  }

  released(task: TaskKey): void {
    this.#open.delete(task);
  }

  #see(entry: LogEntry, swarm: string, startedAt: number | undefined): void {
    if (entry.type === 'message') this.#messages.inc({ swarm, type: entry.message.msgType });
    else if (entry.type === 'usage') this.#use(entry, swarm);
    else if (entry.type === 'run-started') this.#started.inc({ swarm });
    else if (entry.type === 'run-ended') this.#end(entry, swarm, startedAt);
    else if (entry.type === 'paused') this.#pauses.inc({ swarm });
  }

  #end({ outcome }: LogEntry & { type: 'run-ended' }, swarm: string, startedAt: number | undefined): void {
    this.#ended.inc({ swarm, outcome });
    if (startedAt !== undefined) this.#lasted.observe({ swarm, outcome }, Math.max(0, Date.now() - startedAt) / 1000);
  }

  #use({ agent = '', model, usage }: LogEntry & { type: 'usage' }, swarm: string): void {
    const labels = this.#models.of({ swarm, agent, model });
    this.#calls.inc(labels);
    for (const [kind, count] of toTokenKinds(usage)) this.#tokens.inc({ ...labels, kind }, count);
    if (usage.cost !== undefined) this.#cost.inc(labels, usage.cost);
  }
}
