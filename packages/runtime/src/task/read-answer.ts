import { type JSONSchema, type JSONValue, type NewEntry, textOfJSON } from '@posthouse/protocol';
import { toProblemText } from '../definitions/problem-text.ts';
import { toValidator } from '../definitions/json-schema-validator.ts';

/** How often an agent may try again when its answer does not have the format that was asked for. */
export const ANSWER_RETRIES = 2;

/** The code of a `task_complete` that was refused because of its format. */
const INVALID_ANSWER = 'invalid_answer';

/**
 * The answer in a finish message, or what is wrong with it. Without a format everything is an answer. With one, JSON that
 * was written as text counts for what it says: models like to quote what they were asked to write plainly.
 *
 * @example readAnswer('{"sum": 4}', { type: 'object', required: ['sum'] }) // { text: '{"sum":4}' }
 */
export function readAnswer(
  given: JSONValue | undefined,
  format: JSONSchema | undefined,
): { text: string } | { problem: string } {
  if (format === undefined) return { text: given === undefined || given === null ? UNSAID : textOfJSON(given) };
  const validate = toValidator(format);
  const value = given ?? null;
  const problems = validate(value);
  if (problems.length === 0) return { text: textOfJSON(value) };
  const meant = typeof given === 'string' ? parse(given) : undefined;
  if (meant !== undefined && validate(meant).length === 0) return { text: JSON.stringify(meant) };
  return { problem: `finish_message does not have the format that was asked for: ${toProblemText(problems)}` };
}

/** Whether an entry tells of an answer that was refused because of its format. */
export function isRefusedAnswer(entry: NewEntry): boolean {
  return entry.type === 'call-ended' && entry.result.code === INVALID_ANSWER;
}

/** The result of a call whose answer was refused. */
export function toRefusedAnswer(problem: string) {
  return { status: 'error' as const, content: problem, code: INVALID_ANSWER };
}

const UNSAID = 'Task completed successfully';

function parse(text: string): JSONValue | undefined {
  try {
    return JSON.parse(text) as JSONValue;
  } catch {
    return undefined;
  }
}
