import type { Instance } from '@posthouse/protocol';
import type { Agent } from '../definitions/agent.ts';
import type { SwarmCallBounds } from '../definitions/swarm-definition.ts';
import type { ModelQueue } from './model-queue.ts';

/** A message on its way into the queue: until its first call waits there, it is counted as if one did. */
export class QueueAdmission implements Disposable {
  readonly #queue: ModelQueue;
  readonly #owner: Instance;
  readonly #taskId: string;
  /** Whether whoever reads the message asks a model; other functions wait for nobody. */
  readonly #asks: boolean;
  #isIn = false;
  #arrived: (() => void) | undefined;

  constructor(queue: ModelQueue, { owner, taskId, reader }: { owner: Instance; taskId: string; reader: Agent }) {
    this.#queue = queue;
    this.#owner = owner;
    this.#taskId = taskId;
    this.#asks = reader.run === undefined || reader.asksModel !== undefined;
  }

  /** Throws `queue_full` when too many wait already. A message that was let in stays so. */
  refuseIfFull(swarm?: SwarmCallBounds): void {
    if (this.#isIn) return;
    this.#queue.refuseIfFull(this.#owner, swarm);
    this.#isIn = true;
    if (this.#asks) this.#arrived = this.#queue.arrive(this.#owner, this.#taskId);
  }

  /** The message is safe, or was refused. Its turn asks for its slot a moment later. */
  [Symbol.dispose](): void {
    if (this.#arrived !== undefined) setImmediate(this.#arrived);
  }
}
