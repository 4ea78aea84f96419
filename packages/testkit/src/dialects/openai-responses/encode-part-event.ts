import type { ScriptedEvent, AnswerPart } from '@posthouse/runtime/scripted/playing';
import type { Reply } from '../dialect.ts';
import { toAnnotations, toOpeningItem, toOutputItem } from './output-items.ts';

export interface ResponseEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

type PartEvent = ScriptedEvent & { type: 'part-start' | 'delta' | 'part-end' };

/** What is sent for one event of a part: its item is announced, grows, and is repeated whole at its end. */
export function encodePartEvent(event: PartEvent, reply: Reply): ResponseEvent[] {
  const { index, part } = event;
  const item = toOutputItem(part, index, reply);
  const place = { item_id: item.id, output_index: index };
  switch (event.type) {
    case 'part-start': {
      const opening = toOpeningItem(part, index, reply);
      return [{ type: 'response.output_item.added', output_index: index, item: opening }, ...afterStart(part, place)];
    }
    case 'delta':
      return onDelta(part, place, event.delta);
    case 'part-end':
      return [...beforeEnd(part, place), { type: 'response.output_item.done', output_index: index, item }];
  }
}

interface Place {
  readonly item_id: string;
  readonly output_index: number;
}

const emptyText = { type: 'output_text', text: '', annotations: [], logprobs: [] };

function afterStart(part: AnswerPart, place: Place): ResponseEvent[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'response.content_part.added', ...place, content_index: 0, part: emptyText }];
    case 'reasoning':
      if (part.redacted) return [];
      return [{ type: 'response.reasoning_summary_part.added', ...place, summary_index: 0, part: summary('') }];
    case 'web-search':
      return ['in_progress', 'searching'].map((state) => ({ type: `response.web_search_call.${state}`, ...place }));
    case 'code-interpreter':
      return [{ type: 'response.code_interpreter_call.in_progress', ...place }];
    case 'tool-call':
      return [];
  }
}

function onDelta(part: AnswerPart, place: Place, delta: string): ResponseEvent[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'response.output_text.delta', ...place, content_index: 0, delta, logprobs: [] }];
    case 'reasoning':
      return [{ type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta }];
    case 'tool-call':
      return [{ type: 'response.function_call_arguments.delta', ...place, delta }];
    case 'code-interpreter':
      return [{ type: 'response.code_interpreter_call_code.delta', ...place, delta }];
    case 'web-search':
      return [];
  }
}

function beforeEnd(part: AnswerPart, place: Place): ResponseEvent[] {
  switch (part.type) {
    case 'text': {
      const here = { ...place, content_index: 0 };
      const annotations = toAnnotations(part);
      return [
        ...annotations.map((annotation, at) => ({
          type: 'response.output_text.annotation.added',
          ...here,
          annotation_index: at,
          annotation,
        })),
        { type: 'response.output_text.done', ...here, text: part.text, logprobs: [] },
        { type: 'response.content_part.done', ...here, part: { ...emptyText, text: part.text, annotations } },
      ];
    }
    case 'reasoning': {
      if (part.redacted) return [];
      const here = { ...place, summary_index: 0 };
      return [
        { type: 'response.reasoning_summary_text.done', ...here, text: part.text },
        { type: 'response.reasoning_summary_part.done', ...here, part: summary(part.text) },
      ];
    }
    case 'tool-call':
      return [{ type: 'response.function_call_arguments.done', ...place, name: part.name, arguments: part.inputText }];
    case 'web-search':
      return [{ type: 'response.web_search_call.completed', ...place }];
    case 'code-interpreter':
      return [
        { type: 'response.code_interpreter_call_code.done', ...place, code: part.code },
        { type: 'response.code_interpreter_call.interpreting', ...place },
        { type: 'response.code_interpreter_call.completed', ...place },
      ];
  }
}

function summary(text: string): object {
  return { type: 'summary_text', text };
}
