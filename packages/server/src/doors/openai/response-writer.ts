import type { JSONObject, JSONValue, Usage } from '@posthouse/protocol';
import type { SlicePlace } from '../read-slice.ts';
import type { DoorTelling } from '../run-teller.ts';
import { toCallId, toItemId } from './door-ids.ts';
import { type OutputItem, toSummaryPart, toTextPart, toWireItem } from './output-items.ts';
import { toResponseUsage } from './usage.ts';

export type ResponseWriterOptions = {
  place: SlicePlace;
  /** What of the response is known from the beginning. */
  shell: JSONObject;
  /** Whether what agents think is part of it. */
  summaries: boolean;
  usage: () => Usage;
};

/** An event of a stream of Responses. */
export type ResponseEvent = JSONObject & { type: string; sequence_number: number };

/**
 * Writes a response: the events that tell it as it grows, in the order that OpenAI's clients insist on, and the object that
 * it comes to. Items are told in the order in which they begin.
 */
export function responseWriter({ place, shell, summaries, usage }: ResponseWriterOptions) {
  const items: OutputItem[] = [];
  const thoughts = new Map<string, OutputItem>();
  let events: ResponseEvent[] = [];
  let number = 0;
  let words: OutputItem | undefined;
  let standing: JSONObject = { status: 'in_progress' };
  let over = false;

  const push = (type: string, fields: JSONObject): void => {
    events.push({ type, sequence_number: number, ...fields });
    number += 1;
  };

  const toResponse = (): JSONObject => ({
    ...shell,
    error: null,
    incomplete_details: null,
    usage: over ? toResponseUsage(usage()) : null,
    ...standing,
    output: items.filter(({ state }) => state === 'done' || state === 'stopped').map(toWireItem),
  });

  const placeOf = (item: OutputItem): JSONObject => ({ item_id: item.id, output_index: items.indexOf(item) });

  const add = <Item extends OutputItem>(item: Item): Item => {
    items.push(item);
    push('response.output_item.added', { output_index: items.length - 1, item: toWireItem(item) });
    return item;
  };

  const close = (item: OutputItem, state: OutputItem['state']): void => {
    item.state = state;
    push('response.output_item.done', { output_index: items.indexOf(item), item: toWireItem(item) });
  };

  const begin = (kind: 'message' | 'reasoning'): OutputItem => {
    const id = toItemId(kind === 'message' ? 'msg' : 'rs', place, items.length);
    const item = add({ kind, id, text: '', state: 'open' });
    const [type, index, part] = PARTS[kind];
    push(`${type}.added`, { ...placeOf(item), [index]: 0, part: part('') });
    return item;
  };

  const write = (item: OutputItem, delta: string): void => {
    if (item.kind === 'call') return;
    item.text += delta;
    const [, index, , text] = PARTS[item.kind];
    push(`${text}.delta`, { ...placeOf(item), [index]: 0, delta, ...LOGPROBS[item.kind] });
  };

  const finish = (item: OutputItem, state: OutputItem['state']): void => {
    if (item.kind === 'call') return;
    const [type, index, part, text] = PARTS[item.kind];
    push(`${text}.done`, { ...placeOf(item), [index]: 0, text: item.text, ...LOGPROBS[item.kind] });
    push(`${type}.done`, { ...placeOf(item), [index]: 0, part: part(item.text) });
    close(item, state);
  };

  const endWords = (state: OutputItem['state']): void => {
    if (words !== undefined) finish(words, state);
    words = undefined;
  };

  const call = (name: string, input: JSONValue, where: { seq: number; index: number }): void => {
    const { taskId } = place;
    const text = JSON.stringify(input);
    const item = add({
      kind: 'call',
      id: toCallId({ taskId, ...where }, 'fc'),
      callId: toCallId({ taskId, ...where }),
      name,
      input: text,
      state: 'open',
    });
    push('response.function_call_arguments.delta', { ...placeOf(item), delta: text });
    push('response.function_call_arguments.done', { ...placeOf(item), name, arguments: text });
    close(item, 'done');
  };

  const end = (type: string, more: JSONObject): void => {
    over = true;
    standing = more;
    push(type, { response: toResponse() });
  };

  const read = (telling: DoorTelling): void => {
    switch (telling.type) {
      case 'text': {
        const { text, delta } = telling;
        if (!summaries || text.isAnswer) return;
        let item = thoughts.get(text.id);
        if (item === undefined) {
          item = begin('reasoning');
          thoughts.set(text.id, item);
          // A bold line on top is how summaries name what they are about.
          write(item, `**${text.by.agent}**\n\n`);
        }
        return write(item, delta);
      }
      case 'text-end': {
        const item = thoughts.get(telling.text.id);
        if (item !== undefined) finish(item, telling.retracted ? 'retracted' : 'done');
        return;
      }
      case 'answer':
        words ??= begin('message');
        return write(words, telling.delta);
      case 'answer-retracted':
        return endWords('retracted');
      case 'pause':
        for (const item of items) if (item.state === 'open') finish(item, 'done');
        for (const [index, { call: asked }] of telling.questions.entries())
          call(asked.tool, asked.input, { seq: telling.seq, index });
        return end('response.completed', { status: 'completed' });
      case 'end':
        // Also an answer without words is one.
        if (telling.outcome === 'complete') words ??= begin('message');
        endWords(telling.outcome === 'complete' ? 'done' : 'stopped');
        return end(...toEnd(telling));
    }
  };

  return {
    /** The first events: the response exists, and is being worked on. */
    start(): ResponseEvent[] {
      push('response.created', { response: toResponse() });
      push('response.in_progress', { response: toResponse() });
      return take();
    },

    take(telling: DoorTelling): ResponseEvent[] {
      if (!over) read(telling);
      return take();
    },

    /** The stream cannot go on, though the run may. */
    fail({ code, message }: { code: string; message: string }): ResponseEvent[] {
      push('error', { code, message, param: null });
      return take();
    },

    /** The response as it stands. */
    toResponse,

    get over(): boolean {
      return over;
    },
  };

  function take(): ResponseEvent[] {
    const taken = events;
    events = [];
    return taken;
  }
}

/** For each kind: its part, how its parts are counted, what a part looks like, and its text. */
const PARTS = {
  message: ['response.content_part', 'content_index', toTextPart, 'response.output_text'],
  reasoning: ['response.reasoning_summary_part', 'summary_index', toSummaryPart, 'response.reasoning_summary_text'],
} as const;

const LOGPROBS = { message: { logprobs: [] }, reasoning: {} };

/** How a run that is over is told of. Clients know no event for a response that was cancelled. */
function toEnd({ outcome, text, code = outcome }: Extract<DoorTelling, { type: 'end' }>): [string, JSONObject] {
  if (outcome === 'complete') return ['response.completed', { status: 'completed' }];
  const error = { code, message: text, type: 'server_error' };
  if (outcome === 'cancelled') return ['response.failed', { status: 'cancelled', error }];
  if (code !== 'limit_reached') return ['response.failed', { status: 'failed', error }];
  const details = { reason: 'max_output_tokens', message: text };
  return ['response.incomplete', { status: 'incomplete', incomplete_details: details }];
}
