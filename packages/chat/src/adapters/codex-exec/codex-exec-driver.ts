import type { ChildProcess } from 'node:child_process';
import { messageOf, PosthouseError } from '@posthouse/protocol';
import type { AgentRun } from '../driving/agent-run.ts';
import { catchChild } from '../driving/catch-child.ts';
import type { DriverHost, RuntimeDriver } from '../driving/driven-session.ts';
import { endProcess } from '../driving/end-process.ts';
import type { CodexExecEvent } from './codex-exec-event.ts';
import { type CodexExecMessage, writeImages } from './codex-exec-input.ts';
import type { CodexThread } from './codex-sdk.ts';

export interface CodexExecDriverOptions {
  readonly host: DriverHost;
  /** Starts a conversation, or goes on with one. */
  readonly openThread: (id: string | undefined) => CodexThread;
}

/** Runs `codex exec` once per message, through the SDK. There is nothing between two messages that could be idle. */
export class CodexExecDriver implements RuntimeDriver<CodexExecEvent, CodexExecMessage> {
  readonly #options: CodexExecDriverOptions;
  #child: ChildProcess | undefined;
  #abort: AbortController | undefined;
  #working: Promise<void> | undefined;

  constructor(options: CodexExecDriverOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  begin(message: CodexExecMessage, run: AgentRun<CodexExecEvent>): void {
    this.#abort = new AbortController();
    this.#working = this.#work(message, run, this.#abort.signal);
  }

  /** The SDK knows no other way than to end the process. What it has started is ended first, while it can be found. */
  async interrupt(): Promise<void> {
    const ended = this.#child === undefined ? undefined : endProcess(this.#child, { graceMs: 300 });
    this.#abort?.abort();
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.interrupt();
    await this.#working;
  }

  async #work(message: CodexExecMessage, run: AgentRun<CodexExecEvent>, signal: AbortSignal): Promise<void> {
    const { host, openThread } = this.#options;
    const id = host.agentSessionId;
    const seen = { events: 0, end: false };
    try {
      await using images = await writeImages(message);
      const thread = openThread(id);
      const events = await catchChild(
        () => thread.runStreamed(images.input, { signal }),
        (child) => (this.#child = child),
      ).then((turn) => turn.events);
      for (;;) {
        const next = await catchChild(
          () => events.next(),
          (child) => (this.#child = child),
        );
        if (next.done === true) break;
        const event = next.value;
        seen.events += 1;
        if (event.type === 'turn.completed' || event.type === 'turn.failed') seen.end = true;
        if (event.type === 'thread.started' && event.thread_id !== undefined) host.identify(event.thread_id);
        if (!run.isStopping) await run.tell(event);
      }
    } catch (error) {
      // After the end of a turn that failed, the SDK throws the same once more.
      if (!run.isStopping && !seen.end) run.fail(toFailure(error, seen.events === 0 ? id : undefined));
    }
    // The SDK has asked its process to end, but waits for nothing.
    if (this.#child !== undefined) await endProcess(this.#child, { graceMs: 300 });
    this.#child = undefined;
    run.end();
  }
}

function toFailure(error: unknown, resumed: string | undefined): PosthouseError {
  const message = messageOf(error);
  if (/ENOENT|EACCES|Unable to locate|Missing optional/i.test(message)) {
    const text = 'The Codex program cannot be run. Install @openai/codex again, with its optional dependencies.';
    return new PosthouseError({ code: 'agent_unavailable', message: text, cause: error });
  }
  if (resumed !== undefined && /no rollout|not found|thread\/resume/i.test(message)) {
    const text = `Codex no longer has the conversation ${resumed}.`;
    const details = { reason: 'unknown-session' };
    return new PosthouseError({ code: 'agent_failed', message: text, details, cause: error });
  }
  return new PosthouseError({ code: 'agent_failed', message: `Codex stopped: ${message.slice(-1_000)}`, cause: error });
}
