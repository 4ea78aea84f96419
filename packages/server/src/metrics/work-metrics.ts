import type { LogEntry, Usage } from '@posthouse/protocol';
import type { Committed, Task, TaskKey, Write } from '@posthouse/store';
import { Counter } from './counter.ts';
import { gauge } from './gauge.ts';
import { Histogram } from './histogram.ts';
import type { MetricFamily } from './metric-family.ts';

/** What the swarms of this process do, counted from what it commits. */
export class WorkMetrics {
  readonly #started = new Counter({
    name: 'posthouse_runs_started_total',
    help: 'Runs that were started.',
    labels: ['swarm'],
  });
  readonly #ended = new Counter({
    name: 'posthouse_runs_ended_total',
    help: 'Runs that have ended, by outcome: complete, error or cancelled.',
    labels: ['swarm', 'outcome'],
  });
  readonly #pauses = new Counter({
    name: 'posthouse_pauses_total',
    help: 'How often a run paused to wait for somebody outside.',
    labels: ['swarm'],
  });
  readonly #messages = new Counter({
    name: 'posthouse_messages_total',
    help: 'Messages that were delivered, one for each recipient.',
    labels: ['swarm', 'type'],
  });
  readonly #turns = new Counter({
    name: 'posthouse_turns_total',
    help: 'Turns that agents have finished.',
    labels: ['swarm'],
  });
  readonly #calls = new Counter({
    name: 'posthouse_model_calls_total',
    help: 'Answers of models.',
    labels: ['model'],
  });
  readonly #tokens = new Counter({
    name: 'posthouse_tokens_total',
    help: 'Tokens that models have read and written. Input includes what came from a cache, output includes reasoning.',
    labels: ['model', 'kind'],
  });
  readonly #cost = new Counter({
    name: 'posthouse_cost_total',
    help: 'What models have cost, in the currency of the configured prices.',
    labels: ['model'],
  });
  readonly #commits = new Histogram({
    name: 'posthouse_store_commit_seconds',
    help: 'Time until a write was durable.',
  });
  readonly #refused = new Counter({
    name: 'posthouse_store_refusals_total',
    help: 'Writes that were not applied: fenced and stale ones are tried again, others are errors.',
    labels: ['code'],
  });
  readonly #open = new Set<TaskKey>();

  readonly families: MetricFamily[] = [
    gauge({
      name: 'posthouse_open_runs',
      help: 'Runs that this process is working on now.',
      read: () => this.#open.size,
    }),
    this.#started,
    this.#ended,
    this.#pauses,
    this.#messages,
    this.#turns,
    this.#calls,
    this.#tokens,
    this.#cost,
    this.#commits,
    this.#refused,
  ];

  /** A write of this process was applied. */
  committed(
    write: Write,
    { task, entries, repeated }: Committed,
    { seconds, node }: { seconds: number; node: string | undefined },
  ): void {
    this.#commits.observe(seconds);
    this.owns(task, node);
    if (repeated) return;
    const { swarm } = task.owner;
    for (const entry of entries) this.#see(entry, swarm);
    for (const turn of write.turns ?? []) {
      if (turn.done && turn.summaryThrough === undefined) this.#turns.add(1, swarm);
    }
  }

  refused(code: string, write: Write, seconds: number): void {
    this.#commits.observe(seconds);
    this.#refused.add(1, code);
    if (code === 'fenced' && typeof write.task === 'string') this.released(write.task);
  }

  /** How a task stands: one that has an open run and belongs to this node is being worked on here. */
  owns(task: Task, node: string | undefined): void {
    if (task.openRun !== null && task.status !== 'paused' && task.node !== null && task.node === node)
      this.#open.add(task.key);
    else this.#open.delete(task.key);
  }

  released(task: TaskKey): void {
    this.#open.delete(task);
  }

  #see(entry: LogEntry, swarm: string): void {
    if (entry.type === 'message') this.#messages.add(1, swarm, entry.message.msgType);
    else if (entry.type === 'usage') this.#use(entry.model, entry.usage);
    else if (entry.type === 'run-started') this.#started.add(1, swarm);
    else if (entry.type === 'run-ended') this.#ended.add(1, swarm, entry.outcome);
    else if (entry.type === 'paused') this.#pauses.add(1, swarm);
  }

  #use(model: string, usage: Usage): void {
    this.#calls.add(1, model);
    this.#tokens.add(usage.inputTokens, model, 'input');
    this.#tokens.add(usage.outputTokens, model, 'output');
    if (usage.cacheReadTokens !== undefined) this.#tokens.add(usage.cacheReadTokens, model, 'cache_read');
    if (usage.cacheWriteTokens !== undefined) this.#tokens.add(usage.cacheWriteTokens, model, 'cache_write');
    if (usage.reasoningTokens !== undefined) this.#tokens.add(usage.reasoningTokens, model, 'reasoning');
    if (usage.cost !== undefined) this.#cost.add(usage.cost, model);
  }
}
