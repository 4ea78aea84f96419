import { context, propagation, trace } from '@opentelemetry/api';

/** What tells others which trace the current code belongs to; undefined when nobody traces. */
export function traceFields(): Record<string, string> | undefined {
  if (trace.getActiveSpan() === undefined) return undefined;
  const fields: Record<string, string> = {};
  propagation.inject(context.active(), fields);
  return fields;
}

/** A message for an MCP server that says, as MCP has it, which trace it belongs to: not every transport has headers. */
export function traceMessage<Message extends object>(message: Message): Message {
  const fields = 'method' in message && message.method === 'tools/call' ? traceFields() : undefined;
  if (fields === undefined) return message;
  const { params } = message as { params?: { _meta?: object } };
  return { ...message, params: { ...params, _meta: { ...params?._meta, ...fields } } };
}
