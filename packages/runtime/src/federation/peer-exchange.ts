import { swarmOf } from '@posthouse/protocol';
import type { Mail } from '@posthouse/store';
import { isQueued, isQuiet } from '../mailbox/mailbox.ts';
import { Alarm } from '../timing/alarm.ts';
import type { Decision } from '../task/decision.ts';
import { dataOf } from '../task/task-data.ts';
import type { Outside } from '../tools/settle-mail-call.ts';
import { awaitedSwarms } from '../task/letters/awaited-swarms.ts';
import { toRunner } from '../task/letters/contributors.ts';
import { decideForCaller } from '../task/letters/decide-for-caller.ts';
import { decideRemotePause, isBehindAnother } from './decide-remote-pause.ts';
import { decideSilence, decideWhileAwaiting } from './decide-while-awaiting.ts';
import type { PeerExchangeHost, PeerExchangeOptions } from './peer-exchange-host.ts';
import type { Federation } from './federation.ts';
import { nextHops } from './letter-limits.ts';
import { noteOf } from '../task/letters/letter-note.ts';
import { LetterPost } from './letter-post.ts';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import { PeerReaders } from './peer-readers.ts';

const MAX_IDLE_MS = 2_000;

/** Where a task meets other swarms: their letters, their questions, and what they do for it. It decides nothing by itself. */
export class PeerExchange {
  readonly #host: PeerExchangeHost;
  readonly #federation: Federation;
  readonly #post: LetterPost;
  readonly #readers: PeerReaders;
  readonly #alarm = new Alarm(() => {
    this.#pumpAt = Number.POSITIVE_INFINITY;
    this.#host.pump();
  });
  #pumpAt = Number.POSITIVE_INFINITY;
  /** Since when nothing has happened in the task. */
  #still = { head: -1, since: 0 };

  constructor(host: PeerExchangeHost, federation: Federation, options: PeerExchangeOptions) {
    this.#host = host;
    this.#federation = federation;
    this.#post = new LetterPost(host, federation, options);
    this.#readers = new PeerReaders(host, federation, options.texts);
  }

  /** Whether a letter is on its way. */
  get posting(): boolean {
    return this.#post.busy;
  }

  /** The same, or something will be done in a moment, for which it is not worth letting go of the task. */
  get busy(): boolean {
    if (this.posting || this.#host.mail().some(isQuestion)) return true;
    const left = (this.#post.nextDue ?? Number.POSITIVE_INFINITY) - this.#host.now();
    if (left > MAX_IDLE_MS) return false;
    this.#pumpIn(left);
    return true;
  }

  outside(): Outside {
    const { peers, policy } = this.#federation;
    const { task, ledger } = this.#host;
    const { current } = dataOf(task);
    return {
      knows: (swarm) => peers.knows(swarm),
      swarms: () => peers.list().flatMap(({ name }) => (peers.knows(name) ? [name] : [])),
      hops: current === undefined ? 1 : nextHops(current, ledger),
      mostHops: policy.mostHops,
    };
  }

  /** Starts whatever can start. Costs next to nothing in a task that has nothing to do with other swarms. */
  pump(): void {
    const open = this.#host.openTurns();
    const question = this.#host
      .mail()
      .find((mail) => isQuestion(mail) && !this.holds(mail) && !isBehindAnother(mail, open));
    if (question !== undefined) void this.#pause(question.id);
    this.#post.pump();
    this.#readers.pump();
    // However long agents here take for their turns, letters are tried again in the meantime.
    const { nextTry } = this.#post;
    if (nextTry !== undefined) this.#pumpIn(nextTry - this.#host.now());
  }

  /**
   * Whether mail waits for a moment, because the log does not tell yet what its sender did before it wrote. Readers are to
   * see things in this order.
   */
  holds({ message }: Mail): boolean {
    const { seq, instance } = noteOf(message);
    const swarm = seq === undefined ? undefined : swarmOf(message.message.sender.address);
    // Of other instances of that swarm we read nothing.
    if (swarm === undefined || instance !== toRunner(this.#host.task, swarm)) return false;
    const left = this.#readers.waitFor(swarm, seq!);
    if (left > 0) this.#pumpIn(left);
    return left > 0;
  }

  /**
   * For a run in which nobody is at work: ends one that another swarm asked for, once that swarm has its answer. It may be
   * on its way for a while yet; the run need not wait for that. Others wait for their letters.
   */
  finish(): Decision | 'wait' | undefined {
    const { task, ledger } = this.#host;
    const isCalled = dataOf(task).current?.caller !== undefined && ledger.closing === undefined;
    const isIdle = task.status !== 'paused' && awaitedSwarms({ task, ledger }).length === 0;
    const hasMail = this.#host.mail().some(wakesAgent);
    const decision = isCalled && isIdle && !hasMail ? decideForCaller(this.#host.state, this.#host.now()) : undefined;
    // Mail that is due and has started no turn is mail that is held back.
    const isHolding = hasMail && this.#host.mail().some((mail) => wakesAgent(mail) && this.holds(mail));
    return decision ?? (isHolding || this.busy ? 'wait' : undefined);
  }

  /**
   * For a run in which nobody is at work: what to do while other swarms are. Nothing but wait, usually; undefined when
   * there is nothing to wait for.
   */
  await(): Decision | 'wait' | undefined {
    const { task, ledger } = this.#host;
    if (awaitedSwarms({ task, ledger }).length === 0) return undefined;
    const now = this.#host.now();
    if (this.#still.head !== task.head) this.#still = { head: task.head, since: now };
    const reminder = decideWhileAwaiting({ task, ledger });
    if (reminder !== undefined) return reminder;
    const { silenceMs } = this.#federation.policy;
    const left = this.#still.since + silenceMs - now;
    if (left <= 0) return decideSilence({ task, ledger }, silenceMs);
    this.#pumpIn(left);
    return 'wait';
  }

  /** Continues with letters that the store would not let go of; when they are due by our clock, too. */
  wake(): void {
    const due = this.#post.nextDue;
    if (due !== undefined) this.#pumpIn(due - this.#host.now());
  }

  /** The task is read again. A letter that is on its way goes on, or what is written next could overtake it. */
  beginAgain(): void {
    this.#alarm.clear();
    this.#pumpAt = Number.POSITIVE_INFINITY;
    this.#readers.stop();
  }

  /** Lets go of everything that is under way. */
  stop(): void {
    this.beginAgain();
    this.#post.stop();
  }

  async #pause(id: string): Promise<void> {
    const host = this.#host;
    const decide = () => {
      const mail = host.mail().find((each) => each.id === id);
      if (mail === undefined) return { entries: [] };
      return decideRemotePause({ task: host.task, open: host.openTurns() }, mail);
    };
    await host.pause(decide).catch(() => undefined);
  }

  /** Looks again after a while, or earlier if that was planned already. */
  #pumpIn(milliseconds: number): void {
    const at = Date.now() + Math.max(0, milliseconds);
    if (at >= this.#pumpAt) return;
    this.#pumpAt = at;
    this.#alarm.set(at - Date.now());
  }
}

/** Whether mail says that another swarm waits for somebody. */
function isQuestion({ mailbox, message }: Mail): boolean {
  return peerOf(mailbox) !== undefined && noteOf(message).paused !== undefined;
}

/** Whether mail will give an agent here a turn, now or later. */
function wakesAgent(mail: Mail): boolean {
  return peerOf(mail.mailbox) === undefined && !isQuiet(mail) && !isQueued(mail);
}
