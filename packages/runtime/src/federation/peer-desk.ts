import { type LogEntry, newId, PosthouseError, swarmOf } from '@posthouse/protocol';
import type { Mail, Task, Turn } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { TaskTexts } from '../live/task-texts.ts';
import { isQueued, isQuiet } from '../mailbox/mailbox.ts';
import { Alarm } from '../office/alarm.ts';
import type { Decision } from '../office/decision.ts';
import type { TokenEvent } from '../office/follow-task.ts';
import type { RunLedger } from '../office/run-ledger.ts';
import { dataOf, type TaskState } from '../office/task-state.ts';
import type { Outside } from '../tools/settle-mail-call.ts';
import { awaitedSwarms, isWorking } from './awaited-swarms.ts';
import { worksForUs } from './contributors.ts';
import { decideDelivered, decideUndelivered, dueSwarms, lettersTo } from './decide-delivery.ts';
import { decideForCaller } from './decide-for-caller.ts';
import { decideRemotePause } from './decide-remote-pause.ts';
import { decideSilence, decideWhileAwaiting } from './decide-while-awaiting.ts';
import type { Federation } from './federation.ts';
import { nextHops } from './letter-limits.ts';
import { noteOf } from './letter-note.ts';
import { PeerFollower } from './peer-follower.ts';
import { peerOf } from './peer-mailbox.ts';
import { sendLetter } from './send-letter.ts';
import { decideRemoteEntries, isArrivalOf, toRecordedPlaces, toRemoteAgent } from './to-remote-entries.ts';

/** What the desk needs of the task that it works for. */
export interface DeskHost {
  readonly task: Task;
  readonly state: TaskState;
  readonly ledger: RunLedger;
  readonly definition: SwarmDefinition;
  mail(): Mail[];
  openTurns(): Turn[];
  /** Applies a decision at a moment when the run is not ending; resolves when it is safe on disk, or with nothing if it cannot. */
  writeBeside(decide: () => Decision): Promise<unknown>;
  now(): number;
  pump(): void;
}

export type DeskOptions = {
  /** Resolves when everything decided so far is safe on disk. */
  landed: () => Promise<void>;
  /** Where text is shown that is being written elsewhere. */
  texts: Pick<TaskTexts, 'relay' | 'end'>;
  /** Called with what nobody else could be told. */
  onError: (error: unknown) => void;
};

const SOON_MS = 2_000;

/**
 * Where a task meets other swarms: hands out its letters, one at a time for each swarm, and reads what those do that work
 * for it. Decides nothing by itself.
 */
