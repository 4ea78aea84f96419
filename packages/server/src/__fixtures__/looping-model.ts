import { action, agent, type AgentOptions, type AnyAction, type Budgets, swarm } from '@posthouse/runtime';
import type { Script, ScriptedTurn } from '@posthouse/runtime/scripted';
import { type ScriptedLLM, startScriptedLLM } from '@posthouse/testkit';
import { vi } from 'vitest';
import { quiet } from '../logging/quiet.ts';
import type { RunningServer, StartOptions } from '../start-options.ts';
import { startServer } from '../start-server.ts';

const broken: AnyAction = action({
  name: 'broken',
  description: 'Never works.',
  parameters: { type: 'object', properties: { at: { type: 'number' } } },
  execute: () => {
    throw new Error('the machine is broken');
  },
});

const tick: AnyAction = action({
  name: 'tick',
  description: 'Always works.',
  parameters: { type: 'object', properties: {} },
  execute: () => 'tock',
});

export type LoopOptions = {
  /** What the model answers, whoever asks. */
  script: Script;
  boss?: Partial<AgentOptions>;
  actions?: AnyAction[];
  limits?: object;
  budgets?: Budgets;
  server?: Partial<StartOptions>;
};

/** A server with a boss and a clerk whose model misbehaves, over HTTP on both sides. */
export class LoopingModel implements AsyncDisposable {
  readonly llm: ScriptedLLM;
  server: RunningServer;
  readonly #options: LoopOptions;

  private constructor(llm: ScriptedLLM, server: RunningServer, options: LoopOptions) {
    this.llm = llm;
    this.server = server;
    this.#options = options;
  }

  static async start(options: LoopOptions): Promise<LoopingModel> {
    const llm = await startScriptedLLM({ script: options.script });
    return new LoopingModel(llm, await serveLoop(llm, options), options);
  }

  /** Another server in the place of the first, which is stopped in the middle of whatever it does. */
  async restart(): Promise<void> {
    await this.server.stop({ drainMs: 0 });
    this.server = await serveLoop(this.llm, this.#options);
  }

  /** What has been paid for. */
  get bill(): number {
    return this.llm.requests.length;
  }

  /** What the model was last given, as text. */
  prompt(index = -1): string {
    const { messages } = this.llm.requests.at(index)!;
    return messages.map(({ text, toolResults }) => [text, ...toolResults.map((result) => result.text)]).join('\n');
  }

  async call(path: string, body?: object, init: RequestInit & { role?: 'user' | 'admin' } = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.server.tokens![init.role ?? 'user']}` };
    const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(`${this.server.url}${path}`, { headers, ...given, ...init });
  }

  async post(body: object = {}, role: 'user' | 'admin' = 'user'): Promise<Record<string, unknown>> {
    const response = await this.call('/message', { body: 'go', task_id: 't', ...body }, { role });
    return (await response.json()) as Record<string, unknown>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    await this.llm[Symbol.asyncDispose]();
  }
}

async function serveLoop(
  llm: ScriptedLLM,
  { boss, actions = [], limits, budgets, server }: Omit<LoopOptions, 'script'>,
): Promise<RunningServer> {
  vi.stubEnv('OPENAI_COMPATIBLE_BASE_URL', `${llm.url}/v1`);
  const common = { model: 'openai-compatible/loop', actions: [broken, tick, ...actions] };
  const agents = [
    agent({
      ...common,
      name: 'boss',
      system: 'You are the boss.',
      commTargets: ['clerk'],
      enableEntrypoint: true,
      canCompleteTasks: true,
      ...boss,
    }),
    agent({ ...common, name: 'clerk', system: 'You are the clerk.', commTargets: ['boss'] }),
  ];
  return startServer(
    swarm({
      name: 'loop',
      version: '1.0.0',
      agents,
      entrypoint: 'boss',
      limits,
      budgets,
    }),
    { port: 0, databaseURL: 'sqlite::memory:', logger: quiet, handleSignals: false, ...server },
  );
}

/** An answer that only calls a tool. */
export function calls(name: string, input: object = {}): ScriptedTurn {
  return { toolCalls: [{ name, input }] };
}
