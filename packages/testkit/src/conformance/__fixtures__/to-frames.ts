import { newId, toTimestamp } from '@posthouse/protocol';
import { type Pattern, toSequence } from '../scenarios/pattern.ts';
import type { Frame } from '../streams/parse-stream.ts';

export type FrameContext = { taskId: string; userId: string; role: string; swarm: string; body: string };

/** The frames of a stream that shows this pattern, as MAIL's own server would write them if it kept to its schemas. */
export function toFrames(pattern: Pattern, response: string, context: FrameContext): Frame[] {
  const labels = toSequence(pattern);
  return labels.map((label, index) => {
    const [event = '', ...words] = label.split(' ');
    const stamp = { timestamp: toTimestamp(new Date()), task_id: context.taskId };
    if (index === labels.length - 1) return { event, data: { ...stamp, response } };
    const description = event === 'tool_call' ? `agent ${words[0]} called ${words[1]}` : `it was ${label}`;
    return { event, data: { ...stamp, description, extra_data: toExtraData(event, words, context, response) } };
  });
}

function toExtraData(event: string, words: string[], context: FrameContext, response: string): Record<string, unknown> {
  if (event === 'tool_call') {
    const first = words[1] !== 'await_message' || undefined;
    return {
      tool_name: words[1],
      tool_args: {},
      tool_call_id: `call-${words[1]}`,
      ...(first === undefined
        ? { reasoning_ref: 'call-send_request' }
        : { reasoning: context.body.includes('simple') ? 'because' : 'think one', preamble: 'pre' }),
    };
  }
  return event === 'new_message' ? { full_message: toMessage(words, context, response) } : {};
}

const ID_KEYS: Record<string, string> = {
  request: 'request_id',
  response: 'request_id',
  broadcast: 'broadcast_id',
  broadcast_complete: 'broadcast_id',
  interrupt: 'interrupt_id',
};

function toMessage(
  [way = '', type = '', subject = 'Subject']: string[],
  context: FrameContext,
  response: string,
): unknown {
  const [from = '', to = ''] = way.split('>');
  const address = (name: string): unknown => {
    if (name === 'user') return { address_type: context.role, address: context.userId };
    if (name === 'system') return { address_type: 'system', address: context.swarm };
    return { address_type: 'agent', address: name };
  };
  const direct = type === 'request' || type === 'response';
  const body = from === 'user' ? context.body : type === 'broadcast_complete' ? response : 'Body.';
  return {
    id: newId(),
    timestamp: toTimestamp(new Date()),
    msg_type: type,
    message: {
      task_id: context.taskId,
      [ID_KEYS[type]!]: newId(),
      sender: address(from),
      ...(direct ? { recipient: address(to) } : { recipients: [address(to)] }),
      subject,
      body,
      sender_swarm: context.swarm,
      ...(direct ? { recipient_swarm: context.swarm } : { recipient_swarms: [context.swarm] }),
      routing_info: {},
    },
  };
}
