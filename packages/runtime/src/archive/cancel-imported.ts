import { type LiveText, type LogEntry, swarmOf } from '@posthouse/protocol';
import type { Mail, Task, Turn } from '@posthouse/store';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import { mergeTexts } from '../live/merge-texts.ts';
import { decideCancel } from '../task/decide-cancel.ts';
import type { Decision } from '../task/decision.ts';
import { belongsTo, startLedger } from '../task/read-ledger.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import { dataOf } from '../task/task-state.ts';
import type { ExportedTask } from './export-format.ts';

/**
 * What an imported task knows of the run that was open when it was exported. Nobody is at work on it here, and to go on
 * would be to pay, and to act, without being asked; so the run ends as if it had been stopped.
 */
export class ImportedRun {
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
