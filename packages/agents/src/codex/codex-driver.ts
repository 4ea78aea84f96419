import { delimiter } from 'node:path';
import { defined, type JSONObject, messageOf, PosthouseError } from '@posthouse/protocol';
import type { OpenOptions } from '../agent-adapter.ts';
import type { AgentRun } from '../driving/agent-run.ts';
import type { DriverHost, ProgramDriver } from '../driving/driven-session.ts';
import { endProcess } from '../driving/end-process.ts';
import { descendantsOf } from '../driving/process-table.ts';
import { JsonRpc, JsonRpcError } from '../driving/json-rpc.ts';
import { programEnvironment } from '../driving/program-environment.ts';
import { type SpawnedProgram, spawnProgram } from '../driving/spawn-program.ts';
import { answerRequest } from './answer-request.ts';
import { KEY_VARIABLE, toCodexConfig, toConfigArguments } from './codex-config.ts';
import type { CodexEvent, CodexParams } from './codex-event.ts';
import type { CodexInput } from './codex-input.ts';
import type { CodexProgram } from './find-codex.ts';

export interface CodexDriverOptions {
  readonly program: CodexProgram;
  readonly host: DriverHost;
  readonly open: OpenOptions;
}

/** A running `codex app-server` with one conversation in it. */
export class CodexDriver implements ProgramDriver<CodexEvent, CodexInput[]> {
  readonly #host: DriverHost;
  readonly #open: OpenOptions;
  readonly #spawned: SpawnedProgram;
  readonly #rpc: JsonRpc;
  readonly #thread: Promise<string>;
  #current: CurrentTurn | undefined;

