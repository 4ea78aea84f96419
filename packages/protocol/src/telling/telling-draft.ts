import type { CallResult } from '../log/call.ts';
import type { LiveText } from '../log/live-text.ts';
import { addUsage } from '../log/add-usage.ts';
import type { Usage } from '../log/usage.ts';
import { swarmOf } from '../addresses/swarm-of.ts';
import { toCallName, toTextName } from './call-name.ts';
import type { Telling, ToldCall, ToldMail, ToldQuestion, ToldText } from './telling.ts';
import type { OpenText, OpenToldCall, ToldRun } from './told-run.ts';

type Place = Omit<LiveText, 'text'>;
type NewCall = Omit<ToldCall, 'id' | 'forCaller'> & { isRemote: boolean };

/**
 * The next state of a run in the making, and the tellings that lead to it. Sees to it that readers can follow: nothing is
 * continued or ended that was not begun.
 */
export class TellingDraft<State extends ToldRun> {
  readonly tellings: Telling[] = [];
  #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  set(changes: Partial<ToldRun>): void {
    this.#state = { ...this.#state, ...changes };
  }

  push(telling: Telling): void {
    this.tellings.push(telling);
  }

  /** A text begins, if it has not yet. */
  beginText(place: Place): OpenText {
    const known = this.#state.texts.get(toTextName(place));
    if (known !== undefined) return known;
    const text = toToldText(place);
    this.push({ type: 'text-start', text });
    return this.#setText({ ...text, length: 0 });
  }

  /** What of a text was not told yet. */
  growText(open: OpenText, words: string): OpenText {
    if (words.length <= open.length) return open;
    this.push({ type: 'text', text: toPlainText(open), offset: open.length, delta: words.slice(open.length) });
    return this.#setText({ ...open, length: words.length });
  }

  /** An answer is whole, and may still be refused. */
  holdText(open: OpenText, written: string): void {
    this.#setText({ ...open, written });
  }

  endText(open: OpenText, { retracted = false }: { retracted?: boolean } = {}): void {
    this.push({ type: 'text-end', text: toPlainText(open), retracted });
    const texts = new Map(this.#state.texts);
    texts.delete(open.id);
    this.set({ texts });
  }

  #setText(text: OpenText): OpenText {
    this.set({ texts: new Map(this.#state.texts).set(text.id, text) });
    return text;
  }

  /** A call is known. It is told when it is clear who answers it: somebody outside, or nobody has to. */
  openCall(call: NewCall): OpenToldCall {
    const id = toCallName({ ...call.by, callId: call.callId });
    const open = this.#setCall({ ...call, id, forCaller: false, isTold: false, isAsked: false });
    return call.kind === 'mail' || call.kind === 'builtin' ? this.#tellCall(open, false) : open;
  }

  /** Nobody outside has to do anything about a call, or not any more. */
  startCall(id: string): void {
    const call = this.#state.calls.get(id);
    if (call !== undefined) this.#tellCall(call, false);
  }

  /** Somebody is asked about a call. */
  askAbout(call: OpenToldCall): ToldQuestion {
    const told = this.#tellCall(call, true);
    const question = toQuestion(told);
    if (!call.isAsked) this.push({ type: 'question', question });
    this.#setCall({ ...told, isAsked: true });
    return question;
  }

  /** Nobody is asked any more. What became of the calls is told when they end. */
  answered(): void {
    const calls = [...this.#state.calls].map(([id, call]) => [id, { ...call, isAsked: false }] as const);
    this.set({ calls: new Map(calls) });
  }

  /** The result of a call; of one that readers do not know there is none to tell. */
  endCall(id: string, result: CallResult): void {
    this.startCall(id);
    const call = this.#state.calls.get(id);
    if (call === undefined) return;
    this.push({ type: 'result', call: toPlainCall(call), result });
    const calls = new Map(this.#state.calls);
    calls.delete(id);
    this.set({ calls });
  }

  #tellCall(call: OpenToldCall, forCaller: boolean): OpenToldCall {
    if (call.isTold) return call;
    const told = this.#setCall({ ...call, isTold: true, forCaller });
    this.push({ type: 'call', call: toPlainCall(told) });
    return told;
  }

  #setCall(call: OpenToldCall): OpenToldCall {
    this.set({ calls: new Map(this.#state.calls).set(call.id, call) });
    return call;
  }

  /** Mail that crosses our border is told by our own log, and mail between two others by the first of theirs that has it. */
  tellMail(mail: ToldMail, swarm: string | undefined): void {
    const { swarm: ours, relayed } = this.#state;
    const ends = [swarmOf(mail.from), swarmOf(mail.to)];
    if (swarm !== undefined) {
      if (ends.includes(ours) || relayed.has(mail.id)) return;
      if (ends[0] !== ends[1]) this.set({ relayed: new Set(relayed).add(mail.id) });
    }
    this.push({ type: 'mail', mail });
  }

  /** Adds what one model call has used to what the run has used. */
  use(agent: string, model: string, usage: Usage): void {
    this.push({ type: 'usage', agent, model, usage });
    this.set({ usage: addUsage(this.#state.usage, usage) });
  }
}

/** Only an answer of ours is an answer; what agents say to each other, and what they think, is something beside it. */
function toToldText(place: Place): ToldText {
  const { agent, turn, kind } = place;
  const isAnswer = kind === 'answer' && swarmOf(agent) === undefined;
  return { id: toTextName(place), by: { agent, turn }, kind, isAnswer };
}

export function toPlainText({ id, by, kind, isAnswer }: OpenText): ToldText {
  return { id, by, kind, isAnswer };
}

function toPlainCall({ id, by, callId, tool, kind, input, forCaller }: OpenToldCall): ToldCall {
  return { id, by, callId, tool, kind, input, forCaller };
}

function toQuestion(call: OpenToldCall): ToldQuestion {
  return { call: toPlainCall(call), needs: call.kind === 'breakpoint' ? 'result' : 'approval' };
}
