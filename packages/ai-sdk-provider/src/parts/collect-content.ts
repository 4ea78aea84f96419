import type {
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3Reasoning,
  LanguageModelV3StreamPart,
  LanguageModelV3Text,
} from '@ai-sdk/provider';
import type { PartMark } from '../metadata.ts';

type Reader = { read(): Promise<{ done: boolean; value?: LanguageModelV3StreamPart | undefined }> };

/**
 * The parts of a stream as the content of a whole answer, in the same order. Text that the swarm has taken back is left
 * out, for nobody has seen it. Throws what the stream reports as an error.
 */
export async function collectContent(reader: Reader): Promise<LanguageModelV3GenerateResult> {
  const content: LanguageModelV3Content[] = [];
  const blocks = new Map<string, LanguageModelV3Text | LanguageModelV3Reasoning>();
  const collected: Partial<LanguageModelV3GenerateResult> = {};
  for (;;) {
    const { done, value: part } = await reader.read();
    if (done || !part) break;
    switch (part.type) {
      case 'stream-start':
      case 'finish': {
        const { type: _, ...rest } = part;
        Object.assign(collected, rest);
        break;
      }
      case 'response-metadata': {
        const { type: _, ...response } = part;
        collected.response = response;
        break;
      }
      case 'text-start':
      case 'reasoning-start': {
        const block = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '' } as const;
        blocks.set(part.id, block);
        content.push(block);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta':
        blocks.get(part.id)!.text += part.delta;
        break;
      case 'text-end':
      case 'reasoning-end': {
        const block = blocks.get(part.id)!;
        block.providerMetadata = part.providerMetadata;
        const mark = part.providerMetadata?.mail as PartMark | undefined;
        if (mark?.retracted) content.splice(content.indexOf(block), 1);
        break;
      }
      case 'tool-call':
      case 'tool-result':
      case 'tool-approval-request':
        content.push(part);
        break;
      case 'error':
        throw part.error;
    }
  }
  return { ...(collected as LanguageModelV3GenerateResult), content };
}