export class PeerDesk {
  readonly #host: DeskHost;
  readonly #federation: Federation;
  readonly #options: DeskOptions;
  readonly #posts = new Map<string, AbortController>();
  readonly #followers = new Map<string, PeerFollower>();
  /** Since when a swarm is known to have done more than our log tells. */
  readonly #behind = new Map<string, { seq: number; since: number }>();
  readonly #alarm = new Alarm(() => {
    this.#pumpAt = Number.POSITIVE_INFINITY;
    this.#host.pump();
  });
  #pumpAt = Number.POSITIVE_INFINITY;
  /** Since when nothing has happened in the task. */
  #still = { head: -1, since: 0 };

  constructor(host: DeskHost, federation: Federation, options: DeskOptions) {
    this.#host = host;
    this.#federation = federation;
    this.#options = options;
  }

  /** Whether a letter is on its way. */
  get posting(): boolean {
    return this.#posts.size > 0;
  }

  /** The same, or will be in a moment, for which it is not worth letting go of the task. */
  get busy(): boolean {
    const left = this.#nextDue() - this.#host.now();
    if (this.posting || left > SOON_MS) return this.posting;
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

  /** Starts whatever can start. Costs nothing in a task that has nothing to do with other swarms. */
  pump(): void {
    const { ledger } = this.#host;
    const mail = this.#host.mail().filter((each) => peerOf(each.mailbox) !== undefined);
    if (mail.length > 0) {
      const pause = mail.find((each) => noteOf(each.message).paused !== undefined && !this.holds(each));
      if (pause !== undefined) void this.#pause(pause.id);
      for (const swarm of dueSwarms(mail, this.#host.now())) if (!this.#posts.has(swarm)) void this.#post(swarm);
    }
    if (this.#followers.size > 0 || ledger.peers.swarms().length > 0) this.#followThem();
  }

  /**
   * Whether mail waits for a moment, because the log does not tell yet what its sender did before it wrote. Readers are to
   * see things in this order.
   */
  holds({ message }: Mail): boolean {
    const { seq } = noteOf(message);
    const swarm = seq === undefined ? undefined : swarmOf(message.message.sender.address);
    return swarm !== undefined && this.#isBehind(swarm, seq!);
  }

  /**
   * For a run in which nobody is at work: ends one that another swarm asked for, once that swarm has its answer. It may be
   * on its way for a while yet; the run need not wait for that. Others wait for their letters.
   */
  finish(): Decision | 'wait' | undefined {
    const { task, ledger } = this.#host;
    const isCalled = dataOf(task).current?.caller !== undefined && ledger.closing === undefined;
    const isIdle =
      task.status !== 'paused' && awaitedSwarms({ task, ledger }).length === 0 && !this.#host.mail().some(wakesAgent);
    const decision = isCalled && isIdle ? decideForCaller(this.#host.state, this.#host.now()) : undefined;
    return decision ?? (this.busy ? 'wait' : undefined);
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

  /** Goes on with letters that the store would not let go of; when they are due by our clock, too. */
  wake(): void {
    const due = this.#nextDue();
    if (due < Number.POSITIVE_INFINITY) this.#pumpIn(due - this.#host.now());
  }

  /** Lets go of everything that is under way. What was not heard of is tried again by whoever comes next. */
  stop(): void {
    this.#alarm.clear();
    this.#pumpAt = Number.POSITIVE_INFINITY;
    for (const post of this.#posts.values()) post.abort();
    for (const follower of this.#followers.values()) follower.stop();
    this.#posts.clear();
    this.#followers.clear();
    this.#behind.clear();
  }

  async #post(swarm: string): Promise<void> {
    const post = new AbortController();
    this.#posts.set(swarm, post);
    try {
      await this.#hand(swarm, post.signal);
    } catch (error) {
      // The host has reported what went wrong with a write, and begins again from what the store has.
      if (!PosthouseError.isInstance(error)) this.#options.onError(error);
    } finally {
      if (this.#posts.get(swarm) === post) this.#posts.delete(swarm);
      this.#host.pump();
    }
  }

  async #hand(swarm: string, signal: AbortSignal): Promise<void> {
    const host = this.#host;
    const letter = lettersTo(host.mail(), swarm)[0];
    if (letter === undefined) return;
    // Nobody outside may hear of what could still be undone.
    await this.#options.landed();
    if (signal.aborted) return;
    if (dataOf(host.task).invitation === undefined) {
      await host.writeBeside(() => ({ entries: [], data: { invitation: newId() } }));
    }
    if (signal.aborted || !host.mail().some(({ id }) => id === letter.id)) return;
    let runner: string | undefined;
    try {
      const { definition, task, ledger } = host;
      runner = await sendLetter(letter, this.#federation, { definition, task, ledger, now: host.now(), signal });
    } catch (error) {
      if (signal.aborted) return;
      if (!PosthouseError.isInstance(error)) this.#options.onError(error);
      const { policy, random } = this.#federation;
      const failed = { letter, error, policy, now: host.now(), random: random() };
      await host.writeBeside(() => decideUndelivered({ task: host.task, mail: host.mail() }, failed));
      return;
    }
    if (signal.aborted) return;
    await host.writeBeside(() => decideDelivered({ task: host.task, mail: host.mail() }, letter, runner));
  }

  #followThem(): void {
    const wanted = new Set(this.#toFollow());
    for (const [swarm, follower] of this.#followers) {
      if (wanted.has(swarm) && !follower.stopped) continue;
      follower.stop();
      this.#followers.delete(swarm);
    }
    for (const swarm of wanted) if (!this.#followers.has(swarm)) this.#followers.set(swarm, this.#follow(swarm));
  }

  /** Swarms of ours that work for this run, and those that we have not read to the end. */
  #toFollow(): string[] {
    const { task, ledger } = this.#host;
    if (task.openRun === null) return [];
    const { peers } = this.#federation;
    // What those do whom we work for is not ours to tell; and two swarms must not tell each other their own news.
    const ours = ledger.peers.swarms().filter((swarm) => worksForUs(task, swarm) && !ledger.peers.above.has(swarm));
    if (ours.length === 0) return [];
    const cards = new Map(peers.list().map((card) => [card.name, card]));
    return ours.filter((swarm) => {
      const { seq = 0 } = ledger.peers.contact(swarm)!;
      const isNeeded = isWorking({ task, ledger }, swarm) || this.#isBehind(swarm, seq);
      return cards.get(swarm)?.ours === true && isNeeded;
    });
  }

  #follow(peer: string): PeerFollower {
    const { task } = this.#host;
    const { peers, policy } = this.#federation;
    const { run, seq } = dataOf(task).followed?.[peer] ?? { run: 0, seq: 0 };
    // What a swarm did for an earlier run belongs to that one, whether or not we saw it.
    let isNews = run === task.openRun;
    return new PeerFollower({
      peers,
      task: { swarm: task.owner.swarm, peer, taskId: task.taskId },
      after: seq,
      policy,
      record: async (entries, tokens) => {
        const { sent } = this.#host.ledger.peers.contact(peer) ?? { sent: [] };
        const from = isNews ? 0 : entries.findIndex((entry) => isArrivalOf(entry, sent));
        isNews ||= from >= 0;
        if (isNews) await this.#record(peer, entries.slice(from), tokens);
      },
    });
  }

  /** Writes down what a peer did, and shows what it is writing behind the place in our log where it begins. */
  async #record(peer: string, entries: LogEntry[], tokens: readonly TokenEvent[]): Promise<void> {
    const { texts } = this.#options;
    const recorded = new Set<string>();
    if (entries.length > 0) {
      const decide = () => decideRemoteEntries(this.#host.task, peer, entries);
      if ((await this.#host.writeBeside(decide)) === undefined) throw new Error('the task is being let go of');
      for (const place of toRecordedPlaces(entries, peer)) {
        texts.end([place]);
        recorded.add(`${place.agent}/${place.turn}`);
      }
    }
    const { head, openRun } = this.#host.task;
    if (openRun === null) return;
    for (const { type: _type, ...token } of tokens) {
      const agent = toRemoteAgent(peer, token.agent);
      if (!recorded.has(`${agent}/${token.turn}`)) texts.relay({ ...token, agent }, head);
    }
  }

  async #pause(id: string): Promise<void> {
    const host = this.#host;
    const decide = () => {
      const mail = host.mail().find((each) => each.id === id);
      return mail === undefined
        ? { entries: [] }
        : decideRemotePause({ task: host.task, open: host.openTurns() }, mail);
    };
    await host.writeBeside(decide).catch(() => undefined);
  }

  #isBehind(swarm: string, seq: number): boolean {
    const follower = this.#followers.get(swarm);
    const { followed = {} } = dataOf(this.#host.task);
    const reached = Math.max(followed[swarm]?.seq ?? 0, follower?.recorded ?? 0);
    if (reached >= seq || !worksForUs(this.#host.task, swarm) || this.#host.ledger.peers.above.has(swarm)) return false;
    const now = this.#host.now();
    const known = this.#behind.get(swarm);
    const since = known !== undefined && known.seq >= seq ? known.since : now;
    if (known === undefined || known.seq < seq) this.#behind.set(swarm, { seq, since });
    const left = since + this.#federation.policy.catchUpMs - now;
    if (left <= 0) return false;
    this.#pumpIn(left);
    return true;
  }

  #nextDue(): number {
    const dues = this.#host.mail().flatMap((each) => (peerOf(each.mailbox) === undefined ? [] : [each.due]));
    return dues.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...dues);
  }

  /** Looks again after a while, or earlier if that was planned already. */
  #pumpIn(milliseconds: number): void {
    const at = Date.now() + Math.max(0, milliseconds);
    if (at >= this.#pumpAt) return;
    this.#pumpAt = at;
    this.#alarm.set(at - Date.now());
  }
}

/** Whether mail will give an agent here a turn, now or later. */
function wakesAgent(mail: Mail): boolean {
  return peerOf(mail.mailbox) === undefined && !isQuiet(mail) && !isQueued(mail);
}
