import { agent, type AgentOptions, swarm, type SwarmOptions } from '@posthouse/runtime';
import { readMail, type ScriptedRequest, type ScriptedTurn } from '@posthouse/runtime/scripted';
import { type ScriptedLLM, startScriptedLLM } from '@posthouse/testkit';
import { vi } from 'vitest';
import type { ServedSwarmsOptions } from '../served-swarms.ts';
import type { Loose } from './loose.ts';
import { type CallOptions, Stage } from './stage.ts';
import { until } from './until.ts';

export type BusyOptions = {
  modelCalls?: ServedSwarmsOptions['modelCalls'];
  /** Of both swarms. */
  swarm?: Partial<SwarmOptions>;
  agent?: Partial<AgentOptions>;
  /** What the model does instead of waiting for its release and completing the task. */
  script?: (request: ScriptedRequest) => ScriptedTurn | undefined;
  store?: ServedSwarmsOptions['store'];
};

/** A server whose model answers when it is told to, and counts how many ask it at once. Everything goes over HTTP. */
export class BusyModel implements AsyncDisposable {
  readonly llm: ScriptedLLM;
  stage!: Stage;
  /** How many requests the model has at the moment, and how many it ever had. */
  asking = 0;
  most = 0;
  /** What it was asked to read first, in order. */
  readonly asked: string[] = [];
  #released = 0;
  readonly #waiting: (() => void)[] = [];

  private constructor(llm: ScriptedLLM) {
    this.llm = llm;
  }

  static async start(options: BusyOptions = {}): Promise<BusyModel> {
    const { script = () => undefined } = options;
    let busy: BusyModel | undefined;
    const llm = await startScriptedLLM({
      script: async (request) => {
        busy!.#begin(request);
        const turn = script(request);
        if (turn !== undefined) return turn;
        await busy!.#release();
        return { toolCalls: [{ name: 'task_complete', input: { finish_message: 'done' } }] };
      },
      log: () => (busy!.asking -= 1),
    });
    busy = new BusyModel(llm);
    await busy.open(options);
    return busy;
  }

  /** Serves two swarms of one agent each, `one` and `two`, with models of the same names. */
  async open({ modelCalls, swarm: settings, agent: own, store }: BusyOptions): Promise<void> {
    vi.stubEnv('OPENAI_COMPATIBLE_BASE_URL', `${this.llm.url}/v1`);
    const swarms = ['one', 'two'].map(
      (name) =>
        swarm({
          name,
          version: '1.0.0',
          entrypoint: 'clerk',
          agents: [
            agent({
              name: 'clerk',
              ...(own?.run === undefined ? { model: `openai-compatible/${name}` } : {}),
              commTargets: [],
              enableEntrypoint: true,
              canCompleteTasks: true,
              ...own,
            }),
          ],
          ...settings,
        }).definition,
    );
    this.stage = await Stage.open({
      swarms,
      modelCalls,
      store,
    });
  }

  /** Lets the model answer so many requests: those that it has, or the next ones. */
  release(count = Infinity): void {
    this.#released += count;
    while (this.#released > 0 && this.#waiting.length > 0) {
      this.#released -= 1;
      this.#waiting.shift()!();
    }
  }

  /** Posts a message that the answer is waited for, over HTTP. */
  async post(body: string, options: CallOptions & { swarm?: string; task?: string } = {}): Promise<Loose> {
    const { swarm: name = 'one', task = body, ...call } = options;
    const message = { body, task_id: task, swarm: name };
    const response = await this.stage.overHTTP('/message', { body: message, ...call });
    return (await response.json()) as Loose;
  }

  async task(id: string, options: CallOptions & { swarm?: string } = {}): Promise<Loose> {
    const { swarm: name = 'one', ...call } = options;
    const response = await this.stage.overHTTP(`/tasks/${id}?swarm=${name}`, call);
    return (await response.json()) as Loose;
  }

  /** Posts a message and resolves when it waits in the queue; gives what comes of it. */
  async queue(body: string, options: CallOptions & { swarm?: string } = {}): Promise<{ answer: Promise<Loose> }> {
    const answer = this.post(body, options);
    await until(async () => (await this.task(body, options)).queued !== undefined);
    return { answer };
  }

  #begin({ messages }: ScriptedRequest): void {
    this.asking += 1;
    this.most = Math.max(this.most, this.asking);
    this.asked.push(readMail(messages.at(-1)!.text).mail[0]?.body ?? '');
  }

  async #release(): Promise<void> {
    if (this.#released > 0) {
      this.#released -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.release();
    await this.stage[Symbol.asyncDispose]();
    await this.llm.close().catch(() => undefined);
  }
}
