import { newId } from '@posthouse/protocol';
import type { ArchivedLine, Session, Store, TaskKey } from '@posthouse/store';
import { type ExportLine, PIECE } from './export-format.ts';

type ExportedSession = Omit<Session, 'version'>;

/**
 * A chat session on its way into a store. Its transcript, if it has one, gets a new name: nobody outside knows it, and what
 * an import that was interrupted has left under the old one is in nobody's way.
 */
export class ImportedSession {
  readonly #store: Store;
  readonly #session: ExportedSession;
  readonly #restore: boolean;
  #transcript: { name: string; copy: TaskKey } | undefined;
  #lines: ArchivedLine[] = [];
  #characters = 0;

  private constructor(store: Store, session: ExportedSession, restore: boolean) {
    this.#store = store;
    this.#session = session;
    this.#restore = restore;
  }

  static async begin(
    store: Store,
    session: ExportedSession,
    { restore }: { restore: boolean },
  ): Promise<ImportedSession> {
    return new ImportedSession(store, session, restore);
  }

  async add(line: ExportLine): Promise<void> {
    if (line.type !== 'line') return;
    this.#lines.push(line.line);
    this.#characters += JSON.stringify(line).length;
    if (this.#lines.length >= PIECE.limit || this.#characters >= PIECE.maxBytes) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    // What its agent was doing, and what waits behind that, stays undone until somebody asks for something.
    const { unfinished, ...session } = this.#session;
    if (unfinished === true) session.data = { ...session.data, held: true };
    const { owner, id } = session;
    if (this.#restore) await this.#store.deletions.lift({ owner, sessionId: id });
    const taskId = this.#transcript?.name ?? session.taskId;
    await this.#store.archive.finishSession({ ...session, taskId }, this.#transcript?.copy);
  }

  async drop(): Promise<void> {
    if (this.#transcript !== undefined) await this.#store.archive.drop(this.#transcript.copy);
  }

  async #flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    this.#characters = 0;
    if (this.#transcript === undefined) {
      const name = newId();
      this.#transcript = { name, copy: await this.#store.archive.beginTranscript(name) };
    }
    await this.#store.archive.addToTranscript(this.#transcript.name, lines);
  }
}
