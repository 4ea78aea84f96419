import {
  addUsage,
  type JSONObject,
  type JSONValue,
  type Usage,
  type UsedBudget,
  toBudgetText,
} from '@posthouse/protocol';
import type { SlicePlace } from '../read-slice.ts';
import type { Dialect } from '../slice-encoding.ts';
import type { DoorTelling } from '../tell-slice.ts';
import { toCallId, toItemId } from './door-ids.ts';
import { type OutputItem, type TextItem, toSummaryPart, toTextPart, toWireItem } from './output-items.ts';
import { toResponseUsage } from './openai-usage.ts';

export type ResponseSettings = {
  place: SlicePlace;
  /** What of the response is known from the beginning. */
  shell: JSONObject;
  /** Whether what agents think is part of it. */
  summaries: boolean;
};

/** A response as far as it is written. Items stand in the order in which they began. */
export type WrittenResponse = {
  readonly createdAt: number;
  /** How many events were told. */
  readonly number: number;
  readonly items: readonly OutputItem[];
  /** Where the thoughts are among the items, and the answer that is being said. */
  readonly thoughts: ReadonlyMap<string, number>;
  readonly words: number | undefined;
  readonly usage: Usage;
  readonly budgets: readonly UsedBudget[] | undefined;
  /** What a response says that is over. */
  readonly standing: JSONObject | undefined;
};

const START: WrittenResponse = {
  createdAt: 0,
  number: 0,
  items: [],
  thoughts: new Map(),
  words: undefined,
  usage: { inputTokens: 0, outputTokens: 0 },
  budgets: undefined,
  standing: undefined,
};

/** How many streams of responses there were. */
let streams = 0;

/** A response, event by event as it grows, in the order that OpenAI's clients insist on. */
export function responseDialect(settings: ResponseSettings): Dialect<WrittenResponse> {
  return {
    // Events are numbered, and text comes in more of them for whoever watches it being written: nobody else has been told the same.
    id: `response ${(streams += 1)}`,
    start: START,
    take: (state, telling) => {
      if (state.standing !== undefined) return { state, text: '' };
      const draft = new ResponseDraft(settings, state);
      draft.read(telling);
      return draft;
    },
    toFailure: ({ number }, { code, message }) =>
      toEventText({ type: 'error', sequence_number: number, code, message, param: null }),
  };
}

/** A response as it stands. */
export function toResponse({ shell }: Pick<ResponseSettings, 'shell'>, written: WrittenResponse): JSONObject {
  const { createdAt, items, usage, budgets, standing } = written;
  return {
    ...shell,
    created_at: createdAt,
    error: null,
    incomplete_details: null,
    usage: standing === undefined ? null : toResponseUsage({ usage, budgets }),
    status: 'in_progress',
    ...standing,
    output: items.filter(({ state }) => state === 'done' || state === 'stopped').map(toWireItem),
  };
}

/** The next state of a response in the making, and the text of the events that lead to it. */
class ResponseDraft {
  readonly #settings: ResponseSettings;
  state: WrittenResponse;
  text = '';

  constructor(settings: ResponseSettings, state: WrittenResponse) {
    this.#settings = settings;
    this.state = state;
  }

  read(telling: DoorTelling): void {
    const { words, thoughts, items } = this.state;
    if ('budgets' in telling) this.#set({ budgets: telling.budgets });
    switch (telling.type) {
      case 'begin': {
        this.#set({ createdAt: Math.floor(Date.parse(telling.at) / 1000) });
        const response = toResponse(this.#settings, this.state);
        this.#push('response.created', { response });
        return this.#push('response.in_progress', { response });
      }
      case 'usage':
        return this.#set({ usage: addUsage(this.state.usage, telling.usage) });
      case 'text-start': {
        const { id, by, isAnswer } = telling.text;
        if (!this.#settings.summaries || isAnswer) return;
        this.#set({ thoughts: new Map(thoughts).set(id, items.length) });
        // A bold line on top is how summaries name what they are about.
        return this.#write(this.#begin('reasoning'), `**${by.agent}**\n\n`);
      }
      case 'text': {
        const index = thoughts.get(telling.text.id);
        if (index !== undefined) this.#write(index, telling.delta);
        return;
      }
      case 'text-end': {
        const index = thoughts.get(telling.text.id);
        if (index !== undefined) this.#finish(index, telling.retracted ? 'retracted' : 'done');
        return;
      }
      case 'answer':
        return this.#write(words ?? this.#beginWords(), telling.delta);
      case 'answer-retracted':
        return this.#endWords('retracted');
      case 'pause':
        for (const [index, { state }] of items.entries()) if (state === 'open') this.#finish(index, 'done');
        if (telling.budget !== undefined && telling.questions.length === 0) {
          const text = toBudgetText(telling.budget);
          return this.#end(...toEnd({ type: 'end', outcome: 'error', text, code: 'budget_exceeded' }));
        }
        for (const [index, { call }] of telling.questions.entries())
          this.#call(call.tool, call.input, { seq: telling.seq, index });
        return this.#end('response.completed', { status: 'completed' });
      case 'end':
        // Also an answer without words is one.
        if (telling.outcome === 'complete' && words === undefined) this.#beginWords();
        this.#endWords(telling.outcome === 'complete' ? 'done' : 'stopped');
        // Thoughts of a run that ended before the message was read.
        for (const [index, { state }] of this.state.items.entries())
          if (state === 'open') this.#finish(index, 'retracted');
        return this.#end(...toEnd(telling));
    }
  }

  #set(changes: Partial<WrittenResponse>): void {
    this.state = { ...this.state, ...changes };
  }

  #push(type: string, fields: JSONObject): void {
    const { number } = this.state;
    this.text += toEventText({ type, sequence_number: number, ...fields });
    this.#set({ number: number + 1 });
  }

