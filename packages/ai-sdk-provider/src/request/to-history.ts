import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { HistoryTurn } from '@posthouse/protocol/light';
import { type PartMark, readMark } from '../metadata.ts';
import { toTurnText } from './to-message-text.ts';

/** As much of a prompt as says what it means to this swarm, or to the task that was asked for. */
export function toHistory(
  prompt: LanguageModelV3Prompt,
  { swarm, taskId }: { swarm: string; taskId?: string | undefined },
): HistoryTurn<PartMark>[] {
  const isOurs = (mark: PartMark) => (taskId === undefined ? mark.swarm === swarm : mark.taskId === taskId);
  return prompt.map((message) => {
    if (message.role === 'user') return { said: toTurnText(message) };
    const marks = marksOf(message).filter(isOurs);
    return marks.length === 0 ? undefined : { marks };
  });
}

function marksOf(message: LanguageModelV3Message): PartMark[] {
  if (message.role !== 'assistant') return [];
  return message.content.flatMap((part) => readMark(part) ?? []);
}
