import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';

export type RecordingModel = LanguageModelV3 & { calls: LanguageModelV3CallOptions[] };

/** A model whose streams have exactly these parts, for what no well-behaved model sends. */
export function modelOf(
  parts: readonly LanguageModelV3StreamPart[],
  { provider = 'handmade' }: { provider?: string } = {},
): RecordingModel {
  const calls: LanguageModelV3CallOptions[] = [];
  return {
    specificationVersion: 'v3',
    provider,
    modelId: 'model-1',
    supportedUrls: {},
    calls,
    doGenerate: () => Promise.reject(new Error('this model only streams')),
    doStream: (options) => {
      calls.push(options);
      return Promise.resolve({ stream: ReadableStream.from<LanguageModelV3StreamPart>(parts) });
    },
  };
}

/** The end of a stream. */
export function finish(unified: 'stop' | 'tool-calls' | 'error' | 'other' = 'stop'): LanguageModelV3StreamPart {
  return {
    type: 'finish',
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    },
  };
}
