import type { ChildProcess } from 'node:child_process';
import { messageOf, PosthouseError } from '@posthouse/protocol';
import type { AgentRun } from '../driving/agent-run.ts';
import type { DriverHost, ProgramDriver } from '../driving/driven-session.ts';
import { endProcess } from '../driving/end-process.ts';
import { EventQueue } from '../driving/event-queue.ts';
import { type SpawnedProgram, spawnProgram } from '../driving/spawn-program.ts';
import type { ClaudeEvent } from './claude-event.ts';
import type { ClaudeCallContext, ClaudePermission, ClaudeQuery, ClaudeSDK, ClaudeUserMessage } from './claude-sdk.ts';
import { ClaudeRunWatch } from './claude-run-watch.ts';

export interface ClaudeDriverOptions {
  readonly sdk: ClaudeSDK;
  readonly host: DriverHost;
  /** What `query` is called with, apart from what resumes. */
  readonly queryOptions: Readonly<Record<string, unknown>>;
}

/** Said between two runs, such as that a command in the background is done; told when the next run begins. */
const MAX_BETWEEN_RUNS = 1_000;

/** A running Claude, which takes one message of the user after the other. */
export class ClaudeDriver implements ProgramDriver<ClaudeEvent, ClaudeUserMessage> {
  readonly #host: DriverHost;
  readonly #input = new EventQueue<ClaudeUserMessage>();
  readonly #query: ClaudeQuery;
  readonly #ended: Promise<void>;
  #spawned: SpawnedProgram | undefined;
  #current: { readonly run: AgentRun<ClaudeEvent>; readonly watch: ClaudeRunWatch } | undefined;
  #between: ClaudeEvent[] = [];

  constructor({ sdk, host, queryOptions }: ClaudeDriverOptions) {
    this.#host = host;
    const resume = host.agentSessionId === undefined ? {} : { resume: host.agentSessionId, forkSession: host.isFork };
    this.#query = sdk.query({
      prompt: this.#input,
      options: {
        ...queryOptions,
        ...resume,
        spawnClaudeCodeProcess: ({ command, args, cwd, env }): ChildProcess => {
          this.#spawned = spawnProgram(command, args, { cwd, env });
          return this.#spawned.child;
        },
        canUseTool: (tool, input, context) => this.#ask(tool, input, context),
      },
    });
    this.#ended = this.#read().then(
      () =>
        this.#close(new PosthouseError({ code: 'agent_failed', message: 'Claude stopped before it had answered.' })),
      (error: unknown) => this.#close(this.#toFailure(error)),
    );
  }

  get pid(): number | undefined {
    return this.#spawned?.child.pid;
  }

  begin(message: ClaudeUserMessage, run: AgentRun<ClaudeEvent>): void {
    this.#current = { run, watch: new ClaudeRunWatch(message.uuid) };
    for (const event of this.#between) void run.tell(event);
    this.#between = [];
    this.#input.push(message);
  }

  async interrupt(): Promise<void> {
    await this.#query.interrupt();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#input.end();
    if (this.#spawned !== undefined) await endProcess(this.#spawned.child);
    await this.#ended;
  }

  async #read(): Promise<void> {
    for await (const event of this.#query) await this.#hear(event);
  }

  #hear(event: ClaudeEvent): Promise<void> | undefined {
    if (event.type === 'system' && event.subtype === 'init' && event.session_id !== undefined) {
      this.#host.identify(event.session_id);
    }
    if (this.#current === undefined) {
      if (this.#between.length < MAX_BETWEEN_RUNS) this.#between.push(event);
      return undefined;
    }
    const { run, watch } = this.#current;
    if (event.type === 'result' && event.errors?.some((text) => /no conversation found/i.test(text))) {
      run.fail(unknownSession(this.#host.agentSessionId));
      return undefined;
    }
    const isLast = watch.hear(event, run.isStopping);
    const isWanted = !run.isStopping || event.type === 'user' || event.type === 'result';
    const room = isWanted ? run.tell(event) : undefined;
    if (isLast) {
      this.#current = undefined;
      run.end();
    }
    return room;
  }

  async #ask(tool: string, input: unknown, { toolUseID, signal }: ClaudeCallContext): Promise<ClaudePermission> {
    const { approvals } = this.#host;
    if (this.#current === undefined || this.#current.run.isStopping) {
      return { behavior: 'deny', message: 'Nobody is there to be asked.' };
    }
    const withdraw = (): void => approvals.refuse(toolUseID, 'The call was withdrawn.');
    signal.addEventListener('abort', withdraw, { once: true });
    const answer = await approvals.ask({ approvalId: toolUseID, toolCallId: toolUseID, toolName: tool, input });
    signal.removeEventListener('abort', withdraw);
    if (answer.approved) return { behavior: 'allow', updatedInput: answer.input ?? input };
    return { behavior: 'deny', message: answer.reason ?? 'The user did not allow this.' };
  }

  /** The process is gone. After an error of the model that is how Claude says goodbye, and its result told why. */
  async #close(error: PosthouseError): Promise<void> {
    this.#host.gone();
    // The SDK may have given up on a process that has not.
    if (this.#spawned !== undefined) await endProcess(this.#spawned.child);
    const current = this.#current;
    this.#current = undefined;
    if (current === undefined) return;
    current.run.isLost = !current.watch.hasResult;
    if (current.run.isLost && !current.run.isStopping) current.run.fail(error);
    current.run.end();
  }

  #toFailure(error: unknown): PosthouseError {
    const message = messageOf(error);
    if (/ENOENT|EACCES|binary.*not found|executable not found/i.test(message)) return missingProgram(error);
    const complaints = this.#spawned?.complaints() ?? '';
    return new PosthouseError({
      code: 'agent_failed',
      message: `Claude stopped: ${message}${complaints === '' ? '' : ` (${complaints.slice(-500)})`}`,
      cause: error,
    });
  }
}

function missingProgram(cause: unknown): PosthouseError {
  return new PosthouseError({
    code: 'agent_unavailable',
    message:
      'The Claude program is missing or cannot be run. ' +
      'Install @anthropic-ai/claude-agent-sdk again, with its optional dependencies.',
    cause,
  });
}

function unknownSession(id: string | undefined): PosthouseError {
  return new PosthouseError({
    code: 'agent_failed',
    message: `Claude no longer has the conversation ${id ?? ''}.`,
    details: { reason: 'unknown-session' },
  });
}
