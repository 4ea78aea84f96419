import { PosthouseError } from '@posthouse/protocol';
import type { AgentSession, ApprovalAnswer, UserInput } from '../agent-adapter.ts';
import { PendingApprovals } from '../driving/pending-approvals.ts';
import { EventQueue } from '../driving/event-queue.ts';
import { Gate } from '../driving/gate.ts';
import type { HostEvent } from '../host-event.ts';
import type { AgentScript, AgentStep } from './agent-script.ts';
import { playSteps } from './play-steps.ts';
import type { ScriptedEvent } from './scripted-event.ts';

export interface ScriptedSessionOptions {
  readonly agentSessionId: string;
  readonly script: AgentScript;
  /** How many messages each conversation has had; shared by all sessions of an adapter. */
  readonly played: Map<string, number>;
  readonly generateId: () => string;
}

/** A conversation with an agent that plays a script, in this process. */
export class ScriptedSession implements AgentSession<ScriptedEvent, UserInput> {
  readonly #options: ScriptedSessionOptions;
  #run: { stop: () => void; over: Promise<void>; approvals: PendingApprovals } | undefined;

  constructor(options: ScriptedSessionOptions) {
    this.#options = options;
  }

  get agentSessionId(): string {
    return this.#options.agentSessionId;
  }

  async *send(message: UserInput, { signal }: { signal: AbortSignal }): AsyncGenerator<ScriptedEvent | HostEvent> {
    if (this.#run !== undefined) {
      throw new PosthouseError({ code: 'task_running', message: 'The scripted agent is still answering.' });
    }
    if (signal.aborted) return;
    const gate = new Gate();
    const events = new EventQueue<ScriptedEvent | HostEvent>({ onPressure: (full) => gate.set(!full) });
    const approvals = new PendingApprovals((event) => events.push(event));
    const stopping = new AbortController();
    const over = this.#play(message, { events, approvals, gate, signal: stopping.signal });
    const stop = (): void => {
      stopping.abort();
      events.end();
      gate.set(true);
      approvals.refuseAll('The run was stopped.');
    };
    this.#run = { stop, over, approvals };
    signal.addEventListener('abort', stop);
    try {
      yield* events;
    } finally {
      signal.removeEventListener('abort', stop);
      await this.interrupt();
      this.#run = undefined;
    }
  }

  async interrupt(): Promise<void> {
    this.#run?.stop();
    await this.#run?.over;
  }

  async answer(answer: ApprovalAnswer): Promise<void> {
    const approvals = this.#run?.approvals ?? new PendingApprovals(() => undefined);
    approvals.answer(answer);
  }

  async fork(): Promise<ScriptedSession> {
    const { played, generateId, agentSessionId } = this.#options;
    const id = generateId();
    played.set(id, played.get(agentSessionId) ?? 0);
    return new ScriptedSession({ ...this.#options, agentSessionId: id });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.interrupt();
  }

  async #play(
    message: UserInput,
    run: {
      events: EventQueue<ScriptedEvent | HostEvent>;
      approvals: PendingApprovals;
      gate: Gate;
      signal: AbortSignal;
    },
  ): Promise<void> {
    const { agentSessionId, played } = this.#options;
    const { events, approvals, gate, signal } = run;
    const index = played.get(agentSessionId) ?? 0;
    played.set(agentSessionId, index + 1);
    events.push({ type: 'started', agentSessionId });
    try {
      const steps = this.#steps(message, index, signal);
      for await (const event of playSteps({
        steps,
        signal,
        prefix: `${index + 1}/`,
        ask: (asked) => approvals.ask(asked),
      })) {
        events.push(event);
        if (event.type === 'failed') break;
        await gate.opened;
      }
      events.end();
    } catch (error) {
      // A run that was stopped has ended, not failed.
      if (signal.aborted) events.end();
      else events.fail(error);
    }
  }

  #steps(message: UserInput, index: number, signal: AbortSignal): Iterable<AgentStep> | AsyncIterable<AgentStep> {
    const { script } = this.#options;
    if (typeof script !== 'function') return script[index % Math.max(script.length, 1)] ?? [];
    const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    return script({ message, text, index, signal });
  }
}
