import { formatInstance, type Instance, type LogEntry, PosthouseError } from '@posthouse/protocol';
import {
  type Engine,
  SwarmInstance,
  type PeerCard,
  type PeerLetter,
  type Peers,
  type PeerTask,
  type SwarmDefinition,
  type TokenEvent,
} from '@posthouse/runtime';

/** What a process tells of itself. It begins to serve after its neighbours have been introduced to each other. */
export type NeighbourhoodOptions = { definitions: () => SwarmDefinition[]; engine: () => Engine | undefined };

/** The swarms of one server write to each other as if they were peers, without a network in between. */
export class Neighbours {
  readonly #options: NeighbourhoodOptions;

  constructor(options: NeighbourhoodOptions) {
    this.#options = options;
  }

  has(swarm: string): boolean {
    return this.#options.definitions().some(({ name }) => name === swarm);
  }

  cards(): PeerCard[] {
    return this.#options.definitions().map(({ name, description, keywords, public: isPublic }) => ({
      name,
      description,
      keywords,
      public: isPublic,
      active: true,
      ours: true,
    }));
  }

  async deliver({ direction, envelope }: PeerLetter): Promise<{ runner: string }> {
    const from = { swarm: envelope.sourceSwarm, ours: true };
    const { swarm } = await this.#engine().receive({ direction, envelope, from });
    return { runner: formatInstance({ swarm, role: 'swarm', id: envelope.sourceSwarm }) };
  }

  follow(request: PeerTask & { after: number }, signal: AbortSignal): AsyncGenerator<LogEntry | TokenEvent> {
    return this.instance(request).follow(request.taskId, { after: request.after, tokens: true, signal });
  }

  async cancel(request: PeerTask & { key: string }): Promise<void> {
    await this.instance(request).cancel(request.taskId, { idempotencyKey: request.key });
  }

  async forget({ swarm, peer, taskId }: PeerTask): Promise<void> {
    await this.#engine().forget({ swarm: peer, role: 'swarm', id: swarm }, taskId);
  }

  async resume(request: Parameters<Peers['resume']>[0]): Promise<void> {
    await this.instance(request).resume(request.taskId, request.answers, { idempotencyKey: request.key });
  }

  /** The work of one swarm for another. */
  instance({ swarm, peer }: Pick<PeerTask, 'swarm' | 'peer'>): SwarmInstance {
    const definition = this.#options.definitions().find(({ name }) => name === peer)!;
    const owner: Instance = { swarm: peer, role: 'swarm', id: swarm };
    return new SwarmInstance(definition, owner, this.#engine());
  }

  #engine(): Engine {
    const engine = this.#options.engine();
    if (engine !== undefined) return engine;
    throw new PosthouseError({ code: 'peer_unreachable', message: 'the server is starting' });
  }
}
