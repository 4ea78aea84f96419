import type { MidstreamFault } from '../fault.ts';
import type { ScriptedCitation, ScriptedCodeOutput, ScriptedFinishReason, ScriptedSearchResult } from '../turn.ts';

/** A turn with every default filled in: the input of all encoders. */
export interface ScriptedAnswer {
  readonly parts: readonly AnswerPart[];
  readonly usage: AnswerUsage;
  readonly finishReason: ScriptedFinishReason;
  readonly chunkSize: number;
  readonly delayMs: number;
  readonly firstDelayMs: number;
  readonly fault?: MidstreamFault | undefined;
}

export type AnswerPart =
  | { readonly type: 'text'; readonly text: string; readonly citations: readonly Required<ScriptedCitation>[] }
  | { readonly type: 'reasoning'; readonly text: string; readonly redacted: boolean }
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly inputText: string;
      readonly namespace?: string;
    }
  | {
      readonly type: 'web-search';
      readonly id: string;
      readonly query: string;
      readonly results: readonly ScriptedSearchResult[];
    }
  | {
      readonly type: 'code-interpreter';
      readonly id: string;
      readonly code: string;
      readonly outputs: readonly ScriptedCodeOutput[];
    };

/** Token counts as every provider reports them: totals, and how much of them was cached or spent on reasoning. */
export interface AnswerUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

/** The part of the content that is sent in deltas; the rest comes with its start or its end. */
export function streamedText(part: AnswerPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return part.redacted ? '' : part.text;
    case 'tool-call':
      return part.inputText;
    case 'web-search':
      return JSON.stringify({ query: part.query });
    case 'code-interpreter':
      return part.code;
  }
}
