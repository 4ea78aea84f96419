import type { LanguageModelV3FinishReason, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { ScriptedAnswer } from '../playing/answer.ts';

/** How an answer ended and what it cost. */
export function toFinish(answer: ScriptedAnswer): {
  finishReason: LanguageModelV3FinishReason;
  usage: LanguageModelV3Usage;
} {
  const { input, cached, output, reasoning } = answer.usage;
  return {
    finishReason: { unified: answer.finishReason, raw: answer.finishReason },
    usage: {
      inputTokens: { total: input, noCache: input - cached, cacheRead: cached, cacheWrite: undefined },
      outputTokens: { total: output, text: output - reasoning, reasoning },
    },
  };
}

/** The end of an answer that broke off with an error: nothing is known of its cost. */
export function toErrorFinish(): { finishReason: LanguageModelV3FinishReason; usage: LanguageModelV3Usage } {
  return {
    finishReason: { unified: 'error', raw: undefined },
    usage: {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
  };
}
