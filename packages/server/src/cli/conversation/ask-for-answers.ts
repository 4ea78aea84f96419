import type { CallResults } from '@posthouse/protocol';
import type { Palette } from '../terminal/palette.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import type { WaitingCall } from './parse-calls-text.ts';

/** A waiting call as a question to whoever sits at the terminal. */
export function toQuestion({ tool, input }: WaitingCall, palette: Palette): string {
  return `${palette.paint('yellow', 'waiting:')} ${palette.paint('bold', toPrintable(tool))}(${toPrintable(input)})`;
}

/**
 * Asks for the answer to each call. Undefined when somebody does not want to answer now; then the task stays as it is.
 */
export async function askForAnswers(
  calls: readonly WaitingCall[],
  ask: (question: string) => Promise<string | undefined>,
  palette: Palette,
): Promise<CallResults | undefined> {
  const answers: CallResults = [];
  for (const call of calls) {
    const text = await ask(toQuestion(call, palette));
    if (text === undefined || text.trim() === '') return undefined;
    answers.push({ callId: call.callId, content: toContent(text) });
  }
  return answers;
}

/** An answer that is written as a JSON object or list is one; every other one is the text itself. */
export function toContent(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}
