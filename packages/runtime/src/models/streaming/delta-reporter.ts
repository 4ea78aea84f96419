import { textOfJSON } from '@posthouse/protocol';
import type { TextStreamPart, ToolSet } from 'ai';
import { finishMessageStream } from './finish-message-stream.ts';
import type { RespondRequest, TextDelta } from '../../respond/respond.ts';
import { wholeCharacters } from './whole-characters.ts';

/** The tool whose argument `finish_message` is the answer of the task. */
const FINISHING_TOOL = 'task_complete';

type Part = { part: number; take: (piece: string) => string };

/**
 * Reports the text of an answer while it comes in: what the model thinks, what it says, and the finish message that it
 * writes into a call. Feed it every part of the stream; one reporter serves all streams of one answer.
 */
export function deltaReporter(onDelta: RespondRequest['onDelta']): (part: TextStreamPart<ToolSet>) => void {
  const parts = new Map<string, Part>();
  const messages = new Map<string, (piece: string) => string>();
  let count = 0;

  const report = (kind: TextDelta['kind'], id: string, piece: string): void => {
    if (piece === '') return;
    const key = `${kind} ${id}`;
    const known = parts.get(key) ?? { part: count++, take: wholeCharacters() };
    parts.set(key, known);
    const delta = known.take(piece);
    if (delta !== '') onDelta({ part: known.part, kind, delta });
  };

  return (part) => {
    switch (part.type) {
      case 'start':
        // Ids count only within one stream.
        parts.clear();
        messages.clear();
        break;
      case 'text-delta':
        report('text', part.id, part.text);
        break;
      case 'reasoning-delta':
        report('reasoning', part.id, part.text);
        break;
      case 'tool-input-start':
        if (part.toolName === FINISHING_TOOL) messages.set(part.id, finishMessageStream());
        break;
      case 'tool-input-delta':
        report('answer', part.id, messages.get(part.id)?.(part.delta) ?? '');
        break;
      case 'tool-call':
        // Not every provider streams the arguments.
        if (part.toolName === FINISHING_TOOL && !messages.has(part.toolCallId)) {
          report('answer', part.toolCallId, finishMessageOf(part.input));
        }
        break;
      default:
        break;
    }
  };
}

/** The finish message of a whole call, as text. */
export function finishMessageOf(input: unknown): string {
  const message = typeof input === 'object' && input !== null && 'finish_message' in input ? input.finish_message : '';
  if (message === null || message === undefined) return '';
  return textOfJSON(message);
}
