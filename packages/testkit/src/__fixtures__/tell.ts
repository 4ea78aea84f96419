import { generateText, jsonSchema, type LanguageModel, type LanguageModelUsage, streamText, tool } from 'ai';

const anything = jsonSchema<unknown>({ type: 'object', properties: {}, additionalProperties: true });

/** Tools without code: their calls come back to the caller. */
const tools = {
  add: tool({ description: 'Adds.', inputSchema: anything }),
  look_up: tool({ description: 'Looks up.', inputSchema: anything }),
};

/** What a caller of the AI SDK can tell about an answer. */
export interface Story {
  text: string;
  reasoning: string;
  calls: { id: string; name: string; input: unknown }[];
  sources: unknown[];
  finishReason: string | undefined;
  usage: Record<'input' | 'cached' | 'output' | 'reasoning', number | undefined> | undefined;
  /** How it failed, if it did: thrown out of the stream, or as a part of it. */
  error?: { how: 'thrown' | 'part'; name: unknown; statusCode: unknown; isRetryable: unknown };
}

export const modes = ['stream', 'whole'] as const;
export type Mode = (typeof modes)[number];

/** Asks once and tells what came of it. */
export async function tell(mode: Mode, model: LanguageModel, abortSignal?: AbortSignal): Promise<Story> {
  const options = { model, tools, prompt: 'Well?', maxRetries: 0, ...(abortSignal ? { abortSignal } : {}) };
  return await (mode === 'stream' ? tellStream(options) : tellWhole(options));
}

type Options = Parameters<typeof streamText<typeof tools>>[0] & Parameters<typeof generateText<typeof tools>>[0];

async function tellWhole(options: Options): Promise<Story> {
  const story = blank();
  try {
    const { text, reasoningText, toolCalls, sources, finishReason, usage } = await generateText(options);
    return {
      text,
      reasoning: reasoningText ?? '',
      calls: toolCalls.filter((each) => each.providerExecuted !== true).map(toCall),
      sources: sources.map(toUrl),
      finishReason,
      usage: toUsage(usage),
    };
  } catch (error) {
    return { ...story, error: toError('thrown', error) };
  }
}

async function tellStream(options: Options): Promise<Story> {
  const story = blank();
  try {
    for await (const part of streamText({ ...options, onError: () => {} }).stream) {
      if (part.type === 'text-delta') story.text += part.text;
      else if (part.type === 'reasoning-delta') story.reasoning += part.text;
      else if (part.type === 'tool-call' && part.providerExecuted !== true) story.calls.push(toCall(part));
      else if (part.type === 'source') story.sources.push(toUrl(part));
      else if (part.type === 'error') story.error = toError('part', part.error);
      else if (part.type === 'finish')
        Object.assign(story, { finishReason: part.finishReason, usage: toUsage(part.totalUsage) });
    }
  } catch (error) {
    story.error = toError('thrown', error);
  }
  return story;
}

function blank(): Story {
  return { text: '', reasoning: '', calls: [], sources: [], finishReason: undefined, usage: undefined };
}

function toCall({ toolCallId, toolName, input }: { toolCallId: string; toolName: string; input: unknown }) {
  return { id: toolCallId, name: toolName, input };
}

function toUrl(source: object): unknown {
  return 'url' in source ? source.url : source;
}

function toUsage({
  inputTokens,
  inputTokenDetails,
  outputTokens,
  outputTokenDetails,
}: LanguageModelUsage): Story['usage'] {
  return {
    input: inputTokens,
    cached: inputTokenDetails.cacheReadTokens,
    output: outputTokens,
    reasoning: outputTokenDetails.reasoningTokens,
  };
}

function toError(how: 'thrown' | 'part', error: unknown): Story['error'] {
  const { name, statusCode, isRetryable } = error as Record<string, unknown>;
  return { how, name, statusCode, isRetryable };
}
