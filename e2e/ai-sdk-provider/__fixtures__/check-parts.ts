import type { MAILLanguageModel } from '@posthouse/ai-sdk-provider';

type Stream = Awaited<ReturnType<MAILLanguageModel['doStream']>>['stream'];
export type Part = Stream extends AsyncIterable<infer Each> ? Each : never;

export async function partsIn(stream: AsyncIterable<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** What is wrong with the order of a stream's parts, by the rules that the AI SDK lives by; empty if nothing is. */
export function findDisorder(parts: readonly Part[]): string[] {
  const problems: string[] = [];
  const open = new Map<string, string>();
  const used = new Set<string>();
  const inputs = new Map<string, 'open' | 'closed'>();
  const calls = new Map<string, { executed: boolean; results: number }>();
  for (const [index, part] of parts.entries()) {
    const complain = (problem: string): void => void problems.push(`${index} ${part.type}: ${problem}`);
    if (index > 0 && parts[index - 1]!.type === 'finish') complain('something comes behind the end');
    switch (part.type) {
      case 'stream-start':
        if (index !== 0) complain('not the first');
        break;
      case 'text-start':
      case 'reasoning-start':
        if (used.has(part.id)) complain(`${part.id} is used twice`);
        used.add(part.id);
        open.set(part.id, part.type.replace('-start', ''));
        break;
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end':
        if (open.get(part.id) !== part.type.split('-')[0]) complain(`${part.id} is not open`);
        if ('delta' in part && part.delta === '') complain('says nothing');
        if (part.type.endsWith('-end')) open.delete(part.id);
        break;
      case 'tool-input-start':
        if (inputs.has(part.id)) complain(`${part.id} is used twice`);
        if (part.providerExecuted !== part.dynamic) complain('only one of the two flags');
        inputs.set(part.id, 'open');
        break;
      case 'tool-input-end':
        if (inputs.get(part.id) !== 'open') complain(`${part.id} is not open`);
        inputs.set(part.id, 'closed');
        break;
      case 'tool-call':
        if (inputs.get(part.toolCallId) !== 'closed') complain('its input was not told');
        if (part.providerExecuted !== part.dynamic) complain('only one of the two flags');
        JSON.parse(part.input);
        calls.set(part.toolCallId, { executed: part.providerExecuted === true, results: 0 });
        break;
      case 'tool-result': {
        const call = calls.get(part.toolCallId);
        if (call === undefined) complain('there is no such call');
        else if (!call.executed || (call.results += 1) > 1) complain('not a result to give');
        break;
      }
      case 'tool-approval-request':
        if (calls.get(part.toolCallId)?.executed !== true) complain('there is no such call');
        break;
      case 'finish':
        if (open.size > 0) complain(`${[...open.keys()].join(', ')} left open`);
        break;
      default:
        break;
    }
  }
  if (parts.at(-1)?.type !== 'finish') problems.push('no end');
  return problems;
}

/** The text of an answer as somebody reads it who passes over what was taken back, and over chatter. */
export function answerOf(parts: readonly Part[]): string {
  const texts = new Map<string, string>();
  for (const part of parts) {
    if (part.type === 'text-start') texts.set(part.id, '');
    if (part.type === 'text-delta') texts.set(part.id, texts.get(part.id)! + part.delta);
    if (part.type !== 'text-end') continue;
    const mark = part.providerMetadata?.mail as { retracted?: boolean; kind?: string } | undefined;
    if (mark?.retracted === true || mark?.kind === 'chatter') texts.delete(part.id);
  }
  return [...texts.values()].join('');
}