  #add(item: OutputItem): number {
    const index = this.state.items.length;
    this.#set({ items: [...this.state.items, item] });
    this.#push('response.output_item.added', { output_index: index, item: toWireItem(item) });
    return index;
  }

  #close(index: number, state: OutputItem['state']): void {
    const item = { ...this.state.items[index]!, state };
    this.#set({ items: this.state.items.with(index, item) });
    this.#push('response.output_item.done', { output_index: index, item: toWireItem(item) });
  }

  #begin(kind: TextItem['kind']): number {
    const id = toItemId(kind === 'message' ? 'msg' : 'rs', this.#settings.place, this.state.items.length);
    const index = this.#add({ kind, id, text: '', state: 'open' });
    const { event, counted, toPart } = PARTS[kind];
    this.#push(`${event}.added`, { item_id: id, output_index: index, [counted]: 0, part: toPart('') });
    return index;
  }

  #beginWords(): number {
    const index = this.#begin('message');
    this.#set({ words: index });
    return index;
  }

  #endWords(state: OutputItem['state']): void {
    if (this.state.words !== undefined) this.#finish(this.state.words, state);
    this.#set({ words: undefined });
  }

  #write(index: number, delta: string): void {
    const item = this.#textAt(index);
    const { counted, textEvent, more } = PARTS[item.kind];
    this.#set({ items: this.state.items.with(index, { ...item, text: item.text + delta }) });
    this.#push(`${textEvent}.delta`, { item_id: item.id, output_index: index, [counted]: 0, delta, ...more });
  }

  #finish(index: number, state: OutputItem['state']): void {
    const { kind, id, text } = this.#textAt(index);
    const { event, counted, toPart, textEvent, more } = PARTS[kind];
    const place = { item_id: id, output_index: index, [counted]: 0 };
    this.#push(`${textEvent}.done`, { ...place, text, ...more });
    this.#push(`${event}.done`, { ...place, part: toPart(text) });
    this.#close(index, state);
  }

  /** Calls are whole from the start, so what is written to is a text. */
  #textAt(index: number): TextItem {
    return this.state.items[index] as TextItem;
  }

  #call(name: string, input: JSONValue, where: { seq: number; index: number }): void {
    const { taskId } = this.#settings.place;
    const text = JSON.stringify(input);
    const id = toCallId({ taskId, ...where }, 'fc');
    const callId = toCallId({ taskId, ...where });
    const index = this.#add({ kind: 'call', id, callId, name, input: text, state: 'open' });
    const place = { item_id: id, output_index: index };
    this.#push('response.function_call_arguments.delta', { ...place, delta: text });
    this.#push('response.function_call_arguments.done', { ...place, name, arguments: text });
    this.#close(index, 'done');
  }

  #end(type: string, standing: JSONObject): void {
    this.#set({ standing });
    this.#push(type, { response: toResponse(this.#settings, this.state) });
  }
}

/** What the part of an item is called, how parts are counted, what one looks like, and what its text is called. */
type Part = {
  event: string;
  counted: string;
  toPart: (text: string) => JSONObject;
  textEvent: string;
  more: JSONObject;
};

const PARTS: Record<TextItem['kind'], Part> = {
  message: {
    event: 'response.content_part',
    counted: 'content_index',
    toPart: toTextPart,
    textEvent: 'response.output_text',
    more: { logprobs: [] },
  },
  reasoning: {
    event: 'response.reasoning_summary_part',
    counted: 'summary_index',
    toPart: toSummaryPart,
    textEvent: 'response.reasoning_summary_text',
    more: {},
  },
};

/** How a run that is over is told of. Clients know no event for a response that was cancelled. */
function toEnd({ outcome, text, code = outcome }: Extract<DoorTelling, { type: 'end' }>): [string, JSONObject] {
  if (outcome === 'complete') return ['response.completed', { status: 'completed' }];
  const error = { code, message: text, type: 'server_error' };
  if (outcome === 'cancelled') return ['response.failed', { status: 'cancelled', error }];
  if (code !== 'limit_reached') return ['response.failed', { status: 'failed', error }];
  const details = { reason: 'max_output_tokens', message: text };
  return ['response.incomplete', { status: 'incomplete', incomplete_details: details }];
}

function toEventText(event: JSONObject & { type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
