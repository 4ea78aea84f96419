import type { UIChunk } from '../../../packages/chat/src/chunks/ui-chunk.ts';

/**
 * What is wrong with the order of the chunks of a whole stream, a sentence each. `continues` is for a stream that goes on
 * with a message: it may end calls that an earlier one began.
 */
export function findOrderProblems(
  chunks: readonly UIChunk[],
  { known = [] }: { known?: readonly string[] } = {},
): string[] {
  const problems: string[] = [];
  const texts = new Set<string>();
  const calls = new Set<string>(known);
  let isOver = false;
  for (const [at, chunk] of chunks.entries()) {
    const complain = (what: string): void => void problems.push(`${chunk.type} at ${at} ${what}`);
    if (isOver) complain('comes after the end');
    if ((at === 0) !== (chunk.type === 'start')) complain(at === 0 ? 'comes first' : 'comes again');
    switch (chunk.type) {
      case 'text-start':
      case 'reasoning-start':
        if (texts.has(chunk.id)) complain(`begins ${chunk.id} again`);
        texts.add(chunk.id);
        break;
      case 'text-delta':
      case 'reasoning-delta':
        if (!texts.has(chunk.id)) complain(`is of ${chunk.id}, which is not open`);
        if (chunk.delta === '') complain('is empty');
        break;
      case 'text-end':
      case 'reasoning-end':
        if (!texts.delete(chunk.id)) complain(`is of ${chunk.id}, which is not open`);
        break;
      case 'start-step':
      case 'finish-step':
        if (texts.size > 0) complain(`comes while ${[...texts].join(', ')} is being written`);
        break;
      case 'tool-input-available':
        if (calls.has(chunk.toolCallId)) complain(`begins ${chunk.toolCallId} again`);
        calls.add(chunk.toolCallId);
        break;
      case 'tool-approval-request':
      case 'tool-output-available':
      case 'tool-output-error':
        if (!calls.has(chunk.toolCallId)) complain(`is of ${chunk.toolCallId}, which nobody knows`);
        break;
      case 'finish':
        if (texts.size > 0) complain(`leaves ${[...texts].join(', ')} open`);
        isOver = true;
        break;
      default:
        break;
    }
  }
  if (!isOver) problems.push('there is no finish');
  return problems;
}
