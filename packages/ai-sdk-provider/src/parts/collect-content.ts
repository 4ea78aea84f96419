import type {
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import type { ToldCall } from '@posthouse/protocol/light';
import type { PartMark } from '../metadata.ts';

type Reader = { read(): Promise<{ done: boolean; value?: LanguageModelV3StreamPart | undefined }> };

/**
 * The parts of a stream as the content of a whole answer, in the same order. Text that the swarm has taken back is left
 * out, for nobody has seen it. Whoever gets a whole answer looks for the call of each result in it, so calls of an earlier
 * answer are told again. Throws what the stream reports as an error.
 */
export async function collectContent(
  reader: Reader,
  adopted: readonly ToldCall[] = [],
): Promise<LanguageModelV3GenerateResult> {
  const content: (LanguageModelV3Content | undefined)[] = [];
  const blocks: Record<string, { at: number; text: string }> = {};
  let collected: Partial<LanguageModelV3GenerateResult> = {};
  for (;;) {
    const { done, value: part } = await reader.read();
    if (done || part === undefined) break;
    switch (part.type) {
      case 'stream-start':
        collected = { warnings: part.warnings };
        break;
      case 'response-metadata': {
        const { type: _, ...response } = part;
        collected.response = response;
        break;
      }
      case 'text-start':
      case 'reasoning-start':
        blocks[part.id] = { at: content.push(undefined) - 1, text: '' };
        break;
      case 'text-delta':
      case 'reasoning-delta':
        blocks[part.id]!.text += part.delta;
        break;
      case 'text-end':
      case 'reasoning-end': {
        const { at, text } = blocks[part.id]!;
        const { providerMetadata } = part;
        const retracted = (providerMetadata?.mail as PartMark | undefined)?.retracted;
        if (!retracted) content[at] = { type: part.type === 'text-end' ? 'text' : 'reasoning', text, providerMetadata };
        break;
      }
      case 'tool-result': {
        const { toolCallId, toolName, providerMetadata } = part;
        const isHere = content.some((each) => each?.type === 'tool-call' && each.toolCallId === toolCallId);
        const earlier = isHere ? undefined : adopted.find(({ id }) => id === toolCallId);
        if (earlier !== undefined) {
          const input = JSON.stringify(earlier.input ?? {});
          const flags = { providerExecuted: true, dynamic: true };
          content.push({ type: 'tool-call', toolCallId, toolName, input, ...flags, providerMetadata });
        }
        content.push(part);
        break;
      }
      case 'tool-call':
      case 'tool-approval-request':
        content.push(part);
        break;
      case 'error':
        throw part.error;
      case 'finish': {
        const { type: _, ...end } = part;
        collected = { ...collected, ...end };
      }
    }
  }
  return { ...(collected as LanguageModelV3GenerateResult), content: content.filter((each) => each !== undefined) };
}
