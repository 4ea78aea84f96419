import type { ModelMessage } from 'ai';
import { toPrompt } from '../turns/to-prompt.ts';
import type { TurnData } from '../task/turn-data.ts';

/** Every call of a prompt has exactly one result, right behind it: what all providers insist on. */
export function checkPrompt(agent: string, turns: readonly TurnData[]): string[] {
  const prompt = toPrompt(turns, []);
  return prompt.flatMap((message, index) => {
    if (message.role === 'assistant') {
      const calls = callsOf(message);
      const results = resultsOf(prompt[index + 1]);
      if (calls.length === 0 || calls.toSorted().join() === results.toSorted().join()) return [];
      return [
        `${agent} is prompted with the calls ${calls.join(', ')} and the results ${results.join(', ') || 'none'}`,
      ];
    }
    const stray = message.role === 'tool' && callsOf(prompt[index - 1]).length === 0;
    return stray ? [`${agent} is prompted with results of no call: ${resultsOf(message).join(', ')}`] : [];
  });
}

function callsOf(message: ModelMessage | undefined): string[] {
  if (message?.role !== 'assistant' || typeof message.content === 'string') return [];
  const calls = message.content.filter((part) => part.type === 'tool-call' && part.providerExecuted !== true);
  return calls.map((part) => (part as { toolCallId: string }).toolCallId);
}

function resultsOf(message: ModelMessage | undefined): string[] {
  if (message?.role !== 'tool') return [];
  return message.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []));
}
