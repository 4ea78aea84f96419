import { type LiveText, type NewEntry, swarmOf } from '@posthouse/protocol';
import type { Spent } from '@posthouse/store';
import { partId } from '../live/merge-texts.ts';
import { addSpent, NOTHING_SPENT, toSpent } from './spent.ts';
import { noteOf } from './letters/letter-note.ts';
import { PeerBook } from './letters/peer-book.ts';
import { countsAsMessage } from './limits.ts';
import { isRefusedAnswer } from './read-answer.ts';
import { RepeatBook } from './repeat-book.ts';
import { RequestBook } from './request-book.ts';

/**
 * What the entries of a run come to. Kept up entry by entry while the run goes on, and read off the log after a crash:
 * nothing of it has to be written anywhere else.
 */
export class RunLedger {
  /** Messages that people and agents have sent. */
  messages = 0;
  tokens = 0;
  cost = 0;
  /** What was spent here. What another swarm did for the run, its own server pays for. */
  spent: Spent = NOTHING_SPENT;
  /** The newest turn of the task. */
  lastTurn: number;
  /** Agents that have had a turn in the task. */
  readonly agents: Set<string>;
  /** Agents that have had a turn in the run. */
  readonly agentsOfRun = new Set<string>();
  readonly requests = new RequestBook();
  readonly peers = new PeerBook();
  readonly repeats = new RepeatBook();
  /** Requests of other swarms that somebody was reminded of. */
  readonly reminded = new Set<string>();
  /** The messages that started the run. */
  startedBy: readonly string[] = [];
  /** Whether the entrypoint was asked what holds it up. */
  prompted = false;
  /** Why a final answer was asked for, if it was. */
  closing: string | undefined;
  /** Answers that were refused because of their format. */
  refusedAnswers = 0;
  /** The calls that the newest pause named. */
  paused: string[] = [];
  /** Text that has begun: with what the log knows of it, or nothing once it has come to something. */
  readonly #texts = new Map<string, LiveText | undefined>();
  /** By text that has begun and not ended: the messages to its agent that came later. */
  readonly #since = new Map<string, { agent: string; messages: string[] }>();
  /** The newest turn before the run. */
  readonly turnsBefore: number;

  constructor({ lastTurn = 0, agents = [] }: { lastTurn?: number; agents?: string[] } = {}) {
    this.lastTurn = lastTurn;
    this.turnsBefore = lastTurn;
    this.agents = new Set(agents);
  }

  /** Agents other than this one that have had a turn in the task. */
  othersThan(agent: string): string[] {
    return [...this.agents].filter((name) => name !== agent);
  }

  get turns(): number {
    return this.lastTurn - this.turnsBefore + this.peers.turns;
  }

  /** Text that has begun and has not come to anything yet: how far it has come, the log does not say. */
  get begun(): LiveText[] {
    return [...this.#texts.values()].filter((text) => text !== undefined);
  }

  /** Whether the log knows what became of a text. */
  isSettled(text: LiveText): boolean {
    return this.#texts.has(partId(text)) && this.#texts.get(partId(text)) === undefined;
  }

  /** Ids of the messages that came to an agent after it had begun to write a text, which therefore does not know them. */
  arrivedSince(text: LiveText): readonly string[] {
    return this.#since.get(partId(text))?.messages ?? [];
  }

  enter(entry: NewEntry): void {
    // A turn that has only begun to write has not been taken yet.
    if (entry.type === 'text-started') return this.#begin(entry);
    if (entry.type === 'remote') return this.#enterRemote(entry);
    // What another swarm was writing when a run ended is told under its own numbers.
    if (entry.agent !== undefined && swarmOf(entry.agent) === undefined) {
      this.lastTurn = Math.max(this.lastTurn, entry.turn ?? 0);
      this.agents.add(entry.agent);
      this.agentsOfRun.add(entry.agent);
    }
    switch (entry.type) {
      case 'run-started':
        this.startedBy = entry.messages ?? [];
        return;
      case 'message': {
        if (countsAsMessage(entry.message)) this.messages += 1;
        for (const { agent, messages } of this.#since.values()) if (agent === entry.to) messages.push(entry.message.id);
        this.requests.note(entry.message);
        const { reminds } = noteOf(entry.message);
        if (reminds !== undefined) this.reminded.add(reminds);
        // Somebody has heard the reminder, though perhaps not answered the same request.
        else if (entry.message.msgType === 'response' && swarmOf(entry.to) !== undefined) this.reminded.clear();
        const settled = this.peers.note(entry.to, entry.message);
        if (settled !== undefined) this.requests.settle(settled);
        return;
      }
      case 'usage':
        this.spent = addSpent(this.spent, toSpent(entry));
        this.tokens += entry.usage.inputTokens + entry.usage.outputTokens;
        this.cost += entry.usage.cost ?? 0;
        return;
      case 'call':
        return this.repeats.begin(entry);
      case 'call-ended':
        if (isRefusedAnswer(entry)) this.refusedAnswers += 1;
        return this.repeats.end(entry);
      case 'text-written':
      case 'text-abandoned':
        for (const text of entry.parts) this.#settle(partId(text));
        return;
      case 'paused':
        this.paused = entry.calls.map((call) => call.callId);
        return;
      case 'notice':
        if (entry.code === 'stalled') this.prompted = true;
        if (entry.code === 'limit_reached') this.closing = entry.text;
    }
  }

  /** Limits count what is done elsewhere, too; letters between here and there are counted here. */
  #enterRemote(entry: NewEntry & { type: 'remote' }): void {
    const { fact, swarm } = entry;
    this.peers.noteRemote(entry);
    if (fact.type === 'usage') {
      this.tokens += fact.usage.inputTokens + fact.usage.outputTokens;
      this.cost += fact.usage.cost ?? 0;
    } else if (fact.type === 'message' && countsAsMessage(fact.message)) {
      const ends = [fact.to, fact.message.message.sender.address].map((address) => swarmOf(address) ?? swarm);
      if (ends.every((end) => end === swarm)) this.messages += 1;
    }
  }

  #begin({ agent = '', turn = 0, attempt, part, kind }: NewEntry & { type: 'text-started' }): void {
    const text = { agent, turn, attempt, part, kind, text: '' };
    this.#texts.set(partId(text), text);
    this.#since.set(partId(text), { agent, messages: [] });
  }

  #settle(part: string): void {
    this.#texts.set(part, undefined);
    this.#since.delete(part);
  }
}
