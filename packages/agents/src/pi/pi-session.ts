import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, PosthouseError } from '@posthouse/protocol';
import type { AgentSession, ApprovalAnswer } from '../agent-adapter.ts';
import { PendingApprovals } from '../driving/pending-approvals.ts';
import { EventQueue } from '../driving/event-queue.ts';
import { Gate } from '../driving/gate.ts';
import { watchSilence } from '../driving/watch-silence.ts';
import type { HostEvent } from '../host-event.ts';
import type { PiInput } from './adapt-user-message.ts';
import type { PiEvent, PiMessage } from './pi-event.ts';
import type { PiAgent, PiAgentOptions } from './pi-module.ts';
import { PiTranscript } from './pi-transcript.ts';

export interface PiSessionOptions {
  readonly agentSessionId: string | undefined;
  readonly stateFolder: string;
  /** Makes an agent that goes on from these messages. */
  readonly createAgent: (options: {
    messages: readonly PiMessage[];
    beforeToolCall: PiAgentOptions['beforeToolCall'];
  }) => PiAgent;
  /** Whether a call waits for the user. */
  readonly needsApproval: (toolName: string, input: unknown) => boolean;
  /** How long a stopped run may take to end before it is left to itself. */
  readonly stopMs: number;
  /** A run that has said nothing for so long, and does not wait for the user, has failed. */
  readonly silenceMs: number;
  /** What was said before, where somebody else keeps it. Nothing is written then. */
  readonly messages?: readonly PiMessage[] | undefined;
}

interface Run {
  readonly events: EventQueue<PiEvent | HostEvent>;
  readonly approvals: PendingApprovals;
  readonly gate: Gate;
  readonly agent: PiAgent;
  /** Resolves when pi is done; never rejects. */
  readonly over: Promise<void>;
}

/** One conversation with pi, in this process. */
export class PiSession implements AgentSession<PiEvent, PiInput> {
  readonly #options: PiSessionOptions;
  #sessionId: string | undefined;
  #transcript: PiTranscript | undefined;
  #agent: PiAgent | undefined;
  #run: Run | undefined;
  #sending = false;
  #stopped = false;

  constructor(options: PiSessionOptions) {
    this.#options = options;
    this.#sessionId = options.agentSessionId;
  }

  get agentSessionId(): string | undefined {
    return this.#sessionId;
  }

  async *send(input: PiInput, { signal }: { signal: AbortSignal }): AsyncGenerator<PiEvent | HostEvent> {
    if (this.#sending) {
      throw new PosthouseError({ code: 'task_running', message: 'pi is still answering the last message.' });
    }
    this.#sending = true;
    this.#stopped = signal.aborted;
    const stop = (): void => void this.interrupt();
    signal.addEventListener('abort', stop);
    try {
      const agent = await this.#open();
      if (this.#stopped) return;
      const { events, approvals } = this.#start(agent, input);
      const { silenceMs } = this.#options;
      using silence = watchSilence({
        silenceMs,
        isExcused: () => approvals.size > 0,
        onSilence: () => events.fail(toFailure(`it has sent nothing for ${silenceMs} ms.`)),
      });
      for await (const event of events) {
        silence.heard();
        yield event;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      // A reader who leaves early stops the run, too.
      await this.interrupt();
      this.#sending = false;
    }
  }

  async interrupt(): Promise<void> {
    this.#stopped = true;
    const run = this.#run;
    if (run === undefined) return;
    run.events.end();
    run.gate.set(true);
    run.approvals.refuseAll('The run was stopped.');
    run.agent.abort();
    const timer = new AbortController();
    const late = sleep(this.#options.stopMs, 'late', { signal: timer.signal }).catch(() => undefined);
    const end = await Promise.race([run.over, late]);
    timer.abort();
    // A tool that does not listen keeps its agent busy. It is left behind; the next run gets an agent of its own.
    if (end === 'late' && this.#agent === run.agent) this.#agent = undefined;
    if (this.#run === run) this.#run = undefined;
  }

  async answer(answer: ApprovalAnswer): Promise<void> {
    const approvals = this.#run?.approvals ?? new PendingApprovals(() => undefined);
    approvals.answer(answer);
  }

  async fork(): Promise<PiSession> {
    await this.#open();
    if (this.#transcript === undefined)
      throw toFailure('the conversation is stored elsewhere and has to be copied there.');
    const agentSessionId = await this.#transcript.fork(this.#options.stateFolder);
    return new PiSession({ ...this.#options, agentSessionId });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.interrupt();
    this.#agent = undefined;
  }

  /** The agent with everything that was said before. */
  async #open(): Promise<PiAgent> {
    if (this.#agent !== undefined) return this.#agent;
    const { stateFolder, createAgent } = this.#options;
    let messages = this.#options.messages ?? [];
    if (this.#options.messages !== undefined) this.#transcript = undefined;
    else if (this.#sessionId === undefined) this.#transcript = await PiTranscript.create(stateFolder);
    else ({ transcript: this.#transcript, messages } = await PiTranscript.open(stateFolder, this.#sessionId));
    this.#sessionId = this.#transcript?.id ?? this.#sessionId;
    const agent = createAgent({ messages, beforeToolCall: (call) => this.#allow(agent, call) });
    agent.subscribe((event) => this.#hear(agent, event));
    this.#agent = agent;
    return agent;
  }

  #start(agent: PiAgent, input: PiInput): Run {
    const gate = new Gate();
    const events = new EventQueue<PiEvent | HostEvent>({ onPressure: (full) => gate.set(!full) });
    const approvals = new PendingApprovals((event) => events.push(event));
    const over = Promise.withResolvers<void>();
    const run: Run = { events, approvals, gate, agent, over: over.promise };
    // Before pi is asked: it begins to speak at once.
    this.#run = run;
    agent
      .prompt({ ...input, timestamp: Date.now() })
      .then(
        () => events.end(),
        (error: unknown) => events.fail(toFailure(error)),
      )
      .finally(() => {
        this.#end(run);
        over.resolve();
      });
    return run;
  }

  #end(run: Run): void {
    run.approvals.refuseAll('The run is over.');
    if (this.#run === run) this.#run = undefined;
  }

  /** pi waits for its listeners: nothing goes on before a message is in the transcript, or while the reader is behind. */
  async #hear(agent: PiAgent, event: PiEvent): Promise<void> {
    // What an agent that was left behind still says does not belong to the conversation any more.
    if (this.#agent !== agent) return;
    if (event.type === 'message_end' && event.message !== undefined) await this.#transcript?.add(event.message);
    this.#run?.events.push(event);
    await this.#run?.gate.opened;
  }

  async #allow(
    agent: PiAgent,
    { toolCall: { id, name }, args }: Parameters<PiAgentOptions['beforeToolCall']>[0],
  ): Promise<{ block: true; reason: string } | undefined> {
    if (!this.#options.needsApproval(name, args)) return undefined;
    const run = this.#agent === agent ? this.#run : undefined;
    if (run === undefined) return { block: true, reason: 'The run is over.' };
    const asked = { approvalId: id, toolCallId: id, toolName: name, input: args };
    const { approved, reason = 'The user did not allow this call.' } = await run.approvals.ask(asked);
    return approved ? undefined : { block: true, reason };
  }
}

function toFailure(error: unknown): PosthouseError {
  const text = messageOf(error);
  return new PosthouseError({ code: 'agent_failed', message: `pi failed: ${text}`, cause: error });
}
