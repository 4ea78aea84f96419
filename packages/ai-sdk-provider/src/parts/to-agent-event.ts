import type { JSONObject } from '@ai-sdk/provider';
import type { Telling } from '@posthouse/protocol/light';
import type { MAILAgentEvent } from '../agent-event.ts';

/** A telling as callers are told of it. */
export function toAgentEvent(
  telling: Telling,
  { taskId, at }: { taskId: string; at?: string | undefined },
): MAILAgentEvent {
  const [event, agent, description] = describe(telling);
  return {
    type: 'mail-agent-event',
    event,
    agent: agent ?? null,
    description: description ?? `${agent ?? 'the swarm'}: ${telling.type}`,
    timestamp: at ?? null,
    taskId,
    data: JSON.parse(JSON.stringify(telling)) as JSONObject,
  };
}

/** What MAIL calls it, so that programs know it whichever server it is; who did it, and a sentence where there is more to say. */
function describe(telling: Telling): [event: string, agent?: string | undefined, description?: string] {
  switch (telling.type) {
    case 'text-start':
    case 'text':
    case 'text-end': {
      const { by, isAnswer } = telling.text;
      const name = telling.type === 'text' ? 'token' : `${telling.type.replace('-', '_')}ed`;
      return [name, by.agent, `${by.agent} ${isAnswer ? 'writes the answer' : 'thinks'}`];
    }
    case 'call': {
      const { by, tool } = telling.call;
      return ['tool_call', by.agent, `agent ${by.agent} called ${tool}`];
    }
    case 'result': {
      const { by, tool } = telling.call;
      const { status } = telling.result;
      return [status === 'success' ? 'action_complete' : 'action_error', by.agent, `${tool} of ${by.agent}: ${status}`];
    }
    case 'question': {
      const { by, tool } = telling.question.call;
      return ['breakpoint_tool_call', by.agent, `${by.agent} waits for ${tool}`];
    }
    case 'mail': {
      const { from, to } = telling.mail;
      return ['new_message', from, `${from} writes to ${to}`];
    }
    case 'notice':
      return ['notice', telling.agent, telling.text];
    case 'usage':
      return ['usage', telling.agent];
    case 'end':
      return [telling.outcome === 'complete' ? 'task_complete' : 'task_error', undefined, telling.text];
    case 'start':
      return ['run_started'];
    case 'queued': {
      const { place } = telling;
      return ['queued', undefined, place === 0 ? 'the run goes on' : `the run waits for its turn, at place ${place}`];
    }
    default:
      return [`task_${telling.type}d`];
  }
}
