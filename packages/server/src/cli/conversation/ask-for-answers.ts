import { type CallResults, textOfJSON, type ToldQuestion } from '@posthouse/protocol';
import type { Palette } from '../terminal/palette.ts';
import { toPrintable } from '../terminal/to-printable.ts';

/** A waiting call as a question to whoever sits at the terminal. */
export function toQuestion({ call: { tool, input } }: ToldQuestion, palette: Palette): string {
  const name = palette.paint('bold', toPrintable(tool));
  return `${palette.paint('yellow', 'waiting:')} ${name}(${toPrintable(textOfJSON(input))})`;
}

/**
 * Asks for the answer to each call. Undefined when somebody does not want to answer now; then the task stays as it is.
 */
export async function askForAnswers(
  questions: readonly ToldQuestion[],
  ask: (question: string) => Promise<string | undefined>,
  palette: Palette,
): Promise<CallResults | undefined> {
  const answers: CallResults = [];
  for (const question of questions) {
    const text = await ask(toQuestion(question, palette));
    if (text === undefined || text.trim() === '') return undefined;
    answers.push({ callId: question.call.callId, content: toAnswerContent(text) });
  }
  return answers;
}

/** An answer that is written as a JSON object or list is one; every other one is the text itself. */
export function toAnswerContent(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}
