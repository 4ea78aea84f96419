import { parseJSON } from '../json.ts';
import { type StreamEvent, toFrame } from '../light/to-frame.ts';
import type { Usage } from '../log/usage.ts';
import { frameTeller } from './frame-teller.ts';
import { ReaderPlace } from './reader-place.ts';
import type { Telling, ToldCall, ToldQuestion, ToldText } from './telling.ts';
import type { WireTelling } from './telling-schema.ts';

type WireCall = Omit<WireTelling & { type: 'call' }, 'type'>;

/** Something that is told of a run, when it happened, and where in the log of the task, as far as that is known. */
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
 * Reads what a server streams of a run, over as many connections as it takes, and tells everything once. The frames of a
 * MAIL server that knows no tellings are made into tellings as well as they can be.
 *
 * @example
 * const reader = new RunReader();
 * for (let path = '/message'; ; path = `/tasks/${taskId}/tellings?${reader.query}`) {
 *   reader.begin();
 *   for await (const event of eventsOf(path)) for (const { telling } of reader.read(event)) show(telling);
 * }
 */
export class RunReader {
  readonly #texts = new Map<string, { text: ToldText; length: number; answer: string }>();
  readonly #calls: Map<string, ToldCall>;
  readonly #place = new ReaderPlace();
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
    if (this.#begin === undefined) return undefined;
    const { run, message_id: messageId } = this.#begin;
    return `run=${run}&message_id=${encodeURIComponent(messageId)}${this.#place.toQuery()}`;
  }

  /** What an event of the stream tells. Throws when it cannot be read. */
  read(event: StreamEvent): TimedTelling[] {
    if (event.event !== 'telling') {
      const frame = toFrame(event);
      if (frame === undefined || frame.event === 'token') return [];
      return this.#tellFrame(frame).map((telling) => ({ telling, at: frame.data.timestamp }));
    }
    const wire = parseJSON(event.data) as WireTelling & { at?: string };
    // What a text or a call begins with, and what a text says, is known by its name and its length.
    const isNamed = wire.type === 'text_start' || wire.type === 'text' || wire.type === 'call';
    const telling = isNamed || this.#place.isNew(event.data) ? this.#tell(wire) : undefined;
    const seq = event.id === undefined ? undefined : Number(event.id);
    if (seq !== undefined) this.#place.pass(seq);
    return telling === undefined ? [] : [{ telling, at: wire.at, run: this.#begin?.run, seq }];
  }

  #tell(wire: WireTelling): Telling | undefined {
    switch (wire.type) {
      case 'begin':
        this.#begin = wire;
        return undefined;
      case 'start':
        return { type: 'start', answerId: wire.answer_id };
      case 'text_start':
        return this.#start(wire);
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
        const { type, at: _, id, ...result } = wire;
        const call = this.#calls.get(id);
        return call && { type, call, result };
      }
      case 'mail': {
        const { type, message_id: messageId, msg_type: msgType, ...mail } = wire;
        return { type, mail: { ...mail, messageId, msgType } };
      }
      case 'usage': {
        const { at: _, ...told } = wire;
        const counts = Object.entries(wire.usage).map(([name, count]) => [toCamel(name), count] as const);
        return { ...told, usage: Object.fromEntries(counts) as Usage };
      }
      case 'pause':
        return { type: 'pause', seq: wire.seq, questions: wire.questions.map((each) => this.#toQuestion(each)) };
      case 'end': {
        const { at: _, text = this.#answer, ...told } = wire;
        return { ...told, text };
      }
      case 'notice':
      case 'resume': {
        const { at: _, ...told } = wire;
        return told;
      }
      default:
        // A newer server may have more to tell.
        return undefined;
    }
  }

  #start({ id, agent, turn, kind, is_answer: isAnswer }: WireTelling & { type: 'text_start' }): Telling | undefined {
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
