import type { LanguageModelV3Message, LanguageModelV3Prompt, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { PartMark } from '../metadata.ts';
import { toFileText } from './to-file-text.ts';
import { toFingerprint } from './to-fingerprint.ts';

/** Where in a prompt the answer of a task stands that can be gone on with. */
export type Continuation = {
  /** Index of the assistant's message. Everything behind it is news to the task. */
  at: number;
  mark: PartMark;
};

/**
 * The last answer in a prompt that came from this swarm, or from the task that was asked for, and that still answers what
 * it answered then: from the first message of the user that has been changed on, everything is news.
 *
 * @example findContinuation(prompt, { swarm: 'research' })?.mark.taskId
 */
export function findContinuation(
  prompt: LanguageModelV3Prompt,
  { swarm, taskId }: { swarm: string; taskId?: string | undefined },
): Continuation | undefined {
  let found: Continuation | undefined;
  for (const [at, message] of prompt.entries()) {
    const marks = marksOf(message).filter((each) =>
      taskId === undefined ? each.swarm === swarm : each.taskId === taskId,
    );
    const mark = marks.at(-1);
    if (mark === undefined) continue;
    const asked = toAsked(prompt.slice((found?.at ?? -1) + 1, at));
    if (!isAnswerTo(marks, asked, { mayBeTrimmed: found === undefined })) break;
    found = { at, mark };
  }
  return found;
}

/** Stand for messages of the user, in order: what they say, and the files in them. */
export function toAsked(messages: LanguageModelV3Prompt): string[] {
  return messages.flatMap((message) => {
    if (message.role !== 'user') return [];
    const parts = message.content.map((part) => (part.type === 'text' ? part.text : toFileText(part)));
    return [toFingerprint(JSON.stringify(parts)) ?? ''];
  });
}

/** Whether an answer is one to these messages. Of a history that was cut at its beginning, some may be missing. */
function isAnswerTo(
  marks: readonly PartMark[],
  asked: readonly string[],
  { mayBeTrimmed }: { mayBeTrimmed: boolean },
): boolean {
  if (marks.some((mark) => !Array.isArray(mark.asked))) return true;
  // One message may hold what several calls have answered, such as an answer that went on after an approval.
  const known = [...new Set(marks.map((mark) => JSON.stringify(mark.asked)))].flatMap(
    (each) => JSON.parse(each) as string[],
  );
  const end = mayBeTrimmed ? known.slice(Math.max(0, known.length - asked.length)) : known;
  return end.length === asked.length && end.every((each, index) => each === asked[index]);
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
