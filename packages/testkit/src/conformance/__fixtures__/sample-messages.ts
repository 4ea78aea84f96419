import { MESSAGE_TYPES, toTimestamp } from '@posthouse/protocol';
import type { Caller, SampleState } from './sample-state.ts';
import { failed, ok, type SampleAnswer } from './sample-answer.ts';

/** `POST /message`. */
export function answerMessage(
  message: Record<string, unknown> | undefined,
  caller: Caller,
  state: SampleState,
): SampleAnswer {
  if (message === undefined) return failed(400, 'error parsing request: Expecting value: line 1 column 1 (char 0)');
  const { msg_type: type = 'request', resume_from: resume, task_id: taskId } = message;
  if (typeof type !== 'string') return failed(400, 'msg_type must be a string, got int');
  if (!MESSAGE_TYPES.some((each) => each === type)) return failed(400, `invalid message type: ${type}`);
  if (!message.body && resume !== 'breakpoint_tool_call') return failed(400, 'no message provided');
  if (type !== 'request' && type !== 'broadcast') {
    return failed(500, `error processing message: type '${type}' not implemented for this method`);
  }
  if (resume !== undefined && resume !== 'user_response' && resume !== 'breakpoint_tool_call') {
    return failed(400, 'resume_from is unknown');
  }
  const kwargs = (message.kwargs ?? {}) as Record<string, unknown>;
  if ('body' in kwargs) return failed(500, "error processing message: got multiple values for keyword argument 'body'");
  if (resume !== undefined && state.find(String(taskId), caller) === undefined) {
    return taskNotFound(String(taskId), message.stream === true);
  }
  const run = state.run(caller, message);
  if (message.stream === true) return { status: 200, frames: run.frames };
  const events = message.show_events === true ? state.tasks.get(run.taskId)!.events : null;
  return ok({ response: run.response, events });
}

function taskNotFound(taskId: string, stream: boolean): SampleAnswer {
  const reason = `task '${taskId}' not found`;
  if (!stream) return ok({ response: `The task encountered an error: ${reason}.`, events: null });
  const data = { timestamp: toTimestamp(new Date()), task_id: taskId, response: reason };
  return { status: 200, frames: [{ event: 'task_error', data }] };
}
