import type { JSONObject, JSONValue, LiveText, Usage } from '@posthouse/protocol';
import type { PartMetadata, UIChunk } from '../../chunks/ui-chunk.ts';
import { toToolCallId } from './call-name.ts';
import type { OpenCall, OpenText, RunState } from './run-state.ts';

type Place = Omit<LiveText, 'text'>;
type Call = Omit<OpenCall, 'shownFor' | 'isAsked'>;

/**
 * The next state of a run in the making, and the chunks that lead to it. Sees to it that readers can follow: nothing is
 * continued or ended that was not begun, and no step ends while a text is being written.
 */
export class RunDraft {
  readonly chunks: UIChunk[] = [];
  #state: RunState;

  constructor(state: RunState) {
    this.#state = state;
  }

  get state(): RunState {
    return this.#state;
  }

  set(changes: Partial<RunState>): void {
    this.#state = { ...this.#state, ...changes };
  }

  push(chunk: UIChunk): void {
    this.chunks.push(chunk);
  }

  /** A step begins after a pause, as soon as nothing is being written across the border. */
  step({ anyway = false }: { anyway?: boolean } = {}): void {
    if (!this.#state.isStepDue || (!anyway && this.#state.texts.size > 0)) return;
    this.push({ type: 'finish-step' });
    this.push({ type: 'start-step' });
    this.set({ isStepDue: false });
  }

  /** Something that stands by itself. */
  data(name: string, data: JSONObject, id?: string): void {
    this.step();
    this.push({ type: `data-${name}`, ...(id === undefined ? {} : { id }), data });
  }

  /** A text begins, if it has not yet. `type` is how clients know it. */
  beginText(place: Place, type: OpenText['type']): string {
    const { agent, turn, kind } = place;
    const id = toPartId(place);
    if (this.#state.texts.has(id)) return id;
    this.step();
    this.push({ type: `${type}-start`, id, providerMetadata: { mail: { agent, turn, kind } } });
    this.#setText(id, { type, agent, turn, kind, length: 0 });
    return id;
  }

  /** What of a text was not told yet. */
  growText(id: string, text: string): void {
    const open = this.#state.texts.get(id);
    if (open === undefined || text.length <= open.length) return;
    this.push({ type: `${open.type}-delta`, id, delta: text.slice(open.length) });
    this.#setText(id, { ...open, length: text.length });
  }

  /** An answer is whole, and may still be refused. */
  holdText(id: string, written: string): void {
    this.#setText(id, { ...this.#state.texts.get(id)!, written });
  }

  endText(id: string, { retracted = false }: { retracted?: boolean } = {}): void {
    const open = this.#state.texts.get(id);
    if (open === undefined) return;
    this.push({ type: `${open.type}-end`, id, ...(retracted ? { providerMetadata: toRetraction(id, open) } : {}) });
    const texts = new Map(this.#state.texts);
    texts.delete(id);
    this.set({ texts });
  }

  #setText(id: string, text: OpenText): void {
    this.set({ texts: new Map(this.#state.texts).set(id, text) });
  }

  /** A call is known. It is shown when it is clear who answers it: somebody outside, or nobody has to. */
  openCall(call: Call): void {
    const id = toToolCallId(call);
    this.#setCall(id, { ...call, shownFor: 'nothing', isAsked: false });
    if (call.kind === 'mail' || call.kind === 'builtin') this.startCall(id);
  }

  /** Nobody outside has to do anything about a call, or not any more. */
  startCall(id: string): void {
    if (this.#state.calls.get(id)?.shownFor === 'nothing') this.#showCall(id, 'looking');
  }

  /** Somebody is asked about a call: for a result, or for a yes. */
  askAbout(id: string): void {
    const call = this.#state.calls.get(id)!;
    if (call.isAsked) return;
    // The oldest client sends no answer about a call that it takes for one that others run.
    if (call.shownFor === 'nothing') this.#showCall(id, 'answering');
    if (call.kind !== 'breakpoint') this.push({ type: 'tool-approval-request', approvalId: id, toolCallId: id });
    this.#setCall(id, { ...this.#state.calls.get(id)!, isAsked: true });
  }

  /** Nobody is asked any more. What became of the calls is told when they end. */
  answered(): void {
    const calls = [...this.#state.calls].map(([id, call]) => [id, { ...call, isAsked: false }] as const);
    this.set({ calls: new Map(calls) });
  }

  endCall(id: string, outcome: { output: JSONValue } | { errorText: string }): void {
    this.startCall(id);
    const call = this.#state.calls.get(id);
    // Clients stop at the result of a call that they do not know.
    if (call === undefined) return;
    const more = { ...toExecution(call), dynamic: true };
    if ('output' in outcome) this.push({ type: 'tool-output-available', toolCallId: id, ...outcome, ...more });
    else this.push({ type: 'tool-output-error', toolCallId: id, ...outcome, ...more });
    const calls = new Map(this.#state.calls);
    calls.delete(id);
    this.set({ calls });
  }

  #showCall(id: string, shownFor: 'looking' | 'answering'): void {
    this.step();
    const call: OpenCall = { ...this.#state.calls.get(id)!, shownFor };
    const { tool: toolName, input, agent, turn } = call;
    const more = { ...toExecution(call), dynamic: true, providerMetadata: { mail: { agent, turn } } };
    this.push({ type: 'tool-input-available', toolCallId: id, toolName, input, ...more });
    this.#setCall(id, call);
  }

  #setCall(id: string, call: OpenCall): void {
    this.set({ calls: new Map(this.#state.calls).set(id, call) });
  }

  /** Adds what one model call has used to what the run has used. */
  use(usage: Usage): void {
    const sum: Usage = { ...(this.#state.usage ?? { inputTokens: 0, outputTokens: 0 }) };
    for (const key of Object.keys(usage) as (keyof Usage)[]) sum[key] = (sum[key] ?? 0) + (usage[key] ?? 0);
    this.set({ usage: sum });
  }
}

/** Calls that nobody outside has to answer are marked as run elsewhere, so that clients do not try. */
function toExecution({ shownFor }: OpenCall): { providerExecuted?: true } {
  return shownFor === 'looking' ? { providerExecuted: true } : {};
}

/** Names a text within the message of a run. */
export function toPartId({ agent, turn, attempt, part }: Omit<Place, 'kind'>): string {
  return `${agent}/${turn}/${attempt}/${part}`;
}

/** What the end of a text says that was taken back. The first key is ours, the second the same for all adapters. */
function toRetraction(part: string, { agent, turn, kind }: OpenText): PartMetadata {
  return { mail: { agent, turn, kind, retracted: true }, posthouse: { part, retracted: true } };
}
