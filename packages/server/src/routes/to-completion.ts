import { EVERYONE, type LogEntry, type MAILMessage, newId, toTimestamp } from '@posthouse/protocol';
import type { Outcome } from './answer-post.ts';

/** The message that ended a run. A run that no agent has completed is told of in the words of the system. */
export function toCompletion(
  log: readonly LogEntry[],
  { taskId, swarm, outcome }: { taskId: string; swarm: string; outcome: Outcome },
): MAILMessage {
  const last = log.findLast((entry) => entry.type === 'message' && entry.message.msgType === 'broadcast_complete') as
    | Extract<LogEntry, { type: 'message' }>
    | undefined;
  if (outcome.status === 'complete' && last !== undefined) return last.message;
  return {
    id: newId(),
    timestamp: toTimestamp(new Date()),
    msgType: 'broadcast_complete',
    message: {
      taskId,
      broadcastId: newId(),
      sender: { addressType: 'system', address: swarm },
      recipients: [{ addressType: 'agent', address: EVERYONE }],
      subject: toSubject(outcome),
      body: outcome.response,
      senderSwarm: swarm,
      recipientSwarms: [swarm],
      routingInfo: {},
    },
  };
}

function toSubject({ status, code }: Outcome): string {
  if (status === 'complete') return '::task_complete::';
  if (status === 'paused') return '::breakpoint_tool_call::';
  return code === 'task_timeout' ? '::task_timeout::' : '::task_error::';
}
