import type { ToolSpec } from '@posthouse/protocol';
import type { ModelMessage } from 'ai';

const ASCII_PER_TOKEN = 4;
const PER_MESSAGE = 4;

/**
 * Roughly how many tokens a text takes: one for every four ASCII characters, one for every other UTF-16 unit. Every model
 * counts differently and none offline; for English and code this is within about a quarter, for other scripts rather too
 * much, so what is held against a limit errs on the safe side.
 *
 * @example estimateTokens('Good morning') // 3
 */
export function estimateTokens(text: string): number {
  const estimate = new TokenEstimate();
  estimate.add(text);
  return estimate.tokens;
}

/** The same for a text that comes in pieces, of which none is kept. */
export class TokenEstimate {
  #ascii = 0;
  #others = 0;

  add(text: string): void {
    let ascii = 0;
    for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 128) ascii += 1;
    this.#ascii += ascii;
    this.#others += text.length - ascii;
  }

  get tokens(): number {
    return Math.ceil(this.#ascii / ASCII_PER_TOKEN) + this.#others;
  }
}

export type Prompt = { system: string; tools: readonly ToolSpec[]; messages: readonly ModelMessage[] };

/** Roughly how many tokens a whole prompt takes, tools included. */
export function estimatePrompt({ system, tools, messages }: Prompt): number {
  return estimateTokens(system) + estimateTokens(JSON.stringify(tools)) + estimateMessages(messages);
}

export function estimateMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => sum + PER_MESSAGE + estimateTokens(JSON.stringify(content)), 0);
}
