import { type LiveText, type LogEntry, swarmOf } from '@posthouse/protocol';
import type { Mail, Store, Task, TaskKey, TaskPart, Turn } from '@posthouse/store';
import { mergeTexts } from '../live/merge-texts.ts';
import { decideCancel } from '../task/decide-cancel.ts';
import type { Decision } from '../task/decision.ts';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import { belongsTo, startLedger } from '../task/read-ledger.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import { dataOf } from '../task/task-data.ts';
import { type ExportedTask, type ExportLine, PIECE } from './export-format.ts';

type Options = { restore: boolean; now: () => number };

/** A task on its way into a store. Nobody sees it before it is finished. */
export class ImportedTask {
  readonly #store: Store;
  readonly #task: ExportedTask;
  readonly #options: Options;
  readonly #copy: TaskKey;
  readonly #run: ImportedRun;
  #part: Required<TaskPart> = emptyPart();
  #lines = 0;
  #characters = 0;

  private constructor(store: Store, task: ExportedTask, options: Options, copy: TaskKey) {
    this.#store = store;
    this.#task = task;
    this.#options = options;
    this.#copy = copy;
    this.#run = new ImportedRun(task);
  }

  static async begin(store: Store, task: ExportedTask, options: Options): Promise<ImportedTask> {
    return new ImportedTask(store, task, options, await store.archive.beginTask(task.owner));
  }

  async add(line: ExportLine): Promise<void> {
    if (line.type === 'entry') {
      this.#run.enter(line.entry);
      this.#part.entries.push(line.entry);
    } else if (line.type === 'turn') {
      this.#run.addTurn(line.turn);
      this.#part.turns.push(line.turn);
    } else if (line.type === 'live') this.#run.addLive(line.live);
    else if (line.type === 'key') this.#part.keys.push(line.key);
    // A copy sends nothing to other servers that the original has not sent.
    else if (line.type === 'mail' && peerOf(line.mail.mailbox) === undefined) {
      this.#run.addMail(line.mail);
      this.#part.mail.push(line.mail);
    }
    this.#lines += 1;
    this.#characters += JSON.stringify(line).length;
    if (this.#lines >= PIECE.limit || this.#characters >= PIECE.maxBytes) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    const { owner, taskId } = this.#task;
    if (this.#options.restore) await this.#store.deletions.lift({ owner, taskId });
    const write = this.#run.end(this.#options.now());
    await this.#store.archive.finishTask(this.#copy, { owner, taskId }, { task: this.#task, write });
  }

  async drop(): Promise<void> {
    await this.#store.archive.drop(this.#copy);
  }

  async #flush(): Promise<void> {
    if (this.#lines === 0) return;
    const part = this.#part;
    this.#part = emptyPart();
    this.#lines = 0;
    this.#characters = 0;
    await this.#store.archive.addToTask(this.#copy, part);
  }
}

function emptyPart(): Required<TaskPart> {
  return { entries: [], turns: [], mail: [], keys: [] };
}

/**
 * What an imported task knows of the run that was open when it was exported. Nobody is at work on it here, and to go on
 * would be to pay, and to act, without being asked; so the run ends as if it had been stopped.
 */
class ImportedRun {
  readonly #task: Task;
  readonly #ledger: RunLedger;
  readonly #open: Turn[] = [];
  readonly #mail: Mail[] = [];
  readonly #live: LiveText[] = [];

  constructor(task: ExportedTask) {
    this.#task = { ...task, key: '', epoch: 0, node: null };
    this.#ledger = startLedger(this.#task);
  }

  enter(entry: LogEntry): void {
    const { current } = dataOf(this.#task);
    if (current !== undefined && belongsTo(current, entry)) this.#ledger.enter(entry);
  }

  addTurn(turn: Turn): void {
    if (!turn.done) this.#open.push(turn);
  }

  addMail(mail: Mail): void {
    this.#mail.push(mail);
  }

  addLive(text: LiveText): void {
    this.#live.push(text);
  }

  /** How the run ends. Other servers are not told: they do not know this copy. */
  end(now: number): Decision | undefined {
    const ledger = this.#ledger;
    ledger.peers.noteShown(this.#live);
    const live = mergeTexts(this.#live, ledger.begun);
    const state = { task: this.#task, mail: this.#mail, open: this.#open, live, ledger };
    const decision = decideCancel(state, now, 'The run was cancelled when the task was imported.');
    if (decision === undefined) return undefined;
    const { entries, put = [], ...rest } = decision;
    return {
      ...rest,
      entries: entries.filter((entry) => entry.type !== 'message' || swarmOf(entry.to) === undefined),
      put: put.filter(({ mailbox }) => peerOf(mailbox) === undefined),
    };
  }
}
