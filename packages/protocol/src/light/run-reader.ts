import { readJSON } from '../json.ts';
import type { StreamEvent } from './to-frame.ts';
import type { Usage } from '../log/usage.ts';
import { camelKey } from '../wire/wire-case.ts';
import { frameTeller } from '../telling/frame-teller.ts';
import { readerPlace } from '../telling/reader-place.ts';
import type { Telling, ToldCall, ToldQuestion, ToldText } from '../telling/telling.ts';
import type { WireTelling } from '../telling/telling-schema.ts';

type OpenText = { text: ToldText; length: number; answer: string };
type WireCall = Omit<WireTelling & { type: 'call' }, 'type'>;

/** A telling, its time, and its place in the task's log, as far as known. */
export type TimedTelling = {
  telling: Telling;
  at?: string | undefined;
  run?: number | undefined;
  seq?: number | undefined;
};

export type RunReaderOptions = {
  /** Calls of an earlier stream that may get their results in this one. */
  adopted?: readonly ToldCall[];
  /** Names of tools that the caller answers for; servers of ours say so themselves. */
  declared?: ReadonlySet<string>;
};

/**
 * Reads what a server streams of a run, over any number of connections, and tells everything once. It makes tellings
 * from the frames of a MAIL server that has none, as well as possible.
 *
 * @example
 * const reader = new RunReader();
 * for (let path = '/message'; ; path = `/tasks/${taskId}/tellings?${reader.query}`) {
 *   reader.begin();
 *   for await (const event of eventsOf(path)) for (const { telling } of reader.read(event)) show(telling);
 * }
 */
export class RunReader {
  readonly #texts = new Map<string, OpenText>();
  readonly #calls: Map<string, ToldCall>;
  readonly #place = readerPlace();
  readonly #tellFrame: ReturnType<typeof frameTeller>;
  #begin: (WireTelling & { type: 'begin' }) | undefined;
  /** The answer that stands, if one does. */
  #answer = '';

  constructor({ adopted = [], declared = new Set() }: RunReaderOptions = {}) {
    this.#calls = new Map(adopted.map((call) => [call.id, call]));
    this.#tellFrame = frameTeller({ adopted, declared });
  }

  /** A connection begins. */
  begin(): void {
    this.#place.begin();
  }

  /** Asks `GET /tasks/…/tellings` for what comes behind what was read; undefined until the server has said which run it is. */
  get query(): string | undefined {
    if (!this.#begin) return undefined;
    const { run, message_id: messageId } = this.#begin;
    return `run=${run}&message_id=${encodeURIComponent(messageId)}${this.#place.toQuery()}`;
  }

  /** The tellings of an event of the stream. Throws if the event cannot be read. */
  read(event: StreamEvent): TimedTelling[] {
    if (event.event !== 'telling') {
      const { tellings, at } = this.#tellFrame(event.event ?? '', event.data);
      return tellings.map((telling) => ({ telling, at }));
    }
    const wire = readJSON(event.data) as WireTelling & { at?: string };
    // What a text or a call begins with, and what a text says, is known by its name and its length, and a queue by the place.
    const isNamed = ['text_start', 'text', 'call', 'queued'].includes(wire.type);
    const telling = isNamed || this.#place.isNew(event.data) ? this.#tell(wire) : undefined;
    const seq = event.id ? Number(event.id) : undefined;
    if (seq) this.#place.pass(seq);
    if (!telling) return [];
    const told = { telling, at: wire.at, run: this.#begin?.run, seq };
    return this.#place.moveOn() ? [{ telling: { type: 'queued', place: 0 } }, told] : [told];
  }

  #tell({ at = '', ...wire }: WireTelling & { at?: string }): Telling | undefined {
    switch (wire.type) {
      case 'begin':
        this.#begin = wire;
        return undefined;
      case 'start':
        return { type: 'start', answerId: wire.answer_id };
      case 'text_start': {
        const { id, agent, turn, kind, is_answer: isAnswer } = wire;
        if (this.#texts.has(id)) return undefined;
        const text = { id, by: { agent, turn }, kind, isAnswer };
        this.#texts.set(id, { text, length: 0, answer: '' });
        return { type: 'text-start', text };
      }
      case 'text':
      case 'text_end': {
        const open = this.#texts.get(wire.id);
        return open && (wire.type === 'text' ? this.#grow(open, wire) : this.#end(open, wire.retracted));
      }
      case 'call':
        return this.#calls.has(wire.id) ? undefined : { type: 'call', call: this.#toCall(wire) };
      case 'question':
        return { type: 'question', question: this.#toQuestion(wire) };
      case 'result': {
        const { type, id, ...result } = wire;
        const call = this.#calls.get(id);
        return call && { type, call, result };
      }
      case 'mail': {
        const { type, message_id: messageId, msg_type: msgType, ...mail } = wire;
        return { type, mail: { ...mail, messageId, msgType, at } };
      }
      case 'usage': {
        const counts = Object.entries(wire.usage).map(([name, count]) => [camelKey(name), count] as const);
        return { ...wire, usage: Object.fromEntries(counts) as Usage };
      }
      case 'pause':
        return { ...wire, questions: wire.questions.map((each) => this.#toQuestion(each)) };
      case 'end':
        return { text: this.#answer, ...wire };
      case 'queued':
        return this.#place.stand(wire.place) ? wire : undefined;
      case 'notice':
      case 'resume':
        return wire;
      default:
        // A newer server may have more to tell.
        return undefined;
    }
  }

  #grow(open: OpenText, { id, offset, delta }: WireTelling & { type: 'text' }): Telling | undefined {
    const { text, length } = open;
    const fresh = offset > length ? '' : delta.slice(length - offset);
    if (fresh === '') return undefined;
    open.length += fresh.length;
    this.#place.grow(id, open.length);
    if (text.isAnswer) open.answer += fresh;
    return { type: 'text', text, offset: length, delta: fresh };
  }

  #end({ text, answer }: OpenText, retracted: boolean): Telling {
    this.#place.end(text.id);
    if (text.isAnswer && !retracted) this.#answer = answer;
    return { type: 'text-end', text, retracted };
  }

  #toCall({ id, agent, turn, call_id: callId, tool, kind, input, for_caller: forCaller }: WireCall): ToldCall {
    const call = { id, by: { agent, turn }, callId, tool, kind, input, forCaller };
    this.#calls.set(id, call);
    return call;
  }

  #toQuestion(wire: WireCall & Pick<ToldQuestion, 'needs'>): ToldQuestion {
    return { call: this.#toCall(wire), needs: wire.needs };
  }
}