  constructor({ program, host, open }: CodexDriverOptions) {
    this.#host = host;
    this.#open = open;
    this.#spawned = startServer(program, open);
    const { child } = this.#spawned;
    this.#rpc = new JsonRpc({
      child,
      onNotification: (event) => this.#hear(event as CodexEvent),
      onRequest: (request) =>
        answerRequest(request, { approvals: host.approvals, isAttended: () => this.#isAttended() }),
    });
    child.once('error', (cause) => this.#close(cannotRun(cause)));
    child.once('exit', (code, signal) => this.#close(this.#toExit(code, signal)));
    this.#thread = this.#openThread();
    // Whoever sends a message learns about it; nobody else needs to.
    this.#thread.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#spawned.child.pid;
  }

  begin(input: CodexInput[], run: AgentRun<CodexEvent>): void {
    const current: CurrentTurn = { run };
    this.#current = current;
    const begin = async (): Promise<void> => {
      const threadId = (current.threadId = await this.#thread);
      const { turn } = (await this.#rpc.call('turn/start', { threadId, input })) as { turn: { id: string } };
      current.turnId = turn.id;
      if (run.isStopping) await this.interrupt();
    };
    begin().catch((error: unknown) => {
      run.fail(toFailure(error));
      this.#finish(run);
    });
  }

  async interrupt(): Promise<void> {
    const { threadId, turnId, run } = this.#current ?? {};
    if (turnId === undefined) return;
    await this.#rpc.call('turn/interrupt', { threadId, turnId });
    await run?.over;
    // Codex lets commands go on when their turn is interrupted; the user wanted them to stop.
    if (this.pid === undefined || descendantsOf(this.pid).length === 0) return;
    this.#host.gone();
    await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#spawned.child.stdin?.end();
    await endProcess(this.#spawned.child);
  }

  async #openThread(): Promise<string> {
    const clientInfo = { name: 'posthouse', title: 'Posthouse', version: '0.1.0' };
    await this.#rpc.call('initialize', { clientInfo, capabilities: null });
    this.#rpc.notify('initialized');
    const { cwd, model, options = {} } = this.#open;
    const settings: JSONObject = {
      cwd,
      approvalPolicy: options['approvalPolicy'] ?? 'on-request',
      sandbox: options['sandbox'] ?? 'workspace-write',
      ...defined({ model }),
    };
    const { agentSessionId: threadId, isFork } = this.#host;
    const opened =
      threadId === undefined
        ? this.#rpc.call('thread/start', settings)
        : this.#rpc
            .call(isFork ? 'thread/fork' : 'thread/resume', { threadId, ...settings, excludeTurns: true })
            .catch((error: unknown) => {
              throw error instanceof JsonRpcError ? unknownSession(threadId, error) : error;
            });
    const { thread } = (await opened) as { thread: { id: string } };
    this.#host.identify(thread.id);
    return thread.id;
  }

  #hear(event: CodexEvent): void {
    const current = this.#current;
    if (current === undefined) return;
    const { run } = current;
    const isEnd = event.method === 'turn/completed' && isOf(event.params, current);
    if (!run.isStopping || event.method === 'item/completed' || isEnd) {
      const room = run.tell(event);
      if (room !== undefined) {
        this.#rpc.hold(true);
        void room.then(() => this.#rpc.hold(false));
      }
    }
    if (isEnd) this.#finish(run);
  }

  #finish(run: AgentRun<CodexEvent>): void {
    if (this.#current?.run === run) this.#current = undefined;
    run.end();
  }

  #isAttended(): boolean {
    return this.#current !== undefined && !this.#current.run.isStopping;
  }

  #close(error: PosthouseError): void {
    this.#host.gone();
    this.#rpc.close(error);
    const run = this.#current?.run;
    if (run === undefined) return;
    if (!run.isStopping) run.fail(error);
    this.#finish(run);
  }

  #toExit(code: number | null, signal: NodeJS.Signals | null): PosthouseError {
    const how = signal === null ? `with code ${code ?? '?'}` : `by ${signal}`;
    const complaints = this.#spawned.complaints().slice(-500);
    const message = `Codex stopped ${how}${complaints === '' ? '.' : `: ${complaints}`}`;
    return new PosthouseError({ code: 'agent_failed', message });
  }
}

interface CurrentTurn {
  readonly run: AgentRun<CodexEvent>;
  threadId?: string;
  turnId?: string;
}

function startServer({ command, toolsFolder }: CodexProgram, open: OpenOptions): SpawnedProgram {
  const { cwd, env, apiKey, baseURL, options = {} } = open;
  const config = toCodexConfig({ baseURL, config: options['config'] as JSONObject | undefined });
  const variables = programEnvironment({
    prefixes: ['OPENAI_', 'CODEX_', 'AZURE_OPENAI_'],
    env: {
      ...(apiKey === undefined ? {} : { [baseURL === undefined ? 'OPENAI_API_KEY' : KEY_VARIABLE]: apiKey }),
      ...env,
    },
  });
  if (toolsFolder !== undefined) variables['PATH'] = `${toolsFolder}${delimiter}${variables['PATH'] ?? ''}`;
  return spawnProgram(command, ['app-server', ...toConfigArguments(config)], { cwd, env: variables });
}

/** Whether a turn that has ended is ours and not that of an agent below it. */
function isOf({ threadId, turn }: CodexParams, current: CurrentTurn): boolean {
  return threadId === current.threadId && (current.turnId === undefined || turn?.id === current.turnId);
}

function cannotRun(cause: Error): PosthouseError {
  const message = 'The Codex program cannot be run. Install @openai/codex again, with its optional dependencies.';
  return new PosthouseError({ code: 'agent_unavailable', message, cause });
}

function unknownSession(threadId: string, cause: Error): PosthouseError {
  const message = `Codex no longer has the conversation ${threadId}.`;
  return new PosthouseError({ code: 'agent_failed', message, details: { reason: 'unknown-session' }, cause });
}

function toFailure(error: unknown): PosthouseError {
  if (PosthouseError.isInstance(error)) return error;
  const message = messageOf(error);
  return new PosthouseError({ code: 'agent_failed', message: `Codex refused: ${message}`, cause: error });
}
