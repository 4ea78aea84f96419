import type { JSONObject } from '@ai-sdk/provider';
import type { Telling } from '@posthouse/protocol/light';
import type { MAILAgentEvent } from '../agent-event.ts';

/** Names of MAIL for what is told, so that programs know them whichever server it is. */
const NAMES = {
  start: 'run_started',
  'text-start': 'text_started',
  text: 'token',
  'text-end': 'text_ended',
  call: 'tool_call',
  question: 'breakpoint_tool_call',
  mail: 'new_message',
  notice: 'notice',
  usage: 'usage',
  pause: 'task_paused',
  resume: 'task_resumed',
} as const;

/** A telling as callers are told of it. */
export function toAgentEvent(
  telling: Telling,
  { taskId, at }: { taskId: string; at?: string | undefined },
): MAILAgentEvent {
  const agent = toAgent(telling) ?? null;
  return {
    type: 'mail-agent-event',
    event: toName(telling),
    agent,
    description: toDescription(telling, agent ?? 'the swarm'),
    timestamp: at ?? null,
    taskId,
    data: JSON.parse(JSON.stringify(telling)) as JSONObject,
  };
}

function toName(telling: Telling): string {
  if (telling.type === 'result') return telling.result.status === 'success' ? 'action_complete' : 'action_error';
  if (telling.type === 'end') return telling.outcome === 'complete' ? 'task_complete' : 'task_error';
  return NAMES[telling.type];
}

function toAgent(telling: Telling): string | undefined {
  switch (telling.type) {
    case 'text-start':
    case 'text':
    case 'text-end':
      return telling.text.by.agent;
    case 'call':
    case 'result':
      return telling.call.by.agent;
    case 'question':
      return telling.question.call.by.agent;
    case 'mail':
      return telling.mail.from;
    case 'notice':
    case 'usage':
      return telling.agent;
    default:
      return undefined;
  }
}

function toDescription(telling: Telling, agent: string): string {
  switch (telling.type) {
    case 'text-start':
    case 'text':
    case 'text-end':
      return `${agent} ${telling.text.isAnswer ? 'writes the answer' : 'thinks'}`;
    case 'call':
      return `agent ${agent} called ${telling.call.tool}`;
    case 'result':
      return `${telling.call.tool} of ${agent}: ${telling.result.status}`;
    case 'question':
      return `${agent} waits for ${telling.question.call.tool}`;
    case 'mail':
      return `${agent} writes to ${telling.mail.to}`;
    case 'notice':
    case 'end':
      return telling.text;
    default:
      return `${agent}: ${telling.type}`;
  }
}
