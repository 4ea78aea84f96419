import { PosthouseError } from '@posthouse/protocol';
import { agent } from '../definitions/agent.ts';
import {
  readMail,
  type ScriptedModel,
  type ScriptedRequest,
  type ScriptedToolCall,
  type ScriptedTurn,
  scripted,
} from '../scripted/index.ts';
import { swarm, type Swarm } from '../swarm.ts';
import { Fuse } from './fuse.ts';
import { PeerWorld, type WorldOptions } from './peer-world.ts';

type RelayTown = { swarm: Swarm; model: ScriptedModel };

/**
 * A swarm whose boss passes errands on. An errand is a word, how far it has come, and where it goes from here, such as
 * `apple/0 beta gamma`; whoever it goes nowhere from answers, and answers go all the way back. So the words of a prompt tell
 * which errands the model knows of, and nothing has to be remembered but the prompt.
 */
function relayTown(name: string, others: readonly string[]): RelayTown {
  const model = scripted(relay, { modelId: `boss of ${name}` });
  const boss = agent({
    name: 'boss',
    model,
    commTargets: others.filter((other) => other !== name).map((other) => `boss@${other}`),
    enableEntrypoint: true,
    enableInterswarm: true,
    canCompleteTasks: true,
  });
  return {
    swarm: swarm({ name, version: '1.0.0', entrypoint: 'boss', enableInterswarm: true, agents: [boss] }),
    model,
  };
}

export const errand = (word: string, ...path: string[]): string => [`${word}/0`, ...path].join(' ');

const ERRAND = /^(\w+)\/(\d+)((?: \w+)*)$/;
type Errand = { word: string; step: number; path: string[]; from: string; isUsers: boolean };

/** The words of all errands that a prompt knows of, in their order. */
export function wordsOf(request: Pick<ScriptedRequest, 'messages'>): string[] {
  const text = JSON.stringify(request.messages).replaceAll(String.raw`\n`, ' ');
  return [...new Set([...text.matchAll(/(\w+)\/\d+/g)].map(([, word]) => word!))];
}

/** What a boss does next who passes errands on. */
export function relay({ messages }: Pick<ScriptedRequest, 'messages'>): ScriptedTurn {
  const mails = messages.flatMap(({ text }) => readMail(text).mail);
  const errands = mails.flatMap(({ body, from, fromType }): Errand[] => {
    const [, word, step, path] = ERRAND.exec(body) ?? [];
    if (word === undefined) return [];
    return [{ word, step: Number(step), path: path!.split(' ').slice(1), from, isUsers: fromType !== 'agent' }];
  });
  const news = readMail(messages.at(-1)?.text ?? '').mail;
  const calls = news.flatMap(({ body, subject }): ScriptedToolCall[] => {
    const [, word, step] = ERRAND.exec(body) ?? [];
    if (word !== undefined) {
      return act(errands.findLast((each) => each.word === word && each.step === Number(step))!);
    }
    const [, done, at] = /^(\w+)\/(\d+)$/.exec(subject) ?? [];
    const asked = errands.findLast((each) => each.word === done && each.step === Number(at) - 1);
    return asked === undefined ? [] : answer(asked);
  });
  return { toolCalls: calls.length > 0 ? calls : [{ name: 'ignore_broadcast', input: { reason: null } }] };
}

function act(asked: Errand): ScriptedToolCall[] {
  const [next, ...rest] = asked.path;
  if (next === undefined) return answer(asked);
  const id = `${asked.word}/${asked.step + 1}`;
  return [{ name: 'send_request', input: { target: `boss@${next}`, subject: id, body: [id, ...rest].join(' ') } }];
}

function answer({ word, step, from, isUsers }: Errand): ScriptedToolCall[] {
  const text = `done: ${word}/${step}`;
  return isUsers
    ? [{ name: 'task_complete', input: { finish_message: text } }]
    : [{ name: 'send_response', input: { target: from, subject: `${word}/${step}`, body: text } }];
}

export const TOWNS = ['alpha', 'beta', 'gamma'] as const;
export type TownName = (typeof TOWNS)[number];

/** Three towns that pass errands on. The person who sends them is at alpha, and repeats what has come to nothing. */
export class Relay implements AsyncDisposable {
  readonly world: PeerWorld;
  readonly #towns: ReadonlyMap<string, RelayTown>;

  private constructor(world: PeerWorld, towns: ReadonlyMap<string, RelayTown>) {
    this.world = world;
    this.#towns = towns;
  }

  static async open(options: WorldOptions = {}): Promise<Relay> {
    const towns = new Map(TOWNS.map((name) => [name, relayTown(name, TOWNS)]));
    const swarms = [...towns.values()].map((town) => town.swarm);
    return new Relay(await PeerWorld.open(swarms, options), towns);
  }

  /** Posts an errand at alpha. */
  post(taskId: string, word: string, ...path: string[]): Promise<void> {
    return this.#insist((instance) => instance.submit({ taskId, body: errand(word, ...path), idempotencyKey: word }));
  }

  /** The same; resolves when everybody is at rest. */
  async send(taskId: string, word: string, ...path: string[]): Promise<void> {
    await this.post(taskId, word, ...path);
    await this.settled();
  }

  fork(taskId: string, beforeRun: number, newTaskId: string): Promise<void> {
    return this.#insist(async (instance) => {
      if ((await instance.task(newTaskId)) === undefined) await instance.fork(taskId, { beforeRun, newTaskId });
    });
  }

  cancel(taskId: string): Promise<void> {
    return this.#insist((instance) => instance.cancel(taskId));
  }

  /** What a town's model was asked. */
  requestsAt(town: string): ScriptedModel['requests'] {
    return this.#towns.get(town)!.model.requests;
  }

  /** The errands that it knew of when it was last asked. */
  knownAt(town: string): string[] {
    return wordsOf(this.requestsAt(town).at(-1)!);
  }

  async settled(): Promise<void> {
    for (;;) {
      await this.#revive();
      if (await this.world.isAtRest()) return;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Kills a town and starts it again on what is on its disk. With a moment, it dies once more at that one. */
  async restart(town: string, moment?: number): Promise<void> {
    const { fuse, engine, definition, store } = this.world.server(town);
    fuse.blow();
    void engine.stop({ drainMs: 0 });
    await store.leave(engine.node);
    const next = new Fuse(moment);
    await Promise.race([this.world.start(definition, store, { fuse: next }), next.blown]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.world[Symbol.asyncDispose]();
  }

  async #revive(): Promise<void> {
    for (const town of TOWNS) if (this.world.server(town).fuse.dead) await this.restart(town);
  }

  async #insist(wish: (instance: ReturnType<PeerWorld['server']>['instance']) => Promise<unknown>): Promise<void> {
    for (;;) {
      await this.#revive();
      const { instance, fuse } = this.world.server('alpha');
      const done = wish(instance).then(
        () => true,
        (error: unknown) => {
          if (fuse.dead || (PosthouseError.isInstance(error) && error.code === 'unavailable')) return false;
          throw error;
        },
      );
      if (await Promise.race([done, fuse.blown.then(() => false)])) return;
    }
  }
}
