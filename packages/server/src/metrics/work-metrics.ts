import type { LogEntry } from '@posthouse/protocol';
import type { Committed, Task, TaskKey, Write } from '@posthouse/store';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { SECONDS } from './seconds.ts';

/** What the swarms of this process do, counted from what it commits. */
export class WorkMetrics {
  readonly #started;
  readonly #ended;
  readonly #pauses;
  readonly #messages;
  readonly #turns;
  readonly #calls;
  readonly #tokens;
  readonly #cost;
  readonly #commits;
  readonly #refused;
  readonly #open = new Set<TaskKey>();

  constructor(registry: Registry) {
    const registers = [registry];
    const open = this.#open;
    registry.registerMetric(
      new Gauge({
        name: 'posthouse_open_runs',
        help: 'Runs that this process is working on now.',
        registers: [],
        collect() {
          this.set(open.size);
        },
      }),
    );
    this.#started = new Counter({
      name: 'posthouse_runs_started_total',
      help: 'Runs that were started.',
      labelNames: ['swarm'],
      registers,
    });
    this.#ended = new Counter({
      name: 'posthouse_runs_ended_total',
      help: 'Runs that have ended, by outcome: complete, error or cancelled.',
      labelNames: ['swarm', 'outcome'],
      registers,
    });
    this.#pauses = new Counter({
      name: 'posthouse_pauses_total',
      help: 'How often a run paused to wait for somebody outside.',
      labelNames: ['swarm'],
      registers,
    });
    this.#messages = new Counter({
      name: 'posthouse_messages_total',
      help: 'Messages that were delivered, one for each recipient.',
      labelNames: ['swarm', 'type'],
      registers,
    });
    this.#turns = new Counter({
      name: 'posthouse_turns_total',
      help: 'Turns that agents have finished.',
      labelNames: ['swarm', 'agent'],
      registers,
    });
    this.#calls = new Counter({
      name: 'posthouse_model_calls_total',
      help: 'Answers of models.',
      labelNames: ['swarm', 'agent', 'model'],
      registers,
    });
    this.#tokens = new Counter({
      name: 'posthouse_tokens_total',
      help: 'Tokens that models have read and written. Input includes what came from a cache, output includes reasoning.',
      labelNames: ['swarm', 'agent', 'model', 'kind'],
      registers,
    });
    this.#cost = new Counter({
      name: 'posthouse_cost_total',
      help: 'What models have cost, in the currency of the configured prices.',
      labelNames: ['swarm', 'agent', 'model'],
      registers,
    });
    this.#commits = new Histogram({
      name: 'posthouse_store_commit_seconds',
      help: 'Time until a write was durable.',
      buckets: SECONDS,
      registers,
    });
    this.#refused = new Counter({
      name: 'posthouse_store_refusals_total',
      help: 'Writes that were not applied: fenced and stale ones are tried again, others are errors.',
      labelNames: ['code'],
      registers,
    });
  }

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
    for (const { done, summaryThrough, agent } of write.turns ?? []) {
      if (done && summaryThrough === undefined) this.#turns.inc({ swarm, agent });
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
      this.#open.add(task.key);
    else this.#open.delete(task.key);
  }

  released(task: TaskKey): void {
    this.#open.delete(task);
  }

  #see(entry: LogEntry, swarm: string): void {
    if (entry.type === 'message') this.#messages.inc({ swarm, type: entry.message.msgType });
    else if (entry.type === 'usage') this.#use(entry, swarm);
    else if (entry.type === 'run-started') this.#started.inc({ swarm });
    else if (entry.type === 'run-ended') this.#ended.inc({ swarm, outcome: entry.outcome });
    else if (entry.type === 'paused') this.#pauses.inc({ swarm });
  }

  #use({ agent = '', model, usage }: LogEntry & { type: 'usage' }, swarm: string): void {
    const labels = { swarm, agent, model };
    this.#calls.inc(labels);
    const tokens = {
      input: usage.inputTokens,
      output: usage.outputTokens,
      cache_read: usage.cacheReadTokens,
      cache_write: usage.cacheWriteTokens,
      reasoning: usage.reasoningTokens,
    };
    for (const [kind, count] of Object.entries(tokens)) {
      if (count !== undefined) this.#tokens.inc({ ...labels, kind }, count);
    }
    if (usage.cost !== undefined) this.#cost.inc(labels, usage.cost);
  }
}
