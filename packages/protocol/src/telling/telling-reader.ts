import type { CallResult } from '../log/call.ts';
import type { Usage } from '../log/usage.ts';
import { ReaderPlace } from './reader-place.ts';
import type { Telling, ToldCall, ToldQuestion, ToldText } from './telling.ts';
import type { WireTelling } from './telling-schema.ts';

type WireCall = Omit<WireTelling & { type: 'call' }, 'type'>;

/**
 * Reads a stream of tellings, over as many connections as it takes: what is told again is left out, and what names a text
 * or a call that was not told is passed over.
 */
export class TellingReader {
  readonly #texts = new Map<string, { text: ToldText; length: number; answer: string }>();
  readonly #calls = new Map<string, ToldCall>();
  readonly #place = new ReaderPlace();
  /** The answer that stands, if one does. */
  #answer = '';

  /** A connection begins. */
  begin(): void {
    this.#place.begin();
  }

  /** Asks `GET /tasks/…/tellings` for what comes behind what was read: `&after=…&has=…`, or nothing for everything. */
  toQuery(): string {
    return this.#place.toQuery();
  }

  /** What is told now; undefined when that was told before. `id` is that of the frame, if it has one. */
  read(wire: WireTelling, id?: string): Telling | undefined {
    // What a text or a call begins with, and what a text says, is known by its name and its length.
    const isNamed = wire.type === 'text_start' || wire.type === 'text' || wire.type === 'call';
    const telling = isNamed || this.#place.isNew(JSON.stringify(wire)) ? this.#read(wire) : undefined;
    this.#place.pass(Number(id));
    return telling;
  }

  #read(wire: WireTelling): Telling | undefined {
    switch (wire.type) {
      case 'start':
        return { type: 'start', answerId: wire.answer_id };
      case 'text_start':
        return this.#begin(wire);
      case 'text':
        return this.#grow(wire);
      case 'text_end':
        return this.#end(wire);
      case 'call': {
        if (this.#calls.has(wire.id)) return undefined;
        return { type: 'call', call: this.#toCall(wire) };
      }
      case 'question':
        return { type: 'question', question: this.#toQuestion(wire) };
      case 'result': {
        const call = this.#calls.get(wire.id);
        const { status, content, code } = wire;
        const result: CallResult = { status, content, ...(code === undefined ? {} : { code }) };
        return call === undefined ? undefined : { type: 'result', call, result };
      }
      case 'mail': {
        const { type: _, message_id: messageId, msg_type: msgType, ...mail } = wire;
        return { type: 'mail', mail: { ...mail, messageId, msgType } };
      }
      case 'usage': {
        const counts = Object.entries(wire.usage).map(([name, count]) => [toCamel(name), count] as const);
        const { agent, model } = wire;
        return { type: 'usage', agent, model, usage: Object.fromEntries(counts) as Usage };
      }
      case 'pause':
        return { type: 'pause', seq: wire.seq, questions: wire.questions.map((each) => this.#toQuestion(each)) };
      case 'end': {
        const { outcome, code, text = this.#answer } = wire;
        return { type: 'end', outcome, text, ...(code === undefined ? {} : { code }) };
      }
      case 'notice': {
        const { code, text, agent } = wire;
        return { type: 'notice', code, text, ...(agent === undefined ? {} : { agent }) };
      }
      case 'resume':
        return { type: 'resume' };
      default:
        // A newer server may have more to tell.
        return undefined;
    }
  }

  /** Calls of an earlier answer that may get their results in this one. */
  adopt(calls: readonly ToldCall[]): void {
    for (const call of calls) this.#calls.set(call.id, call);
  }

  #begin({ id, agent, turn, kind, is_answer: isAnswer }: WireTelling & { type: 'text_start' }): Telling | undefined {
    if (this.#texts.has(id)) return undefined;
    const text = { id, by: { agent, turn }, kind, isAnswer };
    this.#texts.set(id, { text, length: 0, answer: '' });
    return { type: 'text-start', text };
  }

  #grow({ id, offset, delta }: WireTelling & { type: 'text' }): Telling | undefined {
    const open = this.#texts.get(id);
    if (open === undefined || offset > open.length) return undefined;
    const { text, length } = open;
    const fresh = delta.slice(length - offset);
    if (fresh === '') return undefined;
    open.length += fresh.length;
    this.#place.grow(id, open.length);
    if (text.isAnswer) open.answer += fresh;
    return { type: 'text', text, offset: length, delta: fresh };
  }

  #end({ id, retracted }: WireTelling & { type: 'text_end' }): Telling | undefined {
    const open = this.#texts.get(id);
    if (open === undefined) return undefined;
    this.#place.end(id);
    if (open.text.isAnswer && !retracted) this.#answer = open.answer;
    return { type: 'text-end', text: open.text, retracted };
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

function toCamel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
