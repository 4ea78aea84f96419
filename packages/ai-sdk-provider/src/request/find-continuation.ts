import type { LanguageModelV3Message, LanguageModelV3Prompt, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { PartMark } from '../metadata.ts';

/** Where in a prompt the answer of a task stands that can be gone on with. */
export type Continuation = {
  /** Index of the assistant's message. Everything behind it is news to the task. */
  at: number;
  mark: PartMark;
};

/**
 * The last answer in a prompt that came from this swarm, or from the task that was asked for.
 *
 * @example findContinuation(prompt, { swarm: 'research' })?.mark.taskId
 */
export function findContinuation(
  prompt: LanguageModelV3Prompt,
  { swarm, taskId }: { swarm: string; taskId?: string | undefined },
): Continuation | undefined {
  for (let at = prompt.length - 1; at >= 0; at -= 1) {
    const marks = marksOf(prompt[at]!).filter((each) =>
      taskId === undefined ? each.swarm === swarm : each.taskId === taskId,
    );
    const mark = marks.at(-1);
    if (mark !== undefined) return { at, mark };
  }
  return undefined;
}

function marksOf(message: LanguageModelV3Message): PartMark[] {
  if (message.role !== 'assistant') return [];
  return message.content.flatMap((part) => readMark(part) ?? []);
}

/** What we wrote on a part when we made it. It went through other hands since, so nothing of it is taken for granted. */
export function readMark({ providerOptions }: { providerOptions?: SharedV3ProviderOptions }): PartMark | undefined {
  const mail = providerOptions?.mail as PartMark | undefined;
  return typeof mail?.taskId === 'string' ? mail : undefined;
}
