import { type JSONObject, newId, type ResponsesRequest } from '@posthouse/protocol';
import type { Outcome } from './answer-post.ts';

export type ResponseFacts = { taskId: string; swarm: string; request: ResponsesRequest; outcome: Outcome; now: number };

/** How a run came out, in the manner of OpenAI's Responses: its id is the task's, its model the swarm. */
export function toResponseObject({ taskId, swarm, request, outcome, now }: ResponseFacts): JSONObject {
  const failed = outcome.status === 'error' || outcome.status === 'cancelled';
  return {
    id: taskId,
    object: 'response',
    created_at: Math.floor(now / 1000),
    status: failed ? 'failed' : 'completed',
    model: swarm,
    output: failed ? [] : toOutput(outcome),
    error: failed ? { code: outcome.code ?? outcome.status, message: outcome.response } : null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    previous_response_id: request.previousResponseId ?? null,
    parallel_tool_calls: request.parallelToolCalls ?? true,
    tool_choice: (request.toolChoice as JSONObject | string | undefined) ?? 'auto',
    tools: request.tools as JSONObject[],
    metadata: {},
  };
}

function toOutput({ status, response, calls = [] }: Outcome): JSONObject[] {
  if (status === 'paused') {
    return calls.map(({ callId, tool, input }) => ({
      type: 'function_call',
      id: `fc_${callId}`,
      call_id: callId,
      name: tool,
      arguments: JSON.stringify(input),
      status: 'completed',
    }));
  }
  const content = [{ type: 'output_text', text: response, annotations: [] }];
  return [{ type: 'message', id: `msg_${newId()}`, role: 'assistant', status: 'completed', content }];
}
