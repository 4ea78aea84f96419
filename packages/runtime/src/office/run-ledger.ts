import type { NewEntry } from '@posthouse/protocol';
import { countsAsMessage } from './limits.ts';
import { isRefusedAnswer } from '../tools/read-answer.ts';
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
  /** The newest turn of the task. */
  lastTurn: number;
  /** Agents that have had a turn in the task. */
  readonly agents: Set<string>;
  readonly requests = new RequestBook();
  /** Whether the entrypoint was asked what holds it up. */
  prompted = false;
  /** Why a final answer was asked for, if it was. */
  closing: string | undefined;
  /** Answers that were refused because of their format. */
  refusedAnswers = 0;
  /** The calls that the newest pause named. */
  paused: string[] = [];
  readonly #turnsBefore: number;

  constructor({ lastTurn = 0, agents = [] }: { lastTurn?: number; agents?: string[] } = {}) {
    this.lastTurn = lastTurn;
    this.#turnsBefore = lastTurn;
    this.agents = new Set(agents);
  }

  get turns(): number {
    return this.lastTurn - this.#turnsBefore;
  }

  enter(entry: NewEntry): void {
    if (entry.turn !== undefined) this.lastTurn = Math.max(this.lastTurn, entry.turn);
    if (entry.agent !== undefined) this.agents.add(entry.agent);
    switch (entry.type) {
      case 'message':
        if (countsAsMessage(entry.message)) this.messages += 1;
        this.requests.note(entry.message);
        return;
      case 'usage':
        this.tokens += entry.usage.inputTokens + entry.usage.outputTokens;
        this.cost += entry.usage.cost ?? 0;
        return;
      case 'call-ended':
        if (isRefusedAnswer(entry)) this.refusedAnswers += 1;
        return;
      case 'paused':
        this.paused = entry.calls.map((call) => call.callId);
        return;
      case 'notice':
        if (entry.code === 'stalled') this.prompted = true;
        if (entry.code === 'limit_reached') this.closing = entry.text;
    }
  }
}
