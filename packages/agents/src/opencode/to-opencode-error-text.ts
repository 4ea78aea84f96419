/**
 * The sentence in an error of OpenCode. Stack traces, which some carry behind the first line, and bodies of answers are
 * for its own log.
 */
export function toOpencodeErrorText(error: unknown): string {
  const text = messageOf(error);
  const first = text.split('\n    at ')[0]!.trim();
  return first === '' ? 'OpenCode reported an error without saying which.' : first;
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return '';
  const { name, message, data } = error as { name?: unknown; message?: unknown; data?: { message?: unknown } };
  for (const text of [data?.message, message, name]) if (typeof text === 'string' && text !== '') return text;
  return '';
}
