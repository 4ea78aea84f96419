import { PosthouseError, type Telling, toBudgetText, type ToldQuestion } from '@posthouse/protocol';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** How a run came out, or that the wait for it is over. */
export type CallOutcome = Extract<Telling, { type: 'end' | 'pause' }>;

/** The end of a run as the result of a tool: text for models, the same and more for programs. */
export function toCallResult(taskId: string, outcome: CallOutcome): CallToolResult {
  if (outcome.type === 'pause') {
    const { budget, questions } = outcome;
    if (budget === undefined || questions.length > 0) return toPausedResult(taskId, questions);
    const response = toBudgetText(budget);
    return {
      content: [{ type: 'text', text: response }],
      structuredContent: { task_id: taskId, status: 'paused', response, code: 'budget_exceeded', budget },
      isError: true,
    };
  }
  const { outcome: status, text: response, code } = outcome;
  return {
    content: [{ type: 'text', text: response }],
    structuredContent: { task_id: taskId, status, response, code },
    ...(status === 'complete' ? {} : { isError: true }),
  };
}

function toPausedResult(taskId: string, questions: readonly ToldQuestion[]): CallToolResult {
  const open = questions.map(({ call: { callId, tool, input } }) => ({ call_id: callId, tool, input }));
  const response = [
    'The swarm waits for the results of these calls:',
    ...open.map((call) => JSON.stringify(call)),
    `To continue, call this tool again with task_id ${JSON.stringify(taskId)} and tool_results: a list of call_id and content.`,
  ].join('\n');
  return {
    content: [{ type: 'text', text: response }],
    structuredContent: { task_id: taskId, status: 'paused', response, open_calls: open },
  };
}

/** A call that came to nothing. What nobody expected says nothing of its cause. */
export function toErrorResult(error: unknown, taskId?: string): CallToolResult {
  const known = PosthouseError.isInstance(error);
  const response = known ? error.message : 'an internal error occurred';
  const code = known ? error.code : 'internal';
  const task = taskId === undefined ? {} : { task_id: taskId };
  return {
    content: [{ type: 'text', text: response }],
    structuredContent: { ...task, status: 'error', response, code },
    isError: true,
  };
}
