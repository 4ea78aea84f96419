type Identified = { id: string; role: string };

/**
 * How the messages on the screen stand to a page of the history: `same`, `ahead` when the answer on the screen is complete
 * and the app has not yet put it away, or `other` when something was said that is not on the screen.
 */
export function compareHistory(
  shown: readonly Identified[],
  { messages, status }: { messages: readonly Identified[]; status: 'ready' | 'running' },
): 'same' | 'ahead' | 'other' {
  const isRunning = status === 'running';
  // While an answer is written, the history ends with the question.
  const isAhead = isRunning && shown.at(-1)?.role === 'assistant';
  const compared = isAhead ? shown.slice(0, -1) : shown;
  const tail = compared.slice(Math.max(0, compared.length - messages.length));
  const isEqual = tail.length === messages.length && tail.every(({ id }, index) => id === messages[index]!.id);
  if (!isEqual || (isRunning && !isAhead)) return 'other';
  return isAhead ? 'ahead' : 'same';
}
