import type { ScriptedReasoningPart, ScriptedTextPart, ScriptedToolCallPart } from './turn.ts';

/**
 * A text part, for turns whose parts are interleaved.
 *
 * @example
 * const turn = { content: [think('First the sum.'), call('add', { a: 1, b: 2 }), say('Working on it.')] };
 */
export function say(text: string): ScriptedTextPart {
  return { type: 'text', text };
}

/** A reasoning part. */
export function think(text: string): ScriptedReasoningPart {
  return { type: 'reasoning', text };
}

/** A tool call part. */
export function call(name: string, input: unknown = {}): ScriptedToolCallPart {
  return { type: 'tool-call', name, input };
}
