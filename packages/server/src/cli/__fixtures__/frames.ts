import type { MAILFrame, MAILMessage } from '@posthouse/protocol';

const stored = { timestamp: '2026-03-01T08:30:00.000000+00:00', taskId: 'task-1' };
const address = (name: string) => ({ addressType: 'agent' as const, address: name });

type Extra = Record<string, unknown>;

/** A frame that tells of something in the log. */
export function frame(event: MAILFrame['event'], extraData: Extra = {}, description = `${event} happened`): MAILFrame {
  return { event, data: { ...stored, description, extraData } } as unknown as MAILFrame;
}

/** A message from one to another. */
export function messageFrame(
  from: string,
  to: string,
  body: string,
  { subject = 'Work', type = 'agent' } = {},
): MAILFrame {
  const message = {
    id: 'm',
    timestamp: stored.timestamp,
    msgType: 'request',
    message: {
      taskId: 'task-1',
      requestId: 'r',
      sender: { addressType: type, address: from },
      recipient: address(to),
      subject,
      body,
    },
  } as unknown as MAILMessage;
  return frame('new_message', { fullMessage: message });
}

export function usageFrame(caller: string, inputTokens: number, outputTokens: number, cost?: number): MAILFrame {
  return frame('usage', { caller, model: 'm', inputTokens, outputTokens, ...(cost === undefined ? {} : { cost }) });
}

export function tokenFrame(agent: string, delta: string, { offset = 0, kind = 'answer' } = {}): MAILFrame {
  return { event: 'token', data: { taskId: 'task-1', agent, turn: 1, attempt: 1, part: 0, kind, offset, delta } };
}

/** The frame that ends a run or pauses it. */
export function endFrame(
  status: 'complete' | 'paused' | 'error' | 'cancelled' | undefined,
  response: string,
  event?: 'task_error',
): MAILFrame {
  const name = event ?? (status === 'error' || status === 'cancelled' ? 'task_error' : 'task_complete');
  return { event: name, data: { ...stored, response, ...(status === undefined ? {} : { status }) } } as MAILFrame;
}
