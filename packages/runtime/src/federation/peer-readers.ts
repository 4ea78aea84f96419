import { type LogEntry, ownValue } from '@posthouse/protocol';
import type { TokenEvent } from '../follow/follow-task.ts';
import { dataOf } from '../task/task-data.ts';
import { isWorking } from '../task/letters/awaited-swarms.ts';
import { toRunner, worksForUs } from '../task/letters/contributors.ts';
import type { PeerExchangeHost, PeerExchangeOptions } from './peer-exchange-host.ts';
import type { Federation } from './federation.ts';
import { PeerFollower } from './peer-follower.ts';
import { toRemotePlace } from '../task/letters/remote-place.ts';
import { decideRemoteEntries, isArrivalOf, toRecordedPlaces } from './to-remote-entries.ts';

type News = { peer: string; follower: PeerFollower; entries: LogEntry[]; tokens: readonly TokenEvent[] };

/** Reads what other swarms of ours do for the open run of a task, and tells it in the task's own log. */
export class PeerReaders {
  readonly #host: PeerExchangeHost;
  readonly #federation: Federation;
  readonly #texts: PeerExchangeOptions['texts'];
  readonly #followers = new Map<string, PeerFollower>();
  /** Since when a swarm is known to have done more than our log tells. */
  readonly #behind = new Map<string, { seq: number; since: number }>();

  constructor(host: PeerExchangeHost, federation: Federation, texts: PeerExchangeOptions['texts']) {
    this.#host = host;
    this.#federation = federation;
    this.#texts = texts;
  }

  pump(): void {
    if (this.#followers.size === 0 && this.#host.ledger.peers.swarms().length === 0) return;
    const wanted = new Set(this.#wanted());
    for (const [swarm, follower] of this.#followers) {
      if (wanted.has(swarm) && !follower.stopped) continue;
      follower.stop();
      this.#followers.delete(swarm);
    }
    for (const swarm of wanted) if (!this.#followers.has(swarm)) this.#followers.set(swarm, this.#follow(swarm));
  }

  /** How long to wait for the log of a swarm to be told up to a place; nothing once it is, or has been too long. */
  waitFor(swarm: string, seq: number): number {
    const { task, ledger } = this.#host;
    const reached = Math.max(
      ownValue(dataOf(task).followed, swarm)?.seq ?? 0,
      this.#followers.get(swarm)?.recorded ?? 0,
    );
    if (reached >= seq || !worksForUs(task, swarm) || ledger.peers.above.has(swarm)) return 0;
    const now = this.#host.now();
    const known = this.#behind.get(swarm);
    const since = known !== undefined && known.seq >= seq ? known.since : now;
    if (since === now) this.#behind.set(swarm, { seq, since });
    return Math.max(0, since + this.#federation.policy.catchUpMs - now);
  }

  stop(): void {
    for (const follower of this.#followers.values()) follower.stop();
    this.#followers.clear();
    this.#behind.clear();
  }

  /** Swarms of ours that work for this run, and those that we have not read to the end. */
  #wanted(): string[] {
    const { task, ledger } = this.#host;
    if (task.openRun === null) return [];
    // What those do whom we work for is not ours to tell; and two swarms must not tell each other their own news.
    const below = ledger.peers.swarms().filter((swarm) => worksForUs(task, swarm) && !ledger.peers.above.has(swarm));
    if (below.length === 0) return [];
    const cards = new Map(this.#federation.peers.list().map((card) => [card.name, card]));
    return below.filter((swarm) => {
      const end = ledger.peers.contact(swarm)!.ends.get(toRunner(task, swarm)) ?? 0;
      const isNeeded = isWorking({ task, ledger }, swarm) || this.waitFor(swarm, end) > 0;
      return cards.get(swarm)?.ours === true && isNeeded;
    });
  }

  #follow(peer: string): PeerFollower {
    const { task } = this.#host;
    const { peers, policy } = this.#federation;
    const { run, seq } = ownValue(dataOf(task).followed, peer) ?? { run: 0, seq: 0 };
    // What a swarm did for an earlier run belongs to that one, whether or not we saw it.
    let isNews = run === task.openRun;
    const follower: PeerFollower = new PeerFollower({
      peers,
      task: { swarm: task.owner.swarm, peer, taskId: task.taskId },
      after: seq,
      policy,
      record: async (entries, tokens) => {
        const { sent } = this.#host.ledger.peers.contact(peer) ?? { sent: [] };
        const from = isNews ? 0 : entries.findIndex((entry) => isArrivalOf(entry, sent));
        isNews ||= from >= 0;
        if (isNews) await this.#record({ peer, follower, entries: entries.slice(from), tokens });
        this.#host.pump();
      },
    });
    return follower;
  }

  /** Writes down what a peer did, and shows what it is writing behind the place in our log where it begins. */
  async #record({ peer, follower, entries, tokens }: News): Promise<void> {
    const recorded = new Set<string>();
    if (entries.length > 0) {
      const places = toRecordedPlaces(entries, peer);
      await this.#texts.recordRemote(places);
      const decide = () => {
        // Whoever reads in its place begins where the log ends, and gets the same entries.
        if (follower.stopped) throw new Error('another reader has taken over');
        return decideRemoteEntries(this.#host.task, peer, entries);
      };
      if ((await this.#host.writeBeside(decide)) === undefined) throw new Error('the task is being released');
      this.#texts.end(places);
      for (const { agent, turn } of places) recorded.add(`${agent}/${turn}`);
    }
    const { head, epoch, openRun } = this.#host.task;
    if (openRun === null) return;
    for (const { type: _type, ...token } of tokens) {
      const place = toRemotePlace(peer, token);
      if (recorded.has(`${place.agent}/${place.turn}`)) continue;
      this.#texts.relay({ ...token, ...place }, { start: head, epoch });
    }
  }
}
