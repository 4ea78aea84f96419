import { PosthouseError } from '@posthouse/protocol';
import { isStale, type SessionOwner, type TaskKey } from '@posthouse/store';
import type { AgentSessionRecord, AgentSessionStore, StoredAgentSession } from './agent-session-store.ts';
import { without } from './without.ts';

/** How often to retry when another process wrote first. */
const MAX_TRIES = 20;

/** What is kept of one session, and how to change it while others may do so too. */
export class SessionRecord {
  readonly #store: AgentSessionStore;
  readonly #owner: SessionOwner;
  readonly #id: string;
  /** As it was last seen here. */
  known: StoredAgentSession | undefined;

  constructor(store: AgentSessionStore, { owner, id }: { owner: SessionOwner; id: string }) {
    this.#store = store;
    this.#owner = owner;
    this.#id = id;
  }

  async load(): Promise<StoredAgentSession | undefined> {
    this.known = await this.#store.get(this.#owner, this.#id);
    return this.known;
  }

  async make(session: AgentSessionRecord): Promise<StoredAgentSession> {
    this.known = await this.#store.put(session, { expect: 0 });
    return this.known;
  }

  /** Puts a session in the place of the one it was made from; rejects with `stale` when that is not there any more. */
  async replace(changed: StoredAgentSession): Promise<StoredAgentSession> {
    const { version, ...session } = without(changed, 'createdAt', 'updatedAt');
    this.known = await this.#store.put(session, { expect: version });
    return this.known;
  }

  /** Changes it, however often it takes; the same session given back changes nothing. */
  update(change: (session: StoredAgentSession) => StoredAgentSession): Promise<StoredAgentSession> {
    return this.insist(async () => {
      const session = await this.load();
      if (session === undefined) {
        throw new PosthouseError({ code: 'session_not_found', message: `there is no session '${this.#id}'` });
      }
      const changed = change(session);
      return changed === session ? session : this.replace(changed);
    });
  }

  /** Returns the keys of what is left to erase. */
  async remove(options?: Parameters<AgentSessionStore['delete']>[2]): Promise<TaskKey[]> {
    const keys = await this.#store.delete(this.#owner, this.#id, options);
    this.known = undefined;
    return keys ?? [];
  }

  /** Retries when another process has changed the session meanwhile. */
  async insist<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isStale(error) || tries === MAX_TRIES) throw error;
      }
    }
  }
}
